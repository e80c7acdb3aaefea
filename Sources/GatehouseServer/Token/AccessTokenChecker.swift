import Foundation
package import GatehouseJOSE
import GatehouseStore
package import GatehouseWire

/// Judges access tokens of this server (RFC 9068 §4), for every endpoint that takes one.
package struct AccessTokenChecker: Sendable {
    let core: ServerCore

    package init(core: ServerCore) {
        self.core = core
    }

    /// What a token in either spelling says; `nil` unless this server signed it as an access token for itself and its time is not over.
    ///
    /// It may have been revoked: ``check(_:)`` finds that out.
    package func claims(of token: Secret) async throws(OAuthError) -> AccessTokenClaims? {
        let token = AmazonTokenForm.accessToken.read(token)
        if let token = SessionToken(token) { return try await claims(of: token) }
        let issuer = core.settings.issuer
        let keys = try await core.checkingKeys()
        guard let claims = core.verifiedTokens.claims(of: token, under: keys) else { return nil }
        do { try claims.check(issuer: issuer, audience: issuer, now: core.now) } catch { return nil }
        return claims
    }

    /// What a session's token stands for: all that the session was granted and the client may still have.
    private func claims(of token: SessionToken) async throws(OAuthError) -> AccessTokenClaims? {
        let session = try await core.session(token.sessionID)
        guard let session, token.isAuthentic(for: session, under: core.masterKey) else { return nil }
        if token.counter > session.counter, !core.settings.wasRestored(since: session.rotatedAt) {
            throw core.failure(StoreError.setBack)
        }
        guard token.counter == session.counter, core.now < token.expiresAt.date,
            let client = try await core.client(session.clientID)
        else { return nil }
        return AccessTokenClaims(
            issuer: core.settings.issuer,
            subject: session.accountID.rawValue,
            audience: Audience([core.settings.issuer]),
            expiresAt: token.expiresAt,
            issuedAt: UnixTime(session.rotatedAt),
            tokenID: token.id,
            clientID: client.id.rawValue,
            scope: session.scopes.intersection(client.scopes),
            sessionID: session.id.rawValue,
            authenticatedAt: UnixTime(session.authenticatedAt),
            acr: session.acr,
            amr: session.methods
        )
    }

    /// A token that is good now; `nil` when it is not: its session or itself was ended, or the account or the client is gone or shut out.
    package func check(_ token: Secret) async throws(OAuthError) -> LiveAccessToken? {
        guard let claims = try await claims(of: token) else { return nil }
        if let sessionID = claims.sessionID { return try await check(claims, ofSession: Session.ID(sessionID)) }
        let isRevoked = try await core.isTokenRevoked(id: claims.tokenID)
        let client = try await core.client(Client.ID(claims.clientID))
        guard !isRevoked, let client, claims.subject == client.id.rawValue else { return nil }
        if claims.scope.contains(.manageAccounts) {
            let secretID = client.adminSecretID(under: core.masterKey)
            guard secretID != nil, secretID == claims.secretID else { return nil }
        }
        return LiveAccessToken(claims: claims, client: client, bearer: .client)
    }

    private func check(
        _ claims: AccessTokenClaims,
        ofSession id: Session.ID
    ) async throws(OAuthError) -> LiveAccessToken? {
        let standing = try await core.standing(of: id, token: claims.tokenID)
        guard let standing, !standing.isTokenRevoked, let account = standing.account,
            let client = try await core.knownClient(standing.session.clientID),
            client.id.rawValue == claims.clientID, account.id.rawValue == claims.subject,
            standing.session.isAlive(at: core.now), !account.isDisabled
        else { return nil }
        return LiveAccessToken(claims: claims, client: client, bearer: .person(account, standing.session))
    }
}
