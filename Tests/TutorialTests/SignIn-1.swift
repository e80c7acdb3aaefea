import Gatehouse
import GatehouseTesting
import Testing

@Test private func greetsByName() async throws {
    let server = TestServer()
    try await server.clients.addPublic("app")
}
