import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct ProtectedResourceHandlerTests {
    // RFC 9728 §3.3: the resource of the metadata equals the identifier that the URL was derived from.
    @Test func describesResourcesOfOwnOrigin() async throws {
        let server = try ServerHarness()
        try await server.addResource("https://id.example.com/api/v1", scopes: ["orders:read"]) {
            $0.requiresDPoP = true
        }
        let metadata = try #require(try await server.identity.protectedResources.metadata(ofPath: "/api/v1"))
        #expect(metadata.resource == "https://id.example.com/api/v1")
        #expect(metadata.authorizationServers == [ServerHarness.issuer])
        #expect(metadata.scopesSupported == ["orders:read"])
        #expect(metadata.bearerMethodsSupported == ["header"])
        #expect(metadata.resourceName == "Orders")
        #expect(metadata.requiresDPoP == true)
    }

    @Test func describesIssuer() async throws {
        let server = try ServerHarness()
        let metadata = try #require(try await server.identity.protectedResources.metadata(ofPath: ""))
        #expect(metadata.resource == ServerHarness.issuer)
        #expect(metadata.authorizationServers == [ServerHarness.issuer])
    }

    @Test(arguments: ["/other", "/api/v1/more", "//api.example.com", ".evil.example"])
    func hasNoMetadataOfOtherResources(_ path: String) async throws {
        let server = try ServerHarness()
        try await server.addResource("https://api.example.com")
        try await server.addResource("https://id.example.com/api/v1")
        #expect(try await server.identity.protectedResources.metadata(ofPath: path) == nil)
    }
}
