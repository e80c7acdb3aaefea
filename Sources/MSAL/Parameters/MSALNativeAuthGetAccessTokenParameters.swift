public import Foundation

/// Which access token is wanted.
public class MSALNativeAuthGetAccessTokenParameters: NSObject {
    /// Whether to get a new one although the one at hand is good.
    public var forceRefresh: Bool = false
    /// Whether the result has the refresh token too, which is best left where it is.
    public var returnRefreshToken: Bool = false
    /// What the access token is for, beside `openid`, `profile` and `offline_access`.
    public var scopes: [String]?
    /// Claims that the app wants in its tokens.
    public var claimsRequest: MSALClaimsRequest?
    /// Tells the call in the logs; made up when there is none.
    public var correlationId: UUID?

    /// Parameters with the defaults.
    public override init() {
        super.init()
    }
}
