import GatehouseHTTP
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct HealthRoutesTests {
    @Test(arguments: ["/health/live", "/health/ready"]) func reportsHealthyServer(path: String) async throws {
        let response = try await ServerFixture().send(.get, path)
        #expect(response.status == .ok)
        #expect(response.fields[.contentType] == "application/json")
        #expect(response.fields[.cacheControl] == "no-store")
    }

    @Test func servesRequestsWhileDraining() async throws {
        let web = try await ServerFixture()
        await web.server.identity.readiness.drain()
        let response = await web.send(.get, "/health/ready")
        #expect(response.status == .serviceUnavailable)
        #expect(response.error?.code == .temporarilyUnavailable)
        for path in ["/health/live", "/.well-known/openid-configuration", "/oauth2/keys"] {
            #expect(await web.send(.get, path).status == .ok, "\(path)")
        }
    }
}
