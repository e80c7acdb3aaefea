public import Foundation

/// What a sign-in brought.
public final class AMZNAuthorizeResult: NSObject {
    /// The access token; empty when a code was asked for.
    public var token: String = ""
    /// The code for the app's server; empty when a token was asked for.
    public var authorizationCode: String = ""
    /// The app's identifier, with which a code is redeemed.
    public var clientId: String = ""
    /// The redirect URI, with which a code is redeemed.
    public var redirectUri: String = ""
    /// Who signed in, when a scope of the profile was granted.
    public var user: AMZNUser?

    /// A result that says nothing yet.
    public override init() {
        super.init()
    }

    convenience init(_ authorization: Authorization) {
        self.init()
        token = authorization.token
        authorizationCode = authorization.code
        clientId = authorization.clientID
        redirectUri = authorization.redirectURI
        user = authorization.user
    }
}
