import Gatehouse
import GatehouseTesting
import Testing

/// Messages that a test reads from the mailbox.
struct MailboxTests {
    @Test func returnsNewestMessageLastWithItsCode() async throws {
        let server = TestServer()
        try await server.clients.addNative(usesPasswords: false)
        try await server.users.add(email: "ada@example.com")
        let app = GatehouseClient(configuration: server.nativeConfiguration())
        #expect(try await server.mailbox.last(to: "ada@example.com") == nil)

        _ = try await app.signIn(email: "ada@example.com")
        let first = try #require(try await server.mailbox.last(to: "Ada@example.com"))
        server.clock.advance(by: 60)
        _ = try await app.signIn(email: "ada@example.com")
        _ = try await app.signUp(email: "bob@example.com")

        let mails = try await server.mailbox.messages(to: "ada@example.com")
        #expect(mails.count == 2)
        #expect(mails.first == first)
        #expect(mails.last?.date == server.clock.now)
        #expect(mails.last?.subject?.contains(mails.last?.code ?? "-") == true)
        #expect(try await server.mailbox.code(to: "ada@example.com") == mails.last?.code)
        #expect(try await server.mailbox.messages().map(\.recipient).sorted().suffix(1) == ["bob@example.com"])
        #expect(first.html?.contains("<html") == true)
    }

    @Test func deliversMessagesAtRequestTime() async throws {
        let server = TestServer()
        try await server.clients.addNative(usesPasswords: false)
        let app = GatehouseClient(configuration: server.nativeConfiguration())
        let mailed = server.clock.now
        _ = try await app.signUp(email: "ada@example.com")
        server.clock.advance(by: 86_400)
        #expect(try await server.mailbox.last(to: "ada@example.com")?.date == mailed)
        #expect(try await server.mailbox.code(to: "ada@example.com") != nil)
    }

    @Test func returnsOwnCodeToConcurrentReaders() async throws {
        let server = TestServer()
        try await server.clients.addNative(usesPasswords: false)
        let codes = try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    let address = "person\(number)@example.com"
                    _ = try await GatehouseClient(configuration: server.nativeConfiguration()).signUp(email: address)
                    return try await server.mailedCode(to: address)
                }
            }
            return try await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(codes.compactMap(\.self).count == 20)
    }
}
