import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// The scope `<API>/.default` of Microsoft's libraries.
@Suite struct EntraDefaultScopesTests {
    private static let orders: Resource.ID = "https://orders.example.com"

    private let server: ServerHarness

    init() async throws {
        server = try ServerHarness()
        _ = try await server.addClient(
            method: .clientSecretPost,
            grants: [.authorizationCode, .refreshToken, .clientCredentials],
            scopes: [.openid, .offlineAccess, "orders:read", "billing:read"]
        )
        try await server.addResource(Self.orders, scopes: ["orders:read", "orders:delete"])
        try await server.addResource("https://billing.example.com", scopes: ["billing:read"])
    }

    private func authorizationRequest(_ scope: String, client: String = "app") async throws -> Parameters {
        let parameters = Parameters([.clientID: client, .scope: scope])
        return try await server.identity.entra.defaultScopes.authorizationRequest(parameters)
    }

    @Test func requestsRegisteredScopesOfAPI() async throws {
        let request = try await authorizationRequest("openid https://orders.example.com/.default")
        #expect(try request.scopeSet() == [.openid, "orders:read"])
        #expect(request.all(.resource) == [Self.orders.rawValue])
    }

    @Test(arguments: [
        ("openid orders:read", "app"), ("https://other.example/.default", "app"),
        ("https://orders.example.com/.default", "unknown"),
    ])
    func leavesOtherRequestsUnchanged(scope: String, client: String) async throws {
        let request = try await authorizationRequest(scope, client: client)
        #expect(request == Parameters([.clientID: client, .scope: scope]))
    }

    private func token(_ scope: String) async throws(EntraError) -> TokenResponse {
        let form = Parameters([
            .grantType: "client_credentials", .clientID: "app", .clientSecret: ServerHarness.clientSecret,
            .scope: scope,
        ])
        let handler = server.identity.entra.token
        return try await handler.standard(form, authorization: nil, origin: nil, context: server.context).tokens
    }

    @Test func issuesTokenForAPI() async throws {
        let tokens = try await token("https://orders.example.com/.default")
        let claims = try await server.read(tokens.accessToken, as: AccessTokenClaims.self, kind: .accessToken).claims
        #expect(claims.audience == [Self.orders.rawValue])
        #expect(claims.scope == ["orders:read"])
    }

    @Test func rejectsUnknownAPI() async throws {
        let error = await #expect(throws: EntraError.self) { try await token("https://other.example/.default") }
        #expect(error?.code == .invalidTarget)
    }
}
