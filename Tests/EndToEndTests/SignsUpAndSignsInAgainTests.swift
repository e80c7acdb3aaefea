import Gatehouse
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct SignsUpAndSignsInAgainTests {
    @Test func aPersonSignsUpWithACodeAndComesBackToTheSameAccount() async throws {
        let server = TestServer()
        try await server.addPublicClient("app")
        let person = ScriptedPerson(email: "ada@example.com")
        let first = GatehouseClient(server.configuration(clientID: "app", person: person))
        let session = try await first.signIn(scopes: [.profile, .email])
        let user = try await session.user()
        #expect(user.email == "ada@example.com")
        #expect(user.isEmailVerified == true)

        let second = GatehouseClient(server.configuration(clientID: "app", person: person))
        let again = try await second.signIn(scopes: [.profile, .email])
        #expect(again.account.id == session.account.id)
    }

    @Test func aPersonSignsUpWithAPasswordAndSignsInWithIt() async throws {
        let server = TestServer()
        try await server.addPublicClient("app")
        var person = ScriptedPerson(email: "ada@example.com", password: "correct horse battery", isNew: true)
        let first = GatehouseClient(server.configuration(clientID: "app", person: person))
        let session = try await first.signIn(scopes: [.email])

        person.isNew = false
        let mails = try await server.mailCount
        let second = GatehouseClient(server.configuration(clientID: "app", person: person))
        let again = try await second.signIn(scopes: [.email])
        #expect(again.account.id == session.account.id)
        #expect(try await server.mailCount == mails)
    }
}
