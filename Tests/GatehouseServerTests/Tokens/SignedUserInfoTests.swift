import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes
import Testing

/// Signed userinfo responses (OpenID Connect Core §5.3.2).
@Suite struct SignedUserInfoTests {
    private func response(to token: Secret, _ server: ServerHarness) async throws -> UserInfoRepresentation {
        let authorization = "Bearer " + token.reveal()
        let request = ResourceRequest(method: .get, target: UserInfoEndpoint.path, authorization: authorization)
        return try await server.identity.userInfo.response(Parameters(), request)
    }

    @Test(arguments: [SigningAlgorithm.es256, .rs256])
    func signsResponseWithRegisteredAlgorithm(algorithm: SigningAlgorithm) async throws {
        let server = try ServerHarness()
        let client = try await server.addClient { $0.security.userInfoAlgorithm = algorithm }
        let tokens = try await server.signIn(try await server.addAccount(), to: client, scopes: [.openid, .email])
        let response = try await response(to: tokens.accessToken, server)
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
        let response = try await response(to: tokens.accessToken, server)
        guard case .json = response else {
            Issue.record("The response is signed.")
            return
        }
    }
}
