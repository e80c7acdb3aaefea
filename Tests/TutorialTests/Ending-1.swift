import Gatehouse
import GatehouseTesting
import Testing

@Test private func requiresSignInAfterServerEndsSession() async throws {
    let server = TestServer()
    try await server.clients.addPublic("app")
    let device = server.device(of: ScriptedUser(email: "ada@example.com"))
    let session = try await GatehouseClient(configuration: device.configuration()).signIn()
    server.clock.advance(by: 3_600)
    try await server.users.revokeSessions(of: "ada@example.com")
    let error = await #expect(throws: AuthError.self) { try await session.accessToken() }
    #expect(error?.code == .signedOut)
}
