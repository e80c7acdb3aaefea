import Gatehouse
import GatehouseTesting
import Testing

@Test private func signsInWithAuthenticatorApp() async throws {
    let server = TestServer()
    try await server.clients.addPublic("app")
    let ada = try await server.users.add(email: "ada@example.com", password: "correct horse battery")
    let device = server.device(of: ada)
    try await ada.enrolAuthenticatorApp(on: device)
    let app = GatehouseClient(configuration: device.configuration())
    #expect(try await app.signIn().account.id == server.users.id(of: ada.email))
}
