import Gatehouse

/// Why a code was not accepted.
public nonisolated final class VerifyCodeError: MSALNativeAuthError {
    /// Whether the person has to go on in the browser: see ``MSALNativeAuthError/redirectReason``.
    public var isBrowserRequired: Bool { failure.kind == .browserRequired }

    /// Whether the code is empty, wrong or too old.
    public var isInvalidCode: Bool { failure.kind == .invalidCode }

    /// Whether the person has to prove more than this module can ask for; Microsoft's SDK reports a general error.
    public var isMFARequired: Bool { failure.kind == .mfaRequired }

    override class var kinds: [AuthError.Code: Failure.Kind] {
        [
            .browserRequired: .browserRequired,
            .wrongCode: .invalidCode,
            .passwordRefused: .invalidCode,
            .secondFactorRequired: .mfaRequired,
        ]
    }
}
