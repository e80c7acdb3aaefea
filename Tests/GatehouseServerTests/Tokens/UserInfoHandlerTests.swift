import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct UserInfoHandlerTests {
    @Test func acceptsTokenInHeaderOrForm() async throws {
        let server = try ServerHarness()
        let tokens = try await server.signIn(
            try await server.addAccount(),
            to: try await server.addClient(),
            scopes: [.openid, .profile, .email]
        )
        let fromHeader = try await userInfo(server, tokens.accessToken)
        let fromForm = try await server.identity.userInfo
            .userInfo(Parameters([.accessToken: tokens.accessToken.reveal()]), authorization: nil)
        #expect(fromHeader == fromForm)
        #expect(
            String(decoding: fromHeader.body(), as: UTF8.self) == """
                {"email":"person@example.com","email_verified":true,"family_name":"Family","given_name":"Given",\
                "name":"Given Family","sub":"account-1","updated_at":1800000000}
                """
        )
    }

    @Test func addsRequestedClaims() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient { $0.skipsConsent = true }
        let tokens = try await server.signIn(
            try await server.addAccount(),
            to: client,
            scopes: [.openid],
            claims: ClaimsRequest(userInfo: [.email: .init()], idToken: [.name: .init()])
        )
        let response = try await userInfo(server, tokens.accessToken)
        #expect(response == UserInfoResponse(subject: "account-1", claims: .init([.email: "person@example.com"])))
    }

    @Test func challengesWithoutErrorWhenTokenIsMissing() async throws {
        let server = try ServerHarness()
        let handler = server.identity.userInfo
        let error = try await oauthError { try await handler.userInfo(Parameters(), authorization: nil) }
        #expect(error.status == .unauthorized)
        #expect(error.challenge?.encoded == #"Bearer realm="https://id.example.com""#)
    }

    @Test(arguments: ["Bearer x", "Bearer a.b.c", "Basic YXBwOng=", "Bearer", "x"])
    func challengesInvalidToken(_ field: String) async throws {
        let server = try ServerHarness()
        let handler = server.identity.userInfo
        let error = try await oauthError { try await handler.userInfo(Parameters(), authorization: field) }
        #expect(error.code == .invalidToken)
        #expect(error.status == .unauthorized)
        #expect(error.challenge?.scheme == .bearer)
        #expect(error.challenge?.error == .invalidToken)
    }

    @Test func rejectsRepeatedToken() async throws {
        let server = try ServerHarness()
        let tokens = try await server.signIn(try await server.addAccount(), to: try await server.addClient())
        let token = tokens.accessToken.reveal()
        let handler = server.identity.userInfo
        let error = try await oauthError {
            try await handler.userInfo(Parameters([.accessToken: token]), authorization: "Bearer " + token)
        }
        #expect(error.code == .invalidRequest)
        #expect(error.status == .badRequest)
        #expect(error.challenge?.error == .invalidRequest)
    }

    @Test func requiresOpenIDScope() async throws {
        let server = try ServerHarness()
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
        let clientTokens = try await server.token(.clientCredentials(scope: nil), by: machine)
        for token in [tokens.accessToken, clientTokens.accessToken] {
            let error = try await oauthError { try await userInfo(server, token) }
            #expect(error.code == .insufficientScope)
            #expect(error.status == .forbidden)
            #expect(error.challenge?.scope == [.openid])
        }
    }

    @Test func rejectsDisabledAccount() async throws {
        let server = try ServerHarness()
        let account = try await server.addAccount()
        let tokens = try await server.signIn(account, to: try await server.addClient())
        try await server.disable(account)
        #expect(try await oauthError { try await userInfo(server, tokens.accessToken) }.code == .invalidToken)
    }

    private func userInfo(_ server: ServerHarness, _ token: Secret) async throws(OAuthError) -> UserInfoResponse {
        try await server.identity.userInfo
            .userInfo(Parameters(), authorization: AuthorizationHeader.bearer(token).encoded)
    }
}
