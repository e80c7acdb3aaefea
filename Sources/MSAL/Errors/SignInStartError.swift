import Gatehouse

/// Why a sign-in could not be started.
public nonisolated final class SignInStartError: MSALNativeAuthError {
    /// Whether the person has to go on in the browser: see ``MSALNativeAuthError/redirectReason``.
    public var isBrowserRequired: Bool { failure.kind == .browserRequired }

    /// Whether there is no such account, where the server says so.
    public var isUserNotFound: Bool { failure.kind == .userNotFound }

    /// Whether the password is empty or wrong.
    public var isInvalidCredentials: Bool { failure.kind == .invalidCredentials }

    /// Whether the address is empty or is none.
    public var isInvalidUsername: Bool { failure.kind == .invalidUsername }

    /// Whether the person has to prove more than this module can ask for; Microsoft's SDK reports a general error.
    public var isMFARequired: Bool { failure.kind == .mfaRequired }

    override class var kinds: [AuthError.Code: Failure.Kind] {
        [
            .browserRequired: .browserRequired,
            .userNotFound: .userNotFound,
            .wrongPassword: .invalidCredentials,
            .invalidUsername: .invalidUsername,
            .secondFactorRequired: .mfaRequired,
        ]
    }
}
