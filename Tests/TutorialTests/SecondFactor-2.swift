import Gatehouse
import GatehouseTesting
import Testing

@Test(arguments: AuthenticatorAppFault.allCases)
private func signsUserInOnlyAfterSecondFactor(fault: AuthenticatorAppFault) async throws {
    let server = TestServer()
    try await server.clients.addPublic("app")
    let ada = try await server.users.add(email: "ada@example.com", password: "correct horse battery")
    let device = server.device(of: ada)
    try await ada.enrolAuthenticatorApp(on: device)
    device.authenticatorApp.failNext(with: fault)
    let app = GatehouseClient(configuration: device.configuration())
    await #expect(throws: AuthError.self) { try await app.signIn() }
    #expect(try await app.session() == nil)
}
