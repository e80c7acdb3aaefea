import GatehouseJOSE
package import GatehouseStore
package import GatehouseWire

/// The logout endpoint `/oauth2/logout` (OpenID Connect RP-Initiated Logout 1.0).
///
/// An ID token of a browser session proves that a client of its user sent the request, and ends that session alone;
/// otherwise the user must confirm, and chooses the accounts. Invalid parameters never prevent a sign-out: a hint that
/// cannot be verified is ignored, and with an unregistered redirect URI the browser stays on a page of this server.
/// URIs are compared exactly, except for the port of a loopback address.
package struct EndSessionHandler: Sendable {
    /// The accounts that the user signs out of on the confirmation page.
    package enum Choice: Sendable, Equatable {
        case account(Account.ID)
        case all
    }

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
        let named = hint.flatMap { hints.session(of: $0, among: browser.sessions) }
        let (client, redirectURI) = try await destination(of: request, hint, named ?? browser.session)
        guard named != nil || browser.session == nil else {
            return try await confirmation(in: browser, client: client, redirectURI: redirectURI)
        }
        let ended = [named].compactMap(\.self)
        try await sessions.end(ended, client: client?.id, context: context)
        // §3: a link of a client that registered itself could lead from this server to any website, also with an ID
        // token of its own user.
        let isLegitimate = named != nil || client?.hasOperator ?? true
        return signedOut(
            of: ended,
            in: browser,
            client: client,
            response: EndSessionResponse(redirectURI: isLegitimate ? redirectURI : nil, state: request.state)
        )
    }

    /// Signs the user out after confirmation; asks again if the browser is no longer signed in to the chosen account.
    package func confirm(
        _ request: EndSessionRequest,
        of choice: Choice,
        browser: BrowserContext,
        context: RequestMetadata
    ) async throws(OAuthError) -> EndSessionOutcome {
        let chosen: [BrowserSession] =
            switch choice {
            case .account(let id): [browser.session(of: id)].compactMap(\.self)
            case .all: browser.sessions
            }
        let (client, redirectURI) = try await destination(
            of: request,
            try await hint(request),
            chosen.first ?? browser.session
        )
        guard !chosen.isEmpty || browser.session == nil else {
            return try await confirmation(in: browser, client: client, redirectURI: redirectURI)
        }
        try await sessions.end(chosen, client: client?.id, context: context)
        return signedOut(
            of: chosen,
            in: browser,
            client: client,
            response: EndSessionResponse(redirectURI: redirectURI, state: request.state)
        )
    }

    /// Returns the outcome that the user must choose among the accounts of the browser.
    private func confirmation(
        in browser: BrowserContext,
        client: Client?,
        redirectURI: RedirectURI?
    ) async throws(OAuthError) -> EndSessionOutcome {
        var accounts: [Account] = []
        for session in browser.sessions {
            if let account = try await records.account(session.accountID) { accounts.append(account) }
        }
        return .confirm(accounts: accounts, client: client, redirectURI: redirectURI)
    }

    /// Returns the hint, unless it was issued to another client than the one in the request (§2).
    private func hint(_ request: EndSessionRequest) async throws(OAuthError) -> IDTokenHint? {
        guard let hint = try await hints.read(request.idTokenHint) else { return nil }
        guard let named = request.clientID, let audience = hint.audience else { return hint }
        return named == audience ? hint : nil
    }

    /// Returns the requesting client, if known, and the post-logout redirect URI, if registered.
    ///
    /// A request without a client is attributed to one that this browser session has signed in to.
    private func destination(
        of request: EndSessionRequest,
        _ hint: IDTokenHint?,
        _ session: BrowserSession?
    ) async throws(OAuthError) -> (client: Client?, redirectURI: RedirectURI?) {
        if let id = request.clientID ?? hint?.audience,
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

    private func signedOut(
        of ended: [BrowserSession],
        in browser: BrowserContext,
        client: Client?,
        response: EndSessionResponse
    ) -> EndSessionOutcome {
        .signedOut(
            SignOut(
                response: response,
                client: client,
                browserChange: browser.slots.removing(ended),
                leavesAccounts: browser.sessions.count > ended.count
            )
        )
    }
}

/// The outcome of a logout request.
package enum EndSessionOutcome: Sendable {
    /// The user must confirm, because no ID token of a session proves the request: the accounts of the browser, the
    /// current one first.
    case confirm(accounts: [Account], client: Client?, redirectURI: RedirectURI?)
    /// The user is signed out; the browser follows the redirect, if there is one.
    case signedOut(SignOut)
}

/// A sign-out.
package struct SignOut: Sendable {
    package let response: EndSessionResponse
    package let client: Client?
    /// The browser's cookies without those of the ended sessions.
    package let browserChange: BrowserChange
    /// Whether the browser is still signed in to other accounts.
    package let leavesAccounts: Bool
}
