import GatehouseJOSE
package import GatehouseStore
package import GatehouseWire

/// `/oauth2/logout`: OpenID Connect RP-Initiated Logout 1.0.
///
/// An ID token of the user who is signed in proves that the request comes from one of their clients; without one
/// the user is asked. No parameter keeps a user from signing out: a hint that cannot be verified is ignored, and the
/// browser stays on a page of this server when the URI to return to is not registered. URIs are compared exactly,
/// except for the port of a loopback address.
package struct EndSessionHandler: Sendable {
    let core: ServerCore
    let hints: IDTokenHints
    let sessions: BrowserSessions
    /// Returns the URIs that a client may have the browser sent to after sign-out.
    let returnURIs: @Sendable (Client) -> [String]

    package init(
        core: ServerCore,
        returnURIs: @escaping @Sendable (Client) -> [String] = { $0.postLogoutRedirectURIs }
    ) {
        self.core = core
        self.returnURIs = returnURIs
        hints = IDTokenHints(core: core)
        sessions = BrowserSessions(core: core)
    }

    /// Answers a client's request.
    package func begin(
        _ request: EndSessionRequest,
        browser: BrowserContext,
        context: RequestContext
    ) async throws(OAuthError) -> EndSessionOutcome {
        let hint = try await hint(request)
        let (client, redirectURI) = try await destination(of: request, hint, browser.session)
        guard let session = browser.session else {
            return .signedOut(EndSessionResponse(redirectURI: redirectURI, state: request.state), client: client)
        }
        guard let hint, hint.subject == session.accountID.rawValue, hint.sessionID == session.id.rawValue else {
            let account = try await core.account(session.accountID)
            return .confirm(email: account?.email?.value, client: client, redirectURI: redirectURI)
        }
        return try await end(session, request, client, redirectURI, context)
    }

    /// Signs the user out after they have agreed to it.
    package func confirm(
        _ request: EndSessionRequest,
        browser: BrowserContext,
        context: RequestContext
    ) async throws(OAuthError) -> EndSessionOutcome {
        let (client, redirectURI) = try await destination(of: request, try await hint(request), browser.session)
        return try await end(browser.session, request, client, redirectURI, context)
    }

    /// Returns the claims of the hint, unless it was issued to another client than the one that the request names (§2).
    private func hint(_ request: EndSessionRequest) async throws(OAuthError) -> IDTokenClaims? {
        guard let claims = try await hints.claims(of: request.idTokenHint) else { return nil }
        guard let named = request.clientID, let audience = Self.audience(of: claims) else { return claims }
        return named == audience ? claims : nil
    }

    private static func audience(of claims: IDTokenClaims) -> String? {
        claims.authorizedParty ?? claims.audience.values.first
    }

    /// Returns the requesting client, if it is known, and the URI to return to, if it is registered.
    ///
    /// A request that names no client is taken to come from one that this browser session has signed in to.
    private func destination(
        of request: EndSessionRequest,
        _ hint: IDTokenClaims?,
        _ session: BrowserSession?
    ) async throws(OAuthError) -> (client: Client?, redirectURI: RedirectURI?) {
        if let id = request.clientID ?? hint.flatMap(Self.audience), let client = try await core.client(Client.ID(id)) {
            return (client, request.postLogoutRedirectURI.flatMap { mayReturn(to: $0, client) ? $0 : nil })
        }
        guard let uri = request.postLogoutRedirectURI, let session else { return (nil, nil) }
        let used: [Session]
        do { used = try await core.store.sessions(of: session.accountID) } catch { throw core.failure(error) }
        let ids = Set(used.lazy.filter { $0.browserSessionID == session.id }.map(\.clientID))
        for id in ids.sorted(by: { $0.rawValue < $1.rawValue }) {
            if let client = try await core.client(id), mayReturn(to: uri, client) { return (client, uri) }
        }
        return (nil, nil)
    }

    private func mayReturn(to uri: RedirectURI, _ client: Client) -> Bool {
        returnURIs(client).compactMap(RedirectURI.init(rawValue:)).contains { uri.matches(registered: $0) }
    }

    private func end(
        _ session: BrowserSession?,
        _ request: EndSessionRequest,
        _ client: Client?,
        _ redirectURI: RedirectURI?,
        _ context: RequestContext
    ) async throws(OAuthError) -> EndSessionOutcome {
        if let session {
            do { try await sessions.end(session, client: client?.id, context: context) } catch {
                throw core.failure(error)
            }
        }
        return .signedOut(EndSessionResponse(redirectURI: redirectURI, state: request.state), client: client)
    }
}
