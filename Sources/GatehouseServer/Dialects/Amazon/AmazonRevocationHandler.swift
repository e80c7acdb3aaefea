import GatehouseJOSE
import GatehouseStore
package import GatehouseWire

/// `/auth/o2/revoke`: the sign-out of an app.
///
/// Either of a session's tokens ends the session, and with it the sign-in of the browser that the session came from, so that the next
/// authorization asks again. An access token ends the browser's sign-in only where there is no refresh token: services that apps call see
/// access tokens too.
package struct AmazonRevocationHandler: Sendable {
    let core: ServerCore
    let clients: ClientAuthenticator
    let accessTokens: AccessTokenChecker

    init(core: ServerCore) {
        self.core = core
        clients = ClientAuthenticator(core: core)
        accessTokens = AccessTokenChecker(core: core)
    }

    /// Answers one request; a token that is unknown or over is answered like one that is revoked (RFC 7009 §2.2).
    ///
    /// - Throws: `invalid_client`; `unauthorized_client` for a living token of another client, which stays alive.
    package func revoke(
        _ parameters: Parameters,
        authorization: String?,
        context: RequestContext
    ) async throws(OAuthError) -> EmptyResponse {
        guard parameters[.token] != nil else { throw AmazonError.missing(.token) }
        guard let request = try? RevocationRequest(parameters: parameters) else { throw AmazonError.malformed }
        do throws(OAuthError) {
            let client = try await clients.authenticate(
                request.client,
                authorization: authorization,
                dialect: .amazon,
                context: context
            )
            try client.admitToAmazon()
            if let session = try await session(of: request.token), session.isAlive(at: core.now) {
                guard session.clientID == client.id else {
                    throw OAuthError(.unauthorizedClient, "The token was issued to another client.")
                }
                let isRefresh = RefreshToken(request.token) != nil
                _ = try await core.conflict(
                    committing: end(session, endingBrowser: isRefresh || !session.isOffline, context)
                )
            }
            return EmptyResponse()
        } catch {
            throw AmazonError.spell(error)
        }
    }

    private func session(of token: Secret) async throws(OAuthError) -> Session? {
        if let refresh = RefreshToken(token) {
            let session = try await core.session(refresh.sessionID)
            return session.flatMap { refresh.isAuthentic(for: $0, under: core.masterKey) ? $0 : nil }
        }
        guard case .person(_, let session)? = try await accessTokens.check(token)?.bearer else { return nil }
        return session
    }

    private func end(_ session: Session, endingBrowser: Bool, _ context: RequestContext) -> [Change] {
        var changes: [Change] = [
            .session(.end(session.id, reason: .signedOut, at: core.now)),
            core.audit(
                .sessionEnded,
                context,
                account: session.accountID,
                client: session.clientID,
                session: session.id,
                detail: SessionEndReason.signedOut.rawValue
            ),
        ]
        // Who signs out on a television stays signed in in the browser of their phone.
        if endingBrowser, let browser = session.browserSessionID, !session.isOnOtherDevice {
            changes += BrowserSessions(core: core).changes(
                ending: browser,
                of: session.accountID,
                client: session.clientID,
                context: context
            )
        }
        return changes
    }
}
