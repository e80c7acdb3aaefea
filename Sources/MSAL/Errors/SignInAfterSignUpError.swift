import Gatehouse

/// Why nobody is signed in after a sign-up.
public nonisolated final class SignInAfterSignUpError: MSALNativeAuthGenericError {
    /// Whether the person has to prove more than this module can ask for; Microsoft's SDK reports a general error.
    public var isMFARequired: Bool { failure.kind == .mfaRequired }

    override class var kinds: [AuthError.Code: Failure.Kind] {
        [
            .browserRequired: .browserRequired,
            .secondFactorRequired: .mfaRequired,
        ]
    }
}
