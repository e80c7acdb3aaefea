import Gatehouse
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct HostedSignUpTests {
    @Test func signsUpWithCodeAndReturnsToSameAccount() async throws {
        let server = TestServer()
        try await server.clients.addPublic("app")
        let ada = ScriptedUser(email: "ada@example.com")
        let first = GatehouseClient(configuration: server.configuration(clientID: "app", user: ada))
        let session = try await first.signIn(scopes: [.profile, .email])
        let user = try await session.user()
        #expect(user.email == "ada@example.com")
        #expect(user.isEmailVerified == true)

        let second = GatehouseClient(configuration: server.configuration(clientID: "app", user: ada))
        let again = try await second.signIn(scopes: [.profile, .email])
        #expect(again.account.id == session.account.id)
    }

    @Test func signsUpAndSignsInWithPassword() async throws {
        let server = TestServer()
        try await server.clients.addPublic("app")
        var ada = ScriptedUser(email: "ada@example.com", password: "correct horse battery", isNew: true)
        let first = GatehouseClient(configuration: server.configuration(clientID: "app", user: ada))
        let session = try await first.signIn(scopes: [.email])

        ada.isNew = false
        let mails = try await server.mailCount
        let second = GatehouseClient(configuration: server.configuration(clientID: "app", user: ada))
        let again = try await second.signIn(scopes: [.email])
        #expect(again.account.id == session.account.id)
        #expect(try await server.mailCount == mails)
    }
}
