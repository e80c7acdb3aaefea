import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct ProtectedResourceHandlerTests {
    /// RFC 9728 §3.3: the resource of the metadata equals the identifier that the URL was derived from.
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

    /// RFC 9728 §4: the list is optional, and needs only the resources whose metadata is here.
    @Test func listsResourcesWithMetadata() async throws {
        let server = try ServerHarness()
        let handler = server.identity.protectedResources
        try await server.addResource("https://api.example.com")
        try await server.addResource("https://id.example.com.evil.example/api")
        try await server.addResource("https://id.example.com/api?version=1")
        try await server.addResource("https://id.example.com/1/2/3/4/5/6/7")
        #expect(await handler.identifiers() == nil)
        let listed = ["https://id.example.com/1/2/3/4/5/6", "https://id.example.com/api/v1"]
        for id in listed.reversed() { try await server.addResource(Resource.ID(id)) }
        #expect(await handler.identifiers() == listed)
        for id in listed {
            let path = String(id.dropFirst(ServerHarness.issuer.count))
            #expect(try await handler.metadata(ofPath: path)?.resource == id)
        }
    }

    @Test func listsNothingWithoutStore() async throws {
        let server = try ServerHarness()
        try await server.addResource("https://id.example.com/api/v1")
        server.store.isDown = true
        #expect(await server.identity.protectedResources.identifiers() == nil)
    }

    @Test(arguments: ["/other", "/api/v1/more", "//api.example.com", ".evil.example"])
    func hasNoMetadataOfOtherResources(_ path: String) async throws {
        let server = try ServerHarness()
        try await server.addResource("https://api.example.com")
        try await server.addResource("https://id.example.com/api/v1")
        #expect(try await server.identity.protectedResources.metadata(ofPath: path) == nil)
    }
}
