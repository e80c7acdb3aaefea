import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

/// Sign-out with an `id_token_hint` whose signing key was deleted.
@Suite struct EndSessionHandlerTests {
    private static let logoutURI = "https://app.example.com/bye"

    /// Returns a server with the client, and a hint that was signed with an unknown key of the same issuer.
    private func server() async throws -> (ServerHarness, hint: String) {
        let server = try ServerHarness()
        var client = try await server.addClient()
        client.postLogoutRedirectURIs = [Self.logoutURI]
        try await server.store.commit([.client(.update(client))])
        let former = try ServerHarness(seed: 2)
        let tokens = try await former.signIn(try await former.addAccount(), to: try await former.addClient())
        return (server, try #require(tokens.idToken).reveal())
    }

    private func begin(
        _ server: ServerHarness,
        hint: String,
        clientID: String? = "app",
        session: BrowserSession?
    ) async throws(OAuthError) -> EndSessionOutcome {
        let request = EndSessionRequest(
            idTokenHint: hint,
            clientID: clientID,
            postLogoutRedirectURI: RedirectURI(rawValue: Self.logoutURI),
            state: "state-1"
        )
        let entry = session.map { BrowserSlots.Entry(secret: Secret("secret"), session: $0) }
        let browser = BrowserContext(
            binding: Secret("binding"),
            slots: BrowserSlots(entry.map { [0: $0] } ?? [:])
        )
        return try await server.identity.endSession.begin(request, browser: browser, context: server.context)
    }

    @Test func asksForConfirmationWithUnverifiableHint() async throws {
        let (server, hint) = try await server()
        let account = try await server.addAccount()
        let session = try await server.addBrowserSession(account)
        guard
            case .confirm(let accounts, let client, let redirectURI) = try await begin(
                server,
                hint: hint,
                session: session
            )
        else {
            Issue.record("The server does not ask for confirmation.")
            return
        }
        #expect(accounts == [account])
        #expect(client?.id == "app")
        #expect(redirectURI?.rawValue == Self.logoutURI)
        #expect(try await server.store.browserSession(session.id)?.endedAt == nil)
    }

    @Test func redirectsSignedOutBrowserWithUnverifiableHint() async throws {
        let (server, hint) = try await server()
        guard case .signedOut(let signOut) = try await begin(server, hint: hint, session: nil) else {
            Issue.record("The server asks for confirmation.")
            return
        }
        #expect(signOut.response.location == Self.logoutURI + "?state=state-1")
    }

    /// RP-Initiated Logout §3: where anyone can register a client, a link with an ID token of its own user proves
    /// nothing.
    @Test(
        arguments: [
            (nil, true), (ClientOrigin(kind: .registration), false),
            (ClientOrigin(kind: .registration, isVerified: true), true),
            (ClientOrigin(kind: .registration, isVerified: true, statementIssuer: "https://a.example.com"), false),
        ] as [(ClientOrigin?, Bool)]
    )
    func redirectsSignedOutBrowserToClientWithOperatorOnly(origin: ClientOrigin?, isRedirected: Bool) async throws {
        let server = try ServerHarness()
        let client = try await server.addClient { client in
            client.postLogoutRedirectURIs = [Self.logoutURI]
            client.origin = origin
        }
        let tokens = try await server.signIn(try await server.addAccount(), to: client)
        for hint in ["", try #require(tokens.idToken).reveal()] {
            guard case .signedOut(let signOut) = try await begin(server, hint: hint, session: nil) else {
                Issue.record("The server asks for confirmation.")
                return
            }
            #expect(signOut.response.location == (isRedirected ? Self.logoutURI + "?state=state-1" : nil))
        }
    }

    @Test func showsOwnPageWhenNoClientIsNamed() async throws {
        let (server, hint) = try await server()
        let outcome = try await begin(server, hint: hint, clientID: nil, session: nil)
        guard case .signedOut(let signOut) = outcome, signOut.client == nil else {
            Issue.record("Expected .signedOut without a client, got \(outcome).")
            return
        }
        #expect(signOut.response.location == nil)
    }

    /// Returns a browser that is signed in to accounts, the first one being the current one.
    private func browser(
        _ server: ServerHarness,
        _ names: String...
    ) async throws -> (browser: BrowserContext, sessions: [BrowserSession]) {
        var entries: [Int: BrowserSlots.Entry] = [:]
        var sessions: [BrowserSession] = []
        for (slot, name) in names.enumerated() {
            let account = try await server.addAccount(name, email: "\(name)@example.com")
            let session = try await server.addBrowserSession(account)
            entries[slot] = BrowserSlots.Entry(secret: Secret(name), session: session)
            sessions.append(session)
        }
        return (BrowserContext(binding: Secret("binding"), slots: BrowserSlots(entries)), sessions)
    }

    private func live(_ server: ServerHarness, _ sessions: [BrowserSession]) async throws -> [Account.ID] {
        var live: [Account.ID] = []
        for session in sessions where try await server.store.browserSession(session.id)?.endedAt == nil {
            live.append(session.accountID)
        }
        return live
    }

    @Test func endsOnlySessionOfHintInAnySlot() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        for (number, name) in ["ada", "bob", "carol"].enumerated() {
            let (browser, sessions) = try await browser(server, "ada \(name)", "bob \(name)", "carol \(name)")
            let account = try #require(try await server.store.account(sessions[number].accountID))
            let tokens = try await server.signIn(
                account,
                to: client,
                browserSession: sessions[number],
                scopes: [.openid]
            )
            let outcome = try await server.identity.endSession.begin(
                EndSessionRequest(idTokenHint: try #require(tokens.idToken).reveal()),
                browser: browser,
                context: server.context
            )
            guard case .signedOut(let signOut) = outcome else {
                Issue.record("The server asks for confirmation.")
                return
            }
            #expect(signOut.leavesAccounts)
            #expect(signOut.browserChange.slots.map(\.number) == [number])
            #expect(signOut.browserChange.slots.allSatisfy { $0.entry == nil })
            let others = sessions.map(\.accountID).filter { $0 != account.id }
            #expect(try await live(server, sessions) == others)
        }
    }

    @Test func listsAccountsAndEndsChosenOnes() async throws {
        let server = try ServerHarness()
        let (browser, sessions) = try await browser(server, "ada", "bob", "carol")
        let request = EndSessionRequest()
        let outcome = try await server.identity.endSession.begin(request, browser: browser, context: server.context)
        guard case .confirm(let accounts, _, _) = outcome else {
            Issue.record("The server does not ask for confirmation.")
            return
        }
        #expect(accounts.map(\.id) == ["ada", "bob", "carol"])
        for (choice, left) in [
            (EndSessionHandler.Choice.account("bob"), ["ada", "carol"]), (.account("unknown"), ["ada", "carol"]),
            (.all, []),
        ] as [(EndSessionHandler.Choice, [Account.ID])] {
            _ = try await server.identity.endSession.confirm(
                request,
                of: choice,
                browser: browser,
                context: server.context
            )
            #expect(try await live(server, sessions) == left)
        }
        let ended = try await server.store.events(of: nil, before: nil, limit: 10).filter { $0.kind == .signedOut }
        #expect(ended.count == 4)
    }
}
