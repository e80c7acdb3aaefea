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
        let browser = BrowserContext(binding: Secret("binding"), session: session)
        return try await server.identity.endSession.begin(request, browser: browser, context: server.context)
    }

    @Test func asksForConfirmationWithUnverifiableHint() async throws {
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
            Issue.record("The server does not ask for confirmation.")
            return
        }
        #expect(client?.id == "app")
        #expect(redirectURI?.rawValue == Self.logoutURI)
        #expect(try await server.store.browserSession(session.id)?.endedAt == nil)
    }

    @Test func redirectsSignedOutBrowserWithUnverifiableHint() async throws {
        let (server, hint) = try await server()
        guard case .signedOut(let response, _) = try await begin(server, hint: hint, session: nil) else {
            Issue.record("The server asks for confirmation.")
            return
        }
        #expect(response.location == Self.logoutURI + "?state=state-1")
    }

    @Test func showsOwnPageWhenNoClientIsNamed() async throws {
        let (server, hint) = try await server()
        let outcome = try await begin(server, hint: hint, clientID: nil, session: nil)
        guard case .signedOut(let response, nil) = outcome else {
            Issue.record("Expected .signedOut without a client, got \(outcome).")
            return
        }
        #expect(response.location == nil)
    }
}
