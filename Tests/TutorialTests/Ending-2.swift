import Gatehouse
import GatehouseTesting
import Testing

@Test private func failsWhileStoreIsLocked() async throws {
    let server = TestServer()
    try await server.clients.addPublic("app")
    let device = server.device(of: ScriptedUser(email: "ada@example.com"))
    let session = try await GatehouseClient(configuration: device.configuration()).signIn()

    device.store.inject(.locked)
    let relaunched = GatehouseClient(configuration: device.configuration())
    let error = await #expect(throws: AuthError.self) { try await relaunched.signIn() }
    #expect(error?.code == .storeLocked)

    device.store.inject(nil)
    #expect(try await relaunched.signIn(interaction: .never).account.info == session.account.info)
}
