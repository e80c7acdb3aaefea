import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

/// Requests for an authentication context class (OpenID Connect Core §5.5.1.1).
@Suite struct AuthenticationClassTests {
    private func authorize(
        _ entry: ClaimsRequest.Entry?,
        acrValues: String? = nil,
        prompt: String? = nil
    ) async throws -> AuthorizationDecision {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let identity = server.identity
        var parameters = Parameters([
            .clientID: client.id.rawValue, .redirectURI: ServerHarness.redirectURI,
            .responseType: ResponseType.code.rawValue,
            .scope: Scope.openid.rawValue, .state: "state-1",
        ])
        if let entry { parameters.append(.claims, ClaimsRequest(idToken: [.acr: entry]).encoded) }
        parameters.append(.acrValues, acrValues)
        parameters.append(.prompt, prompt)
        return try await identity.authorization.authorize(
            parameters,
            browser: BrowserContext(binding: identity.browserSessions.newBinding()),
            context: server.context,
            acceptLanguage: nil
        )
    }

    @Test(arguments: [
        ClaimsRequest.Entry(essential: true, value: "urn:example:silver"),
        ClaimsRequest.Entry(essential: true, values: ["urn:example:silver", "urn:example:gold"]),
        ClaimsRequest.Entry(essential: true, value: 1),
    ])
    func rejectsUnsatisfiableEssentialClass(_ entry: ClaimsRequest.Entry) async throws {
        for prompt in [nil, Prompt.none.rawValue] {
            let error = try #require(
                await #expect(throws: AuthorizationError.self) { try await authorize(entry, prompt: prompt) }
            )
            guard case .redirect(let response) = error, case .error(let details) = response.outcome else { throw error }
            #expect(details.code == .unmetAuthenticationRequirements)
            #expect(response.redirectURI.rawValue == ServerHarness.redirectURI)
            #expect(response.state == "state-1")
        }
    }

    @Test(arguments: [
        ClaimsRequest.Entry(essential: true, values: ["urn:gatehouse:acr:2", "urn:gatehouse:acr:1"]),
        ClaimsRequest.Entry(essential: true, value: "urn:gatehouse:acr:1"), ClaimsRequest.Entry(essential: true),
        ClaimsRequest.Entry(value: "urn:gatehouse:acr:2"), ClaimsRequest.Entry(values: ["urn:gatehouse:acr:2"]),
    ])
    func acceptsSatisfiableOrVoluntaryClass(_ entry: ClaimsRequest.Entry) async throws {
        guard case .interact = try await authorize(entry) else {
            Issue.record("The request does not lead to a sign-in.")
            return
        }
    }

    @Test func treatsACRValuesAsPreference() async throws {
        guard case .interact = try await authorize(nil, acrValues: "urn:gatehouse:acr:2") else {
            Issue.record("The request does not lead to a sign-in.")
            return
        }
    }
}
