import Foundation
package import GatehouseStore
package import GatehouseWire

/// A token request that has passed the checks shared by all grants.
struct GrantContext: Sendable {
    /// The authenticated client, which is registered for the grant.
    let client: Client
    /// The audience that the request names.
    var target = RequestedTarget.issuer
    var options = GrantOptions()
    let context: RequestMetadata
    let now: Date
}

/// The rules of a protocol for the tokens of a request.
struct GrantOptions: Sendable {
    /// The treatment of requested scopes that were not granted.
    enum ExcessScopes: Sendable {
        /// Unknown scopes are ignored (OpenID Connect Core §3.1.2.1), others are rejected.
        case ignoredIfUnknown
        case ignored
        case rejected
    }

    var format: any TokenFormat = StandardTokenFormat()
    /// The requested expiration of the access token, in protocols that allow it.
    var expiresAt: Date?
    var excessScopes = ExcessScopes.ignoredIfUnknown
    /// The exchange of a native app's code, in protocols without PKCE.
    var nativeExchange: NativeCodeExchange?
}

/// Issued tokens and their subject.
package struct IssuedTokens: Sendable {
    package let response: TokenResponse
    /// The user's account; `nil` for tokens of the client itself.
    package let user: Account.ID?
}
