import Gatehouse

/// An error after requesting the challenge of a second factor.
public nonisolated final class MFARequestChallengeError: MSALNativeAuthError {
    /// A Boolean value that indicates whether the server sends no codes to the address of this method.
    public var isAuthMethodBlocked: Bool { failure.kind == .authMethodBlocked }

    override class var kinds: [AuthError.Code: MSALFailure.Kind] {
        [.factorBlocked: .authMethodBlocked]
    }
}

/// An error after requesting the methods of a second factor, as in versions 1.6 to 2.4.
public nonisolated final class MFAGetAuthMethodsError: MSALNativeAuthGenericError {
}

/// An error after submitting the code of a second factor.
public nonisolated final class MFASubmitChallengeError: MSALNativeAuthError {
    /// A Boolean value that indicates whether the code is empty, incorrect or expired.
    public var isInvalidChallenge: Bool { failure.kind == .invalidChallenge }

    override class var kinds: [AuthError.Code: MSALFailure.Kind] {
        [.wrongCode: .invalidChallenge]
    }
}

/// An error after requesting the challenge of a method to register.
public nonisolated final class RegisterStrongAuthChallengeError: MSALNativeAuthError {
    /// A Boolean value that indicates whether the address is empty or invalid.
    public var isInvalidInput: Bool { failure.kind == .invalidInput }

    /// A Boolean value that indicates whether the server sends no codes to the address.
    public var isVerificationContactBlocked: Bool { failure.kind == .contactBlocked }

    override class var kinds: [AuthError.Code: MSALFailure.Kind] {
        [.invalidAddress: .invalidInput, .factorBlocked: .contactBlocked]
    }
}

/// An error after submitting the code of a method to register.
public nonisolated final class RegisterStrongAuthSubmitChallengeError: MSALNativeAuthError {
    /// A Boolean value that indicates whether the code is empty, incorrect or expired.
    public var isInvalidChallenge: Bool { failure.kind == .invalidChallenge }

    override class var kinds: [AuthError.Code: MSALFailure.Kind] {
        [.wrongCode: .invalidChallenge]
    }
}
