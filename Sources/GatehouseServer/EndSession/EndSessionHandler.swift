import GatehouseJOSE
import GatehouseStore
package import GatehouseWire

/// `/oauth2/logout`: OpenID Connect RP-Initiated Logout 1.0.
///
/// An ID token of the person who is signed in proves that the request comes from a client that knows them; without one the person is
/// asked. The browser is sent only to an address that the client has registered, letter by letter but for the port of a loopback one.
package struct EndSessionHandler: Sendable {
    let core: ServerCore
    let hints: IDTokenHints
    let sessions: BrowserSessions

    package init(core: ServerCore) {
        self.core = core
        hints = IDTokenHints(core: core)
        sessions = BrowserSessions(core: core)
    }

    /// Answers a client's request.
    ///
    /// - Throws: `invalid_request`, for a page, when the request cannot be what it says: a hint issued to another client, or
    ///   an address to return to that is not registered.
    package func begin(
        _ request: EndSessionRequest,
        browser: BrowserContext,
        context: RequestContext
    ) async throws(OAuthError) -> EndSessionOutcome {
        let claims = try await claims(request)
        let client = try await client(request, claims)
        let response = try response(request, client)
        guard let session = browser.session else { return .signedOut(response, client: client) }
        guard let claims, claims.subject == session.accountID.rawValue, claims.sessionID == session.id.rawValue else {
            return .confirm(email: try await account(session)?.email?.value, client: client)
        }
        try await end(session, client, context)
        return .signedOut(response, client: client)
    }

    /// The person has said yes.
    package func confirm(
        _ request: EndSessionRequest,
        browser: BrowserContext,
        context: RequestContext
    ) async throws(OAuthError) -> EndSessionOutcome {
        let client = try await client(request, try await claims(request))
        let response = try response(request, client)
        if let session = browser.session { try await end(session, client, context) }
        return .signedOut(response, client: client)
    }

    /// What the hint says; one that cannot be checked any more, because its key is gone, proves nothing and hinders nobody.
    private func claims(_ request: EndSessionRequest) async throws(OAuthError) -> IDTokenClaims? {
        do throws(OAuthError) {
            return try await hints.claims(of: request.idTokenHint)
        } catch {
            guard error.code == .invalidRequest else { throw error }
            return nil
        }
    }

    private func client(_ request: EndSessionRequest, _ claims: IDTokenClaims?) async throws(OAuthError) -> Client? {
        let audience = claims?.authorizedParty ?? claims?.audience.values.first
        if let named = request.clientID, let audience, named != audience {
            throw OAuthError(.invalidRequest, "The ID token hint was issued to another client than the one named.")
        }
        guard let id = request.clientID ?? audience else { return nil }
        return try await core.client(Client.ID(id))
    }

    private func response(_ request: EndSessionRequest, _ client: Client?) throws(OAuthError) -> EndSessionResponse {
        guard let uri = request.postLogoutRedirectURI else { return EndSessionResponse(redirectURI: nil, state: nil) }
        let registered = client?.postLogoutRedirectURIs.compactMap(RedirectURI.init(rawValue:)) ?? []
        guard registered.contains(where: { uri.matches(registered: $0) }) else {
            throw OAuthError(
                .invalidRedirectURI,
                "The address to return to after sign-out is not one that the app has registered."
            )
        }
        return EndSessionResponse(redirectURI: uri, state: request.state)
    }

    private func account(_ session: BrowserSession) async throws(OAuthError) -> Account? {
        try await core.account(session.accountID)
    }

    private func end(_ session: BrowserSession, _ client: Client?, _ context: RequestContext) async throws(OAuthError) {
        do { try await sessions.end(session, client: client?.id, context: context) } catch {
            throw core.failure(error)
        }
    }
}
