import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct SignUpTests {
    private let email = "ada@example.com"

    @Test func aCodeAloneMakesAnAccountWithAProvenAddress() async throws {
        let server = try await FullServer.with()
        var visit = try await Visit(on: server)
        try await visit.submit(.signUp(email: "  Ada@Example.com ", password: nil))
        #expect(visit.step.code?.email == email)
        #expect(try await server.account(email) == nil)

        server.clock.advance(by: 60)
        try await visit.submitMailedCode(to: email)
        #expect(visit.hasCode)
        #expect(visit.answer?.state == "state-1")
        let account = try #require(try await server.account(email))
        #expect(account.identifiers.map(\.verifiedAt) == [server.clock.now])
        #expect(account.passwordHash == nil)
        #expect(visit.browser.session?.accountID == account.id)
        #expect(try await server.audited() == [.codeSent, .signedIn, .accountCreated])
    }

    @Test func aPasswordIsKeptUntilTheAddressIsProven() async throws {
        let server = try await FullServer.with()
        var visit = try await Visit(on: server)
        try await visit.submit(.signUp(email: email, password: "correct horse battery"))
        try await visit.submitMailedCode(to: email)
        #expect(visit.hasCode)

        var again = try await Visit(on: server)
        try await again.submit(.signInByPassword(email: email))
        try await again.submit(.password("correct horse battery"))
        #expect(again.hasCode)
    }

    @Test(arguments: [
        ("short", PasswordVerdict.tooShort(minimum: 8)), ("ada@example.com", .tooWeak(.personal)),
        ("password1", .tooWeak(.common)), (String(repeating: "ab1 ", count: 65), .tooLong(maximum: 256)),
    ])
    func aWeakPasswordIsRefusedBeforeAnythingIsSent(password: String, verdict: PasswordVerdict) async throws {
        let server = try await FullServer.with()
        var visit = try await Visit(on: server)
        #expect(await visit.refused(.signUp(email: email, password: password)) == .passwordRefused(verdict))
        #expect(visit.step.mode == .signIn)
        #expect(try await server.mailCount == 0)
    }

    @Test func someoneWhoHasAnAccountSignsInToIt() async throws {
        let server = try await FullServer.with()
        let account = try await server.addAccount(email, password: "their own old password")
        var visit = try await Visit(on: server)
        try await visit.submit(.signUp(email: email, password: "correct horse battery"))
        try await visit.submitMailedCode(to: email)
        #expect(visit.browser.session?.accountID == account.id)
        #expect(try await server.account(email)?.passwordHash == account.passwordHash)
    }

    @Test(arguments: ["", "ada", "ada@", "@example.com", "ada@example.com, eve@example.com", "ada@exa mple.com"])
    func whatIsNoAddressIsRefused(text: String) async throws {
        let server = try await FullServer.with()
        var visit = try await Visit(on: server)
        #expect(await visit.refused(.signUp(email: text, password: nil)) == .invalidEmail)
        #expect(await visit.refused(.signInByCode(email: text)) == .invalidEmail)
        #expect(await visit.refused(.signInByPassword(email: text)) == .invalidEmail)
        #expect(await visit.refused(.reset(email: text)) == .invalidEmail)
        #expect(try await server.mailCount == 0)
    }

    @Test func twoSignUpsOfOneAddressAtOnceMakeOneAccount() async throws {
        let server = try await FullServer.with()
        var visits: [Visit] = []
        for _ in 0..<2 {
            var visit = try await Visit(on: server)
            try await visit.submit(.signUp(email: email, password: nil))
            visits.append(visit)
            server.clock.advance(by: 30)
        }
        try await server.deliverMail()
        let codes = server.delivered.mails.compactMap { mail in
            mail.subject.firstMatch(of: /[0-9]{8}/).map { String($0.output) }
        }
        #expect(codes.count == 2)
        let ends = await withTaskGroup(of: Visit.self) { group in
            for visit in visits {
                group.addTask {
                    var visit = visit
                    for code in codes { try? await visit.submit(.code(code)) }
                    return visit
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let account = try #require(try await server.account(email))
        #expect(ends.map(\.hasCode) == [true, true])
        #expect(ends.map(\.browser.session?.accountID) == [account.id, account.id])
        #expect(try await server.core.store.accounts(after: nil, limit: 10).count == 1)
        #expect(try await server.audited().count { $0 == .accountCreated } == 1)
    }
}
