import Gatehouse
import GatehouseTesting
import Testing

@Test private func asksNobodyWhileTheDeviceIsLocked() async throws {
    let server = TestServer()
    try await server.addPublicClient("app")
    let device = server.device(of: ScriptedPerson(email: "ada@example.com"))
    let session = try await GatehouseClient(device.configuration()).signIn()

    device.store.suffer(.locked)
    let relaunched = GatehouseClient(device.configuration())
    let error = await #expect(throws: AuthError.self) { try await relaunched.signIn() }
    #expect(error?.code == .storeLocked)

    device.store.suffer(nil)
    #expect(try await relaunched.signIn(interaction: .never).account == session.account)
}
