import Gatehouse
import GatehouseTesting
import Testing

@Test(arguments: NetworkFault.all)
private func keepsSessionAfterNetworkFault(fault: NetworkFault) async throws {
    let server = TestServer()
    try await server.clients.addPublic("app")
    let device = server.device(of: ScriptedUser(email: "ada@example.com"))
    let session = try await GatehouseClient(configuration: device.configuration()).signIn()
    server.clock.advance(by: 3_600)
    device.network.fail(with: fault)
    _ = try? await session.accessToken()

    device.network.clearFaults()
    let relaunched = GatehouseClient(configuration: device.configuration())
    #expect(try await relaunched.signIn(interaction: .never).account.info == session.account.info)
}
