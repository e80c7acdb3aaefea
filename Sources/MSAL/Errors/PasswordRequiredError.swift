import Gatehouse

/// Why a password was not accepted.
public nonisolated final class PasswordRequiredError: MSALNativeAuthError {
    /// Whether the person has to go on in the browser: see ``MSALNativeAuthError/redirectReason``.
    public var isBrowserRequired: Bool { failure.kind == .browserRequired }

    /// Whether the password is empty, wrong, or not one that the server lets anybody choose.
    public var isInvalidPassword: Bool { failure.kind == .invalidPassword }

    /// Whether the person has to prove more than this module can ask for; Microsoft's SDK reports a general error.
    public var isMFARequired: Bool { failure.kind == .mfaRequired }

    override class var kinds: [AuthError.Code: Failure.Kind] {
        [
            .browserRequired: .browserRequired,
            .passwordRefused: .invalidPassword,
            .wrongPassword: .invalidPassword,
            .secondFactorRequired: .mfaRequired,
        ]
    }
}
