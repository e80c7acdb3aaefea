public import Foundation

/// An access token.
public final class MSALNativeAuthTokenResult: NSObject, Sendable {
    /// The token itself.
    public let accessToken: String
    /// The refresh token; `nil` unless it was asked for.
    public let refreshToken: String?
    /// What the token is good for.
    public let scopes: [String]
    /// When the token expires, by the server's clock.
    public let expiresOn: Date?

    init(accessToken: String, refreshToken: String?, scopes: [String], expiresOn: Date?) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.scopes = scopes
        self.expiresOn = expiresOn
        super.init()
    }
}
