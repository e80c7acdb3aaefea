public import Foundation
public import GatehouseWire

/// A token that an app's own services accept as the person's.
public struct AccessToken: Sendable, Hashable {
    let secret: Secret
    /// When the token expires, by the server's clock.
    public let expiresAt: Date
    /// The scopes granted.
    public let scopes: ScopeSet

    init(_ grant: StoredGrant) {
        secret = grant.accessToken
        expiresAt = grant.expiresAt
        scopes = grant.scopes
    }

    /// The token itself.
    public var value: String { secret.reveal() }

    /// The value of an `Authorization` header field that carries the token (RFC 6750 §2.1).
    public var authorization: String { AuthorizationHeader.bearer(secret).encoded }
}
