import Foundation
package import GatehouseStore
package import GatehouseWire

/// A token request that has passed the checks shared by all grants.
struct GrantContext: Sendable {
    /// The authenticated client, which is registered for the grant.
    let client: Client
    /// The audience that the request names.
    var target = RequestedTarget.issuer
    /// The key of the request's DPoP proof, to which its tokens are bound; `nil` without a proof.
    var provenKey: ProvenKey?
    var options = GrantOptions()
    let context: RequestMetadata
    let now: Date
}

extension GrantContext {
    /// The binding of the access token (RFC 9449 §6.1); `nil` for a bearer token.
    var confirmation: Confirmation? { provenKey.map { Confirmation(keyThumbprint: $0.thumbprint) } }

    /// The type of the access token (RFC 9449 §5).
    var tokenType: TokenType { provenKey == nil ? .bearer : .dpop }

    /// Rejects a request without a proof if client or resource demand that tokens are bound (RFC 9449 §5.2).
    ///
    /// - Throws: `invalid_dpop_proof`.
    func checkBinding(of target: TokenTarget) throws(OAuthError) {
        guard provenKey == nil, client.security.requiresDPoP || target.requiresDPoP else { return }
        throw DPoPVerifier.missing
    }

    /// Returns the error for a grant that is bound to a key which the request does not prove; `nil` if it does.
    ///
    /// Without a proof the client can repeat the request; a grant that is bound to another key is not the client's.
    func bindingError(_ thumbprint: String?) -> OAuthError? {
        guard let thumbprint, thumbprint != provenKey?.thumbprint else { return nil }
        guard provenKey != nil else { return DPoPVerifier.missing }
        return OAuthError(.invalidGrant, "The DPoP proof is for another key than the one that the grant is bound to.")
    }
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
    var authentication = ClientAuthenticationRule.oneMethod
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
    /// The user's subject identifier at the client; `nil` for a public one.
    package var subject: String?
}
