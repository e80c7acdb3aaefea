import GatehouseHTTP
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct HealthRoutesTests {
    @Test(arguments: ["/health/live", "/health/ready"]) func aServerThatWorksSaysSo(path: String) async throws {
        let answer = try await Web().send(.get, path)
        #expect(answer.status == .ok)
        #expect(answer.fields[.contentType] == "application/json")
        #expect(answer.fields[.cacheControl] == "no-store")
    }

    @Test func aServerThatIsAboutToStopIsNotReadyAndServesAllTheSame() async throws {
        let web = try await Web()
        await web.server.server.readiness.drain()
        let answer = await web.send(.get, "/health/ready")
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.error?.code == .temporarilyUnavailable)
        for path in ["/health/live", "/.well-known/openid-configuration", "/oauth2/keys"] {
            #expect(await web.send(.get, path).status == .ok, "\(path)")
        }
    }
}
