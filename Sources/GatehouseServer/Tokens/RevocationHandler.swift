import Foundation
import GatehouseJOSE
import GatehouseStore
package import GatehouseWire

/// The revocation endpoint `/oauth2/revoke` (RFC 7009).
///
/// A refresh token ends its session and so all of its tokens (§2.1); an access token is revoked alone. The token type
/// is recognized by format, so `token_type_hint` is ignored.
package struct RevocationHandler: Sendable {
    let records: RecordLookup
    let audit: AuditLog
    let masterKey: MasterKey
    let environment: ServerEnvironment
    let clients: ClientAuthenticator
    let accessTokens: AccessTokenValidator

    /// Revokes a token; unknown and expired tokens get the same response (§2.2).
    ///
    /// - Throws: `invalid_client`; `unauthorized_client` for a valid token of another client, which remains valid.
    package func revoke(
        _ parameters: Parameters,
        authorization: String?,
        context: RequestMetadata
    ) async throws(OAuthError) -> EmptyResponse {
        let request = try RevocationRequest(parameters: parameters)
        let client = try await clients.authenticate(
            request.client,
            authorization: authorization,
            context: context
        )
        if let token = accessTokens.formats.refreshToken(request.token) {
            try await revoke(token, of: client, context)
        } else {
            try await revoke(accessToken: request.token, of: client, context)
        }
        return EmptyResponse()
    }

    private func revoke(_ token: RefreshToken, of client: Client, _ context: RequestMetadata) async throws(OAuthError) {
        let session = try await records.session(token.sessionID)
        guard let session, token.isAuthentic(for: session, under: masterKey), session.isAlive(at: environment.now)
        else {
            return
        }
        guard session.clientID == client.id else { throw Self.wrongClient }
        _ = try await records.firstConflict(committing: [
            .session(.end(session.id, reason: .revoked, at: environment.now)),
            audit.event(
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
        _ context: RequestMetadata
    ) async throws(OAuthError) {
        guard let claims = try await accessTokens.claims(of: token, for: .any) else { return }
        guard claims.clientID == client.id.rawValue else { throw Self.wrongClient }
        guard try await !records.isTokenRevoked(id: claims.tokenID) else { return }
        let session = claims.sessionID.map { Session.ID($0) }
        // The session names the account; the subject may be the pairwise identifier for another client, whose token was
        // exchanged.
        var account: Account.ID?
        if let session { account = try await records.session(session)?.accountID }
        _ = try await records.firstConflict(committing: [
            .revokeToken(id: claims.tokenID, until: claims.expiresAt.date),
            audit.event(
                .tokenRevoked,
                context,
                account: account,
                client: client.id,
                session: session
            ),
        ])
    }

    private static let wrongClient = OAuthError(.unauthorizedClient, "The token was issued to another client.")
}
