package import Foundation
package import GatehouseWire

/// The outcome of a refresh.
enum RefreshOutcome: Sendable, Hashable {
    /// The server issued new tokens.
    case refreshed(RefreshedTokens)
    /// The server rejected the refresh token permanently (`invalid_grant`).
    case rejected(AuthError)
    /// No request was sent: other tokens are stored by now.
    case superseded
    /// No response, or one that says nothing about the session.
    case failed(AuthError)
}

/// The tokens of a successful refresh.
struct RefreshedTokens: Sendable, Hashable {
    var accessToken: Secret
    /// By the server's clock.
    var expiresAt: Date
    /// `nil` if the one that was sent stays valid.
    var refreshToken: Secret?
    /// `nil` if there was none, or it was invalid.
    var idToken: Secret?
    /// `nil` if they are unchanged (RFC 6749 §6).
    var scopes: ScopeSet?
    /// The key that the request proved.
    var proofKey: ProofKey?
    /// Whether the access token is bound to that key.
    var isBound = false
}

extension StoredSession {
    /// The number of cached access tokens for other scopes and for APIs.
    private static let cachedTokenLimit = 8

    /// Returns the session with new tokens.
    ///
    /// - Parameters:
    ///   - tokens: The tokens.
    ///   - tokenRequest: The request for them: a token for other scopes or an API does not replace the session's own.
    /// - Returns: The session to store.
    func applying(_ tokens: RefreshedTokens, requestedBy tokenRequest: AccessTokenRequest) -> StoredSession {
        var session = self
        session.refreshToken = tokens.refreshToken ?? refreshToken
        session.idToken = tokens.idToken ?? idToken
        session.lease = nil
        session.proofKey = tokens.proofKey ?? proofKey
        let scopes = tokens.scopes ?? tokenRequest.scopes
        guard tokenRequest.resource == nil, self.scopes.isSubset(of: tokenRequest.scopes) else {
            // The token of an API has all scopes of the API.
            var cachedTokens = (session.cachedTokens ?? []).filter { cached in
                cached.resource != tokenRequest.resource
                    || cached.resource == nil && !cached.scopes.isSubset(of: scopes)
            }
            cachedTokens.append(
                CachedAccessToken(
                    scopes: scopes,
                    resource: tokenRequest.resource,
                    accessToken: tokens.accessToken,
                    expiresAt: tokens.expiresAt,
                    isBound: tokens.isBound ? true : nil
                )
            )
            session.cachedTokens = cachedTokens.suffix(Self.cachedTokenLimit)
            return session
        }
        session.accessToken = tokens.accessToken
        session.expiresAt = tokens.expiresAt
        session.isAccessTokenBound = tokens.isBound ? true : nil
        session.scopes = scopes
        if !session.scopes.hasSameMembers(as: self.scopes) { session.profile = nil }
        return session
    }

    /// Returns the session with the access token for a request; `nil` if there is none.
    func selectingToken(for tokenRequest: AccessTokenRequest) -> StoredSession? {
        let (scopes, resource) = (tokenRequest.scopes, tokenRequest.resource)
        guard resource != nil || !scopes.isSubset(of: self.scopes) else { return self }
        return cachedTokens?.last { $0.resource == resource && scopes.isSubset(of: $0.scopes) }.map(withAccessToken)
    }

    private func withAccessToken(_ cached: CachedAccessToken) -> StoredSession {
        var session = self
        session.scopes = cached.scopes
        session.accessToken = cached.accessToken
        session.expiresAt = cached.expiresAt
        session.isAccessTokenBound = cached.isBound
        return session
    }

    /// Returns the session with the access token of a refresh.
    func withAccessToken(_ tokens: RefreshedTokens) -> StoredSession {
        guard accessToken != tokens.accessToken else { return self }
        return cachedTokens?.last { $0.accessToken == tokens.accessToken }.map(withAccessToken) ?? self
    }
}

extension AuthError {
    /// The error for an expired access token without a refresh token.
    static let missingRefreshToken = AuthError(
        .interactionRequired,
        "The access token has expired and there is no refresh token. Sign in again.",
        recovery: .signInAgain
    )
}

/// The requirements for an access token.
package struct AccessTokenRequest: Sendable, Hashable, Codable {
    /// The required scopes; empty for the session's own, or for all scopes of the API.
    package var scopes: ScopeSet
    /// The API that the token is for (RFC 8707); `nil` for the audience of the session's own.
    package var resource: String?
    /// The claims to request (OpenID Connect Core §5.5), as JSON; cached tokens never satisfy them.
    package var claims: String?
    /// The correlation ID for logs; irrelevant for the tokens.
    package var correlationID: UUID?

    /// Creates a request.
    package init(scopes: ScopeSet = [], claims: String? = nil, correlationID: UUID? = nil) {
        self.scopes = scopes
        self.claims = claims
        self.correlationID = correlationID
    }

    /// Creates a request for a token of an API, with all its granted scopes.
    package init(resource: String) {
        self.init()
        self.resource = resource
    }

    /// Returns the request to send for a session: its own scopes, unless they do not suffice.
    func resolved(for session: StoredSession) -> AccessTokenRequest {
        var tokenRequest = self
        if resource == nil, scopes.isSubset(of: session.scopes) { tokenRequest.scopes = session.scopes }
        return tokenRequest
    }

    /// Returns whether tokens requested with the other request satisfy this one as far as possible.
    func isSatisfied(by other: AccessTokenRequest, for session: StoredSession) -> Bool {
        claims == other.claims && resource == other.resource
            && resolved(for: session).scopes.isSubset(of: other.scopes)
    }
}
