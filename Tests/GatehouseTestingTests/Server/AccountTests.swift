import Gatehouse
import GatehouseTesting
import Testing

/// Account management in the tests of an app.
struct AccountTests {
    @Test(.timeLimit(.minutes(1))) func deletesAndErasesAccount() async throws {
        let server = TestServer()
        try await server.clients.addPublic("app")
        let ada = try await server.users.add(email: "ada@example.com", password: "correct horse battery")
        let app = GatehouseClient(configuration: server.device(of: ada).configuration())
        let session = try await app.signIn(scopes: [.account])
        server.clock.advance(by: 3_600)
        let erasedAt = try await session.account.delete()
        #expect(erasedAt > server.clock.now)
        #expect(try await server.users.id(of: "ada@example.com") == session.account.id)
        try await server.eraseDeletedAccounts()
        await #expect(throws: TestServerError.self) { try await server.users.id(of: "ada@example.com") }
        #expect(try await server.runCleanup() == 0)
    }
}
