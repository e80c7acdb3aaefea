import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct AuthorizationRequestPolicyTests {
    private let server: ServerHarness

    init() throws {
        server = try ServerHarness()
    }

    private func prompt(of client: Client, for resource: Resource.ID) async throws -> [Prompt] {
        let parameters = Parameters([
            .clientID: client.id.rawValue, .redirectURI: ServerHarness.redirectURI, .responseType: "code",
            .scope: "openid", .resource: resource.rawValue,
        ])
        let policy = AuthorizationRequestPolicy(resources: server.identity.resources, classes: [])
        return try await policy.validated(try AuthorizationRequest(parameters: parameters), of: client).prompt
    }

    /// Earlier consent names scopes only: without a page, an unknown client would reach APIs that the user never saw.
    @Test(
        arguments: [
            (nil, false), (ClientOrigin(kind: .registration), true), (ClientOrigin(kind: .document), true),
            (ClientOrigin(kind: .registration, isVerified: true), false),
        ] as [(ClientOrigin?, Bool)]
    )
    func requiresConsentOfUnverifiedClientToResourceWithoutScopes(
        origin: ClientOrigin?,
        isRequired: Bool
    ) async throws {
        let client = try await server.addClient(scopes: [.openid, "orders:read"]) { $0.origin = origin }
        try await server.addResource("https://notes.example.com")
        try await server.addResource("https://orders.example.com", scopes: ["orders:read"])
        #expect(try await prompt(of: client, for: "https://notes.example.com").contains(.consent) == isRequired)
        #expect(try await prompt(of: client, for: "https://orders.example.com").isEmpty)
    }
}
