import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

/// Claims that requests name (OpenID Connect Core §5.5).
@Suite struct ClaimsParameterTests {
    /// §5.5.1: a claim that is not available is no error, even if it is essential or has a value.
    @Test func omitsEssentialClaimsThatAccountLacks() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient { $0.skipsConsent = true }
        let entries: [ClaimName: ClaimsRequest.Entry] = [
            .email: .init(essential: true), .phoneNumber: .init(essential: true, value: "+819012345678"),
            .givenName: .init(values: ["Other", "Given"]), ClaimName(rawValue: "unknown"): .init(essential: true),
        ]
        let tokens = try await server.signIn(
            try await server.addAccount(),
            to: client,
            scopes: [.openid],
            claims: ClaimsRequest(userInfo: entries, idToken: entries)
        )
        let expected = StandardClaims([.email: "person@example.com", .givenName: "Given"])
        let idToken = try #require(tokens.idToken)
        let claims = try await server.read(idToken, as: IDTokenClaims.self, kind: .idToken).claims.claims
        #expect(claims.email == "person@example.com")
        #expect(claims.givenName == "Given")
        #expect(claims.phoneNumber == nil)
        let response = try await server.identity.userInfo.userInfo(
            Parameters(),
            authorization: "Bearer " + tokens.accessToken.reveal()
        )
        #expect(response.claims == expected)
    }

    @Test func includesAttributesThatClientAsksFor() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient {
            $0.skipsConsent = true
            $0.attributes = [ClientAttribute(name: "team")]
        }
        var account = try await server.addAccount()
        account.attributes = ["team": "blue", "other": "hidden"]
        account.revision += 1
        try await server.store.commit([.account(.update(account))])
        let (team, other) = (ClaimName(rawValue: "team"), ClaimName(rawValue: "other"))
        let tokens = try await server.signIn(
            account,
            to: client,
            scopes: [.openid],
            claims: ClaimsRequest(idToken: [team: .init(essential: true), other: .init()])
        )
        let claims = try await server.read(try #require(tokens.idToken), as: IDTokenClaims.self, kind: .idToken).claims
        #expect(claims.claims[team] == "blue")
        #expect(claims.claims[other] == nil)
    }

    /// §5.5.1: the response must not be about another user than the requested `sub`.
    @Test(arguments: ["id_token", "userinfo"])
    func rejectsOtherSubjectThanRequested(member: String) async throws {
        let server = try await CompleteServer.with { $0.redirectURIs = [ServerHarness.redirectURI] }
        try await server.addAccount("ada@example.com", password: "correct horse battery")
        var driver = try await BrowserDriver(on: server)
        try await driver.signIn("ada@example.com", password: "correct horse battery")
        let decision = try await driver.browser.authorize(
            [.prompt: "none", .claims: #"{"\#(member)":{"sub":{"value":"other"}}}"#],
            on: server
        )
        #expect(decision.error == .loginRequired)
    }
}
