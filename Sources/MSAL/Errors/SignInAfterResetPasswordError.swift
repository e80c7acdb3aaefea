import Gatehouse

/// Why nobody is signed in after a password reset.
public nonisolated final class SignInAfterResetPasswordError: MSALNativeAuthGenericError {
    /// Whether the person has to prove more than this module can ask for; Microsoft's SDK reports a general error.
    public var isMFARequired: Bool { failure.kind == .mfaRequired }

    override class var kinds: [AuthError.Code: Failure.Kind] {
        [
            .browserRequired: .browserRequired,
            .secondFactorRequired: .mfaRequired,
        ]
    }
}
