import GatehouseJOSE
package import GatehouseStore
package import GatehouseWire

/// The logout endpoint `/oauth2/logout` (OpenID Connect RP-Initiated Logout 1.0).
///
/// An ID token of the signed-in user proves that one of their clients sent the request; otherwise the user must
/// confirm. Invalid parameters never prevent a sign-out: a hint that cannot be verified is ignored, and with an
/// unregistered redirect URI the browser stays on a page of this server. URIs are compared exactly, except for the port
/// of a loopback address.
package struct EndSessionHandler: Sendable {
    let records: RecordLookup
    let hints: IDTokenHintReader
    let sessions: BrowserSessions
    /// Returns the registered post-logout redirect URIs of a client.
    var returnURIs: @Sendable (Client) -> [String] = { $0.postLogoutRedirectURIs }

    /// Processes a logout request.
    package func begin(
        _ request: EndSessionRequest,
        browser: BrowserContext,
        context: RequestMetadata
    ) async throws(OAuthError) -> EndSessionOutcome {
        let hint = try await hint(request)
        let (client, redirectURI) = try await destination(of: request, hint, browser.session)
        guard let session = browser.session else {
            return .signedOut(EndSessionResponse(redirectURI: redirectURI, state: request.state), client: client)
        }
        guard let hint, hint.subject == session.accountID.rawValue, hint.sessionID == session.id.rawValue else {
            let account = try await records.account(session.accountID)
            return .confirm(email: account?.email?.value, client: client, redirectURI: redirectURI)
        }
        return try await end(session, by: request, client: client, redirectURI: redirectURI, context: context)
    }

    /// Signs the user out after confirmation.
    package func confirm(
        _ request: EndSessionRequest,
        browser: BrowserContext,
        context: RequestMetadata
    ) async throws(OAuthError) -> EndSessionOutcome {
        let (client, redirectURI) = try await destination(of: request, try await hint(request), browser.session)
        return try await end(browser.session, by: request, client: client, redirectURI: redirectURI, context: context)
    }

    /// Returns the claims of the hint, unless it was issued to another client than the one in the request (§2).
    private func hint(_ request: EndSessionRequest) async throws(OAuthError) -> IDTokenClaims? {
        guard let claims = try await hints.claims(of: request.idTokenHint) else { return nil }
        guard let named = request.clientID, let audience = Self.audience(of: claims) else { return claims }
        return named == audience ? claims : nil
    }

    private static func audience(of claims: IDTokenClaims) -> String? {
        claims.authorizedParty ?? claims.audience.values.first
    }

    /// Returns the requesting client, if known, and the post-logout redirect URI, if registered.
    ///
    /// A request without a client is attributed to one that this browser session has signed in to.
    private func destination(
        of request: EndSessionRequest,
        _ hint: IDTokenClaims?,
        _ session: BrowserSession?
    ) async throws(OAuthError) -> (client: Client?, redirectURI: RedirectURI?) {
        if let id = request.clientID ?? hint.flatMap(Self.audience),
            let client = try await records.client(Client.ID(id))
        {
            return (client, request.postLogoutRedirectURI.flatMap { isRegistered($0, client) ? $0 : nil })
        }
        guard let uri = request.postLogoutRedirectURI, let session else { return (nil, nil) }
        let used = try await records.sessions(of: session.accountID)
        let ids = Set(used.lazy.filter { $0.browserSessionID == session.id }.map(\.clientID))
        for id in ids.sorted(by: { $0.rawValue < $1.rawValue }) {
            if let client = try await records.client(id), isRegistered(uri, client) { return (client, uri) }
        }
        return (nil, nil)
    }

    private func isRegistered(_ uri: RedirectURI, _ client: Client) -> Bool {
        returnURIs(client).compactMap(RedirectURI.init(rawValue:)).contains { uri.matches(registered: $0) }
    }

    private func end(
        _ session: BrowserSession?,
        by request: EndSessionRequest,
        client: Client?,
        redirectURI: RedirectURI?,
        context: RequestMetadata
    ) async throws(OAuthError) -> EndSessionOutcome {
        if let session { try await sessions.end(session, client: client?.id, context: context) }
        return .signedOut(EndSessionResponse(redirectURI: redirectURI, state: request.state), client: client)
    }
}

/// The outcome of a logout request.
package enum EndSessionOutcome: Sendable {
    /// The user must confirm, because no ID token of the session proves the request.
    case confirm(email: String?, client: Client?, redirectURI: RedirectURI?)
    /// The user is signed out; the browser follows the redirect, if there is one.
    case signedOut(EndSessionResponse, client: Client?)
}
