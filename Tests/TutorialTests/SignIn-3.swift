import Gatehouse
import GatehouseTesting
import Testing

@Test private func greetsByName() async throws {
    let server = TestServer()
    try await server.clients.addPublic("app")
    let ada = try await server.users.add(email: "ada@example.com", password: "correct horse battery", name: "Ada")
    let device = server.device(of: ada)
    let greeting = Greeting(gatehouse: GatehouseClient(configuration: device.configuration()))
    #expect(try await greeting.text() == "Hello, Ada")

    server.clock.advance(by: 3_600)
    device.network.failNext(.token, with: .dropsResponse)
    _ = try? await greeting.text()
    #expect(try await greeting.text() == "Hello, Ada")
}
