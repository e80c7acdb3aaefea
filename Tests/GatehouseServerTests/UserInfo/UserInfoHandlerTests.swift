import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct UserInfoHandlerTests {
    @Test func theFieldAndTheFormBothCarryTheToken() async throws {
        let server = try TestServer()
        let tokens = try await server.signIn(
            try await server.addAccount(),
            to: try await server.addClient(),
            scopes: [.openid, .profile, .email]
        )
        let byField = try await ask(server, tokens.accessToken)
        let byForm = try await UserInfoHandler(core: server.core)
            .userInfo(Parameters([.accessToken: tokens.accessToken.reveal()]), authorization: nil)
        #expect(byField == byForm)
        #expect(
            String(decoding: byField.body(), as: UTF8.self) == """
                {"email":"person@example.com","email_verified":true,"family_name":"Family","given_name":"Given",\
                "name":"Given Family","sub":"account-1","updated_at":1800000000}
                """
        )
    }

    @Test func claimsAskedForByNameAreAdded() async throws {
        let server = try TestServer()
        let client = try await server.addClient(skipsConsent: true)
        let tokens = try await server.signIn(
            try await server.addAccount(),
            to: client,
            scopes: [.openid],
            claims: ClaimsRequest(userInfo: [.email: .init()], idToken: [.name: .init()])
        )
        let answer = try await ask(server, tokens.accessToken)
        #expect(answer == UserInfoResponse(subject: "account-1", claims: .init([.email: "person@example.com"])))
    }

    @Test func withoutATokenTheChallengeGivesNoReason() async throws {
        let server = try TestServer()
        let handler = UserInfoHandler(core: server.core)
        let error = try await refusal { try await handler.userInfo(Parameters(), authorization: nil) }
        #expect(error.status == .unauthorized)
        #expect(error.challenge?.encoded == #"Bearer realm="https://id.example.com""#)
    }

    @Test(arguments: ["Bearer x", "Bearer a.b.c", "Basic YXBwOng=", "Bearer", "x"])
    func aTokenThatIsNotGoodIsChallenged(_ field: String) async throws {
        let server = try TestServer()
        let handler = UserInfoHandler(core: server.core)
        let error = try await refusal { try await handler.userInfo(Parameters(), authorization: field) }
        #expect(error.code == .invalidToken)
        #expect(error.status == .unauthorized)
        #expect(error.challenge?.scheme == .bearer)
        #expect(error.challenge?.error == .invalidToken)
    }

    @Test func aTokenSentTwiceIsABadRequest() async throws {
        let server = try TestServer()
        let tokens = try await server.signIn(try await server.addAccount(), to: try await server.addClient())
        let token = tokens.accessToken.reveal()
        let handler = UserInfoHandler(core: server.core)
        let error = try await refusal {
            try await handler.userInfo(Parameters([.accessToken: token]), authorization: "Bearer " + token)
        }
        #expect(error.code == .invalidRequest)
        #expect(error.status == .badRequest)
        #expect(error.challenge?.error == .invalidRequest)
    }

    @Test func aTokenWithoutOpenIDReachesNoPerson() async throws {
        let server = try TestServer()
        let tokens = try await server.signIn(
            try await server.addAccount(),
            to: try await server.addClient(),
            scopes: [.email]
        )
        let machine = try await server.addClient(
            "machine",
            method: .clientSecretBasic,
            grants: [.clientCredentials],
            scopes: []
        )
        let own = try await server.token(.clientCredentials(scope: nil), by: machine)
        for token in [tokens.accessToken, own.accessToken] {
            let error = try await refusal { try await ask(server, token) }
            #expect(error.code == .insufficientScope)
            #expect(error.status == .forbidden)
            #expect(error.challenge?.scope == [.openid])
        }
    }

    @Test func aDisabledAccountIsNotShown() async throws {
        let server = try TestServer()
        let account = try await server.addAccount()
        let tokens = try await server.signIn(account, to: try await server.addClient())
        try await server.disable(account)
        #expect(try await refusal { try await ask(server, tokens.accessToken) }.code == .invalidToken)
    }

    private func ask(_ server: TestServer, _ token: Secret) async throws(OAuthError) -> UserInfoResponse {
        try await UserInfoHandler(core: server.core)
            .userInfo(Parameters(), authorization: AuthorizationHeader.bearer(token).encoded)
    }
}
