/// Where a claim is wanted.
public enum MSALClaimsRequestTarget: UInt, Sendable {
    /// In the ID token.
    case idToken
    /// In the access token.
    case accessToken
}
