public import Foundation

/// Which tokens are wanted.
public class MSALTokenParameters: MSALParameters {
    /// What the access token is for, beside `openid`, `profile` and `offline_access`.
    public var scopes: [String]
    /// Whose tokens they are to be.
    public var account: MSALAccount?
    /// Where to get them; this module asks the authority of the application.
    public var authority: MSALAuthority?
    /// Claims that the app wants in its tokens.
    public var claimsRequest: MSALClaimsRequest?
    /// Further parameters of the server's sign-in page, by name and not URL-encoded; a call without a page does not
    /// send them.
    public var extraQueryParameters: [String: String]?
    /// Tells the call in the logs; made up when there is none.
    public var correlationId: UUID?

    /// Parameters with the defaults.
    ///
    /// - Parameter scopes: What the access token is for.
    public init(scopes: [String]) {
        self.scopes = scopes
        super.init()
    }
}
