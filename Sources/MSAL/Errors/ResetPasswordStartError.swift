import Gatehouse

/// Why a password reset could not be started.
public nonisolated final class ResetPasswordStartError: MSALNativeAuthError {
    /// Whether the person has to go on in the browser: see ``MSALNativeAuthError/redirectReason``.
    public var isBrowserRequired: Bool { failure.kind == .browserRequired }

    /// Whether the account has no password, where the server says so.
    public var isUserDoesNotHavePassword: Bool { failure.kind == .userDoesNotHavePassword }

    /// Whether there is no such account, where the server says so.
    public var isUserNotFound: Bool { failure.kind == .userNotFound }

    /// Whether the address is empty or is none.
    public var isInvalidUsername: Bool { failure.kind == .invalidUsername }

    override class var kinds: [AuthError.Code: Failure.Kind] {
        [
            .browserRequired: .browserRequired,
            .userHasNoPassword: .userDoesNotHavePassword,
            .userNotFound: .userNotFound,
            .invalidUsername: .invalidUsername,
        ]
    }
}
