public import Foundation

/// An access token.
public final class MSALNativeAuthTokenResult: NSObject, Sendable {
    /// The access token.
    public let accessToken: String
    /// The refresh token, if it was requested.
    public let refreshToken: String?
    /// The scopes of the token.
    public let scopes: [String]
    /// The expiration time of the token, by the server's clock.
    public let expiresOn: Date?

    init(accessToken: String, refreshToken: String?, scopes: [String], expiresOn: Date?) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.scopes = scopes
        self.expiresOn = expiresOn
        super.init()
    }
}
