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
        let verifier = try await core.verifier()
        let issuer = core.settings.issuer
        do {
            let claims = try verifier.verify(
                token,
                as: AccessTokenClaims.self,
                kind: .accessToken,
                algorithms: [.es256]
            ).claims
            try claims.check(issuer: issuer, audience: issuer, now: core.now)
            return claims
        } catch {
            return nil
        }
    }

    /// What a session's token stands for: all that the session was granted and the client may still have.
    private func claims(of token: SessionToken) async throws(OAuthError) -> AccessTokenClaims? {
        let session = try await core.session(token.sessionID)
        guard let session, token.isAuthentic(for: session, under: core.masterKey), token.counter == session.counter,
            core.now < token.expiresAt.date, let client = try await core.client(session.clientID)
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
        let clientID = Client.ID(claims.clientID)
        let isRevoked = try await core.isTokenRevoked(id: claims.tokenID)
        let client = try await core.client(clientID)
        guard !isRevoked, let client, let bearer = try await bearer(of: claims, client) else { return nil }
        return LiveAccessToken(claims: claims, client: client, bearer: bearer)
    }

    private func bearer(
        of claims: AccessTokenClaims,
        _ client: Client
    ) async throws(OAuthError) -> LiveAccessToken.Bearer? {
        guard let sessionID = claims.sessionID.map({ Session.ID($0) }) else {
            let isAdministrator = claims.scope.contains(.manageAccounts)
            let secretID = isAdministrator ? client.adminSecretID(under: core.masterKey) : nil
            let isGood = !isAdministrator || (secretID != nil && secretID == claims.secretID)
            return isGood && claims.subject == client.id.rawValue ? .client : nil
        }
        let session = try await core.session(sessionID)
        guard let session, session.isAlive(at: core.now), session.clientID == client.id,
            session.accountID.rawValue == claims.subject
        else { return nil }
        let account = try await core.account(session.accountID)
        guard let account, !account.isDisabled else { return nil }
        return .person(account, session)
    }
}
