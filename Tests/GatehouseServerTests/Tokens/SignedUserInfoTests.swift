import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

/// Signed userinfo responses (OpenID Connect Core §5.3.2).
@Suite struct SignedUserInfoTests {
    @Test(arguments: [SigningAlgorithm.es256, .rs256])
    func signsResponseWithRegisteredAlgorithm(algorithm: SigningAlgorithm) async throws {
        let server = try ServerHarness()
        let client = try await server.addClient { $0.security.userInfoAlgorithm = algorithm }
        let tokens = try await server.signIn(try await server.addAccount(), to: client, scopes: [.openid, .email])
        let response = try await server.identity.userInfo.response(
            Parameters(),
            authorization: "Bearer " + tokens.accessToken.reveal()
        )
        guard case .jwt(let token) = response else {
            Issue.record("The response is not signed.")
            return
        }
        #expect(token.fields[.contentType] == "application/jwt")
        let claims = try await server.read(token.token, as: SignedUserInfo.self, kind: .jwt).claims
        #expect(claims.issuer == ServerHarness.issuer)
        #expect(claims.audience == Audience(["app"]))
        #expect(claims.response.subject == "account-1")
        #expect(claims.response.claims.email == "person@example.com")
    }

    @Test func doesNotSignWithoutRegistration() async throws {
        let server = try ServerHarness()
        let tokens = try await server.signIn(try await server.addAccount(), to: try await server.addClient())
        let response = try await server.identity.userInfo.response(
            Parameters(),
            authorization: "Bearer " + tokens.accessToken.reveal()
        )
        guard case .json = response else {
            Issue.record("The response is signed.")
            return
        }
    }
}
