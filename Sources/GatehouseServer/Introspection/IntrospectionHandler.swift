import Foundation
import GatehouseJOSE
import GatehouseStore
package import GatehouseWire

/// `/oauth2/introspect`: RFC 7662.
///
/// Any client with a secret may ask about an access token that was shown to it, and hears what the token says itself; the person's
/// address is for the token's own client alone (§2.2, §5). About a refresh token only its own client may ask.
package struct IntrospectionHandler: Sendable {
    let core: ServerCore
    let clients: ClientAuthenticator
    let accessTokens: AccessTokenChecker

    package init(core: ServerCore) {
        self.core = core
        clients = ClientAuthenticator(core: core)
        accessTokens = AccessTokenChecker(core: core)
    }

    /// Answers one request: all there is to say about a good token, and nothing about any other (§2.2).
    ///
    /// - Throws: `invalid_client` unless the caller has authenticated with a secret (§2.1).
    package func introspect(
        _ parameters: Parameters,
        authorization: String?,
        context: RequestContext
    ) async throws(OAuthError) -> IntrospectionResponse {
        let request = try IntrospectionRequest(parameters: parameters)
        let client = try await clients.authenticateConfidential(
            request.client,
            authorization: authorization,
            context: context
        )
        if let token = RefreshToken(request.token) { return try await introspect(token, of: client) }
        guard let token = try await accessTokens.check(request.token) else { return .inactive }
        return IntrospectionResponse(token: describe(token, to: client))
    }

    private func describe(_ token: LiveAccessToken, to client: Client) -> IntrospectionResponse.Token {
        let claims = token.claims
        var username: String?
        if case .person(let account, _) = token.bearer, claims.scope.contains(.email),
            claims.clientID == client.id.rawValue
        {
            username = account.email?.value
        }
        return IntrospectionResponse.Token(
            scope: claims.scope.isEmpty ? nil : claims.scope,
            clientID: claims.clientID,
            username: username,
            tokenType: .bearer,
            expiresAt: claims.expiresAt,
            issuedAt: claims.issuedAt,
            notBefore: claims.issuedAt,
            subject: claims.subject,
            audience: claims.audience,
            issuer: claims.issuer,
            tokenID: claims.tokenID,
            sessionID: claims.sessionID,
            authenticatedAt: claims.authenticatedAt,
            acr: claims.acr
        )
    }

    private func introspect(_ token: RefreshToken, of client: Client) async throws(OAuthError) -> IntrospectionResponse
    {
        let now = core.now
        let session = try await core.session(token.sessionID)
        guard let session, token.isAuthentic(for: session, under: core.masterKey), session.clientID == client.id,
            session.isAlive(at: now), isGood(token, in: session, of: client, at: now)
        else { return .inactive }
        let account = try await core.account(session.accountID)
        guard let account, !account.isDisabled else { return .inactive }
        return IntrospectionResponse(
            token: IntrospectionResponse.Token(
                scope: session.scopes,
                clientID: client.id.rawValue,
                username: session.scopes.contains(.email) ? account.email?.value : nil,
                expiresAt: UnixTime(session.expiresAt),
                issuedAt: UnixTime(session.rotatedAt),
                subject: account.id.rawValue,
                audience: Audience([core.settings.issuer]),
                issuer: core.settings.issuer,
                sessionID: session.id.rawValue,
                authenticatedAt: UnixTime(session.authenticatedAt),
                acr: session.acr
            )
        )
    }

    private func isGood(_ token: RefreshToken, in session: Session, of client: Client, at now: Date) -> Bool {
        let overlap = core.settings.lifetimes.refreshOverlap
        return token.standing(in: session, at: now, recovery: client.refreshRecovery, overlap: overlap) == .good
    }
}
