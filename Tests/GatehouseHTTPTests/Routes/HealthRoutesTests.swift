import GatehouseHTTP
import GatehouseServer
import GatehouseTesting
import HTTPTypes
import Testing

@Suite struct HealthRoutesTests {
    @Test(arguments: ["/health/live", "/health/ready"]) func aServerThatWorksSaysSo(path: String) async throws {
        let answer = try await Web().send(.get, path)
        #expect(answer.status == .ok)
        #expect(answer.fields[.contentType] == "application/json")
        #expect(answer.fields[.cacheControl] == "no-store")
    }
}
