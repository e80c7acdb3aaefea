import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

/// What becomes of a request for a certain class of authentication (OpenID Connect Core §5.5.1.1).
@Suite struct AuthenticationClassTests {
    private func authorize(
        _ entry: ClaimsRequest.Entry?,
        acrValues: String? = nil,
        prompt: String? = nil
    ) async throws -> AuthorizationOutcome {
        let server = try TestServer()
        let client = try await server.addClient()
        let identity = IdentityServer(core: server.core)
        var parameters = Parameters([
            .clientID: client.id.rawValue, .redirectURI: TestServer.redirectURI,
            .responseType: ResponseType.code.rawValue,
            .scope: Scope.openid.rawValue, .state: "state-1",
        ])
        if let entry { parameters.append(.claims, ClaimsRequest(idToken: [.acr: entry]).encoded) }
        parameters.append(.acrValues, acrValues)
        parameters.append(.prompt, prompt)
        return try await identity.authorization.authorize(
            parameters,
            browser: BrowserContext(binding: identity.browserSessions.newBinding(), session: nil),
            context: server.context,
            acceptLanguage: nil
        )
    }

    @Test(arguments: [
        ClaimsRequest.Entry(essential: true, value: "urn:gatehouse:acr:2"),
        ClaimsRequest.Entry(essential: true, values: ["urn:gatehouse:acr:2", "urn:example:gold"]),
        ClaimsRequest.Entry(essential: true, value: 1),
    ])
    func aClassThatIsNeededAndOutOfReachFailsAtOnce(_ entry: ClaimsRequest.Entry) async throws {
        for prompt in [nil, Prompt.none.rawValue] {
            let error = try #require(
                await #expect(throws: AuthorizationError.self) { try await authorize(entry, prompt: prompt) }
            )
            guard case .redirect(let response) = error, case .error(let told) = response.outcome else { throw error }
            #expect(told.code == .unmetAuthenticationRequirements)
            #expect(response.redirectURI.rawValue == TestServer.redirectURI)
            #expect(response.state == "state-1")
        }
    }

    @Test(arguments: [
        ClaimsRequest.Entry(essential: true, values: ["urn:gatehouse:acr:2", "urn:gatehouse:acr:1"]),
        ClaimsRequest.Entry(essential: true, value: "urn:gatehouse:acr:1"), ClaimsRequest.Entry(essential: true),
        ClaimsRequest.Entry(value: "urn:gatehouse:acr:2"), ClaimsRequest.Entry(values: ["urn:gatehouse:acr:2"]),
    ])
    func oneThatIsInReachOrOnlyWelcomeIsNoHindrance(_ entry: ClaimsRequest.Entry) async throws {
        guard case .interact = try await authorize(entry) else {
            Issue.record("Nobody is asked to sign in.")
            return
        }
    }

    @Test func acrValuesAreAWish() async throws {
        guard case .interact = try await authorize(nil, acrValues: "urn:gatehouse:acr:2") else {
            Issue.record("Nobody is asked to sign in.")
            return
        }
    }
}
