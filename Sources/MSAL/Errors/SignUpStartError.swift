import Gatehouse

/// Why a sign-up could not be started.
public nonisolated final class SignUpStartError: MSALNativeAuthError {
    /// Whether the person has to go on in the browser: see ``MSALNativeAuthError/redirectReason``.
    public var isBrowserRequired: Bool { failure.kind == .browserRequired }

    /// Whether the address has an account already.
    public var isUserAlreadyExists: Bool { failure.kind == .userAlreadyExists }

    /// Whether the password is empty or was not accepted.
    public var isInvalidPassword: Bool { failure.kind == .invalidPassword }

    /// Whether the address is empty or is none.
    public var isInvalidUsername: Bool { failure.kind == .invalidUsername }

    override class var kinds: [AuthError.Code: Failure.Kind] {
        [
            .browserRequired: .browserRequired,
            .userAlreadyExists: .userAlreadyExists,
            .passwordRefused: .invalidPassword,
            .invalidUsername: .invalidUsername,
        ]
    }
}
