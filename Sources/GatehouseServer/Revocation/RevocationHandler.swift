import Foundation
import GatehouseJOSE
import GatehouseStore
package import GatehouseWire

/// `/oauth2/revoke`: RFC 7009.
///
/// A refresh token takes its session with it and so every token of it (§2.1); an access token goes alone. What a token is shows from
/// its form, so the hint is not needed.
package struct RevocationHandler: Sendable {
    let core: ServerCore
    let clients: ClientAuthenticator
    let accessTokens: AccessTokenChecker

    package init(core: ServerCore) {
        self.core = core
        clients = ClientAuthenticator(core: core)
        accessTokens = AccessTokenChecker(core: core)
    }

    /// Answers one request; a token that is unknown or over is answered like one that is revoked (§2.2).
    ///
    /// - Throws: `invalid_client`; `unauthorized_client` for a living token of another client, which stays alive.
    package func revoke(
        _ parameters: Parameters,
        authorization: String?,
        context: RequestContext
    ) async throws(OAuthError) -> EmptyResponse {
        let request = try RevocationRequest(parameters: parameters)
        let client = try await clients.authenticate(
            request.client,
            authorization: authorization,
            context: context
        )
        if let token = RefreshToken(request.token) {
            try await revoke(token, of: client, context)
        } else {
            try await revoke(accessToken: request.token, of: client, context)
        }
        return EmptyResponse()
    }

    private func revoke(_ token: RefreshToken, of client: Client, _ context: RequestContext) async throws(OAuthError) {
        let session = try await core.session(token.sessionID)
        guard let session, token.isAuthentic(for: session, under: core.masterKey), session.isAlive(at: core.now) else {
            return
        }
        guard session.clientID == client.id else { throw Self.notYours }
        _ = try await core.conflict(committing: [
            .session(.end(session.id, reason: .revoked, at: core.now)),
            core.audit(
                .sessionEnded,
                context,
                account: session.accountID,
                client: client.id,
                session: session.id,
                detail: SessionEndReason.revoked.rawValue
            ),
        ])
    }

    private func revoke(
        accessToken token: Secret,
        of client: Client,
        _ context: RequestContext
    ) async throws(OAuthError) {
        guard let claims = try await accessTokens.claims(of: token) else { return }
        guard claims.clientID == client.id.rawValue else { throw Self.notYours }
        guard try await !core.isTokenRevoked(id: claims.tokenID) else { return }
        let session = claims.sessionID.map { Session.ID($0) }
        _ = try await core.conflict(committing: [
            .revokeToken(id: claims.tokenID, until: claims.expiresAt.date),
            core.audit(
                .tokenRevoked,
                context,
                account: session.map { _ in Account.ID(claims.subject) },
                client: client.id,
                session: session
            ),
        ])
    }

    private static let notYours = OAuthError(.unauthorizedClient, "The token was issued to another client.")
}
