import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

/// Sign-out with a hint that cannot be checked any more, because its key is gone.
@Suite struct EndSessionHandlerTests {
    private static let bye = "https://app.example.com/bye"

    /// A server that knows the client, and a hint that another server with the same issuer and other keys has signed.
    private func server() async throws -> (TestServer, hint: String) {
        let server = try TestServer()
        var client = try await server.addClient()
        client.postLogoutRedirectURIs = [Self.bye]
        try await server.store.commit([.client(.update(client))])
        let former = try TestServer(seed: 2)
        let tokens = try await former.signIn(try await former.addAccount(), to: try await former.addClient())
        return (server, try #require(tokens.idToken).reveal())
    }

    private func begin(
        _ server: TestServer,
        hint: String,
        clientID: String? = "app",
        session: BrowserSession?
    ) async throws(OAuthError) -> EndSessionOutcome {
        let request = EndSessionRequest(
            idTokenHint: hint,
            clientID: clientID,
            postLogoutRedirectURI: RedirectURI(rawValue: Self.bye),
            state: "state-1"
        )
        let browser = BrowserContext(binding: Secret("binding"), session: session)
        return try await EndSessionHandler(core: server.core).begin(request, browser: browser, context: server.context)
    }

    @Test func itProvesNothingSoThePersonIsAsked() async throws {
        let (server, hint) = try await server()
        let account = try await server.addAccount()
        let session = try await server.addBrowserSession(account)
        guard
            case .confirm("person@example.com", let client, let redirectURI) = try await begin(
                server,
                hint: hint,
                session: session
            )
        else {
            Issue.record("Nobody is asked.")
            return
        }
        #expect(client?.id == "app")
        #expect(redirectURI?.rawValue == Self.bye)
        #expect(try await server.store.browserSession(session.id)?.endedAt == nil)
    }

    @Test func itHindersNobodyFromGoingBack() async throws {
        let (server, hint) = try await server()
        guard case .signedOut(let response, _) = try await begin(server, hint: hint, session: nil) else {
            Issue.record("Somebody is asked.")
            return
        }
        #expect(response.location == Self.bye + "?state=state-1")
    }

    @Test func staysOnOwnPageWhenNoClientIsNamed() async throws {
        let (server, hint) = try await server()
        let outcome = try await begin(server, hint: hint, clientID: nil, session: nil)
        guard case .signedOut(let response, nil) = outcome else {
            Issue.record("Expected .signedOut without a client, got \(outcome).")
            return
        }
        #expect(response.location == nil)
    }
}
