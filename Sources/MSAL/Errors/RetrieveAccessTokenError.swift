import Gatehouse

/// Why there is no access token.
public nonisolated final class RetrieveAccessTokenError: MSALNativeAuthError {
    /// Whether the person has to go on in the browser: see ``MSALNativeAuthError/redirectReason``.
    public var isBrowserRequired: Bool { failure.kind == .browserRequired }

    /// Whether nobody is signed in any more: sign the person in again, which Microsoft's SDK never says.
    public var isRefreshTokenExpired: Bool { failure.kind == .refreshTokenExpired }

    /// Whether a scope is one that the app may not ask for; Microsoft's SDK says so for an empty list alone.
    public var isInvalidScope: Bool { failure.kind == .invalidScope }

    /// Whether the person has to prove more than this module can ask for; Microsoft's SDK reports a general error.
    public var isMFARequired: Bool { failure.kind == .mfaRequired }

    override class var kinds: [AuthError.Code: Failure.Kind] {
        [
            .browserRequired: .browserRequired,
            .interactionRequired: .browserRequired,
            .signedOut: .refreshTokenExpired,
            .secondFactorRequired: .mfaRequired,
        ]
    }
}
