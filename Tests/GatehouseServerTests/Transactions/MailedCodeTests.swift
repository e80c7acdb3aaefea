import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

@Suite struct MailedCodeTests {
    private let email = "ada@example.com"

    private func visit(_ server: FullServer, _ input: TransactionInput? = nil) async throws -> Visit {
        var visit = try await Visit(on: server)
        try await visit.submit(input ?? .signInByCode(email: email))
        return visit
    }

    private func wrong(_ code: String) -> String { code == "00000000" ? "00000001" : "00000000" }

    @Test func fiveWrongTriesKillTheCodeAndTheRightOneThenFails() async throws {
        let server = try await FullServer.with()
        var visit = try await visit(server)
        let code = try await server.code(to: email)
        for left in [4, 3, 2, 1] {
            #expect(await visit.refused(.code(wrong(code))) == .wrongCode(triesLeft: left))
        }
        #expect(await visit.refused(.code(wrong(code))) == .codeExhausted)
        #expect(visit.step.mode == .signIn)
        #expect(visit.step.email == email)
        #expect(await visit.refused(.code(code)) == .notPossible)
    }

    @Test(arguments: [CodeStep.Use.signIn, .signUp, .reset])
    func exhaustionLeadsBackToTheFormTheCodeCameFrom(use: CodeStep.Use) async throws {
        let server = try await FullServer.with()
        let input: TransactionInput =
            switch use {
            case .signIn, .verify: .signInByCode(email: email)
            case .signUp: .signUp(email: email, password: nil)
            case .reset: .reset(email: email)
            }
        var visit = try await visit(server, input)
        for _ in 0..<5 { _ = await visit.refused(.code("no code")) }
        #expect(visit.step.mode?.rawValue == use.rawValue)
    }

    @Test func aMistypedCodeKeepsTheFormGood() async throws {
        let server = try await FullServer.with()
        var visit = try await visit(server)
        let number = visit.number
        let code = try await server.code(to: email)
        _ = await visit.refused(.code(wrong(code)))
        #expect(visit.number == number)
        try await visit.submit(.code(code), to: number)
        #expect(visit.hasCode)
    }

    @Test func aCodeLivesTenMinutes() async throws {
        let server = try await FullServer.with()
        var early = try await visit(server)
        let code = try await server.code(to: email)
        server.clock.advance(by: 599.999)
        try await early.submit(.code(code))
        #expect(early.hasCode)

        var late = try await visit(server)
        let second = try await server.code(to: email)
        server.clock.advance(by: 600)
        #expect(await late.refused(.code(second)) == .codeExpired)
        #expect(await late.refused(.code(wrong(second))) == .codeExpired)
        try await late.submit(.resendCode)
        try await late.submitMailedCode(to: email)
        #expect(late.hasCode)
    }

    @Test func sendsOneMoreCodeAtOnceAndFurtherOnesAfterTheInterval() async throws {
        let server = try await FullServer.with()
        var visit = try await visit(server)
        try await visit.submit(.resendCode)
        let first = try await server.code(to: email)
        #expect(try await server.mailCount == 2)
        #expect(await visit.refused(.resendCode) == .resendTooSoon(seconds: 30))
        server.clock.advance(by: 29.001)
        #expect(await visit.refused(.resendCode) == .resendTooSoon(seconds: 1))
        #expect(try await server.mailCount == 2)
        server.clock.advance(by: 0.999)
        _ = await visit.refused(.code(wrong(first)))
        try await visit.submit(.resendCode)
        let second = try await server.code(to: email)
        #expect(second != first)
        #expect(visit.step.code?.triesLeft == 5)
        #expect(await visit.refused(.code(first)) == .wrongCode(triesLeft: 4))
        try await visit.submit(.code(second))
        #expect(visit.hasCode)
    }

    @Test func oneAddressGetsTenMailsADayFromWhomeverAndThroughWhicheverDoor() async throws {
        let server = try await FullServer.with()
        try await server.addAccount(email, password: "correct horse battery")
        for number in 0..<10 {
            var visit = try await Visit(on: server, address: "198.51.100.\(number)")
            switch number % 3 {
            case 0: try await visit.submit(.signInByCode(email: "ADA@example.com"))
            case 1: try await visit.submit(.signUp(email: email, password: nil))
            default: try await visit.submit(.reset(email: email))
            }
            try await server.deliverMail()
            server.clock.advance(by: 60)
        }
        var visit = try await Visit(on: server, address: "198.51.100.99")
        #expect(await visit.refused(.signInByCode(email: email)) == .mailsUsedUp(retryAfter: 86_400 - 600))
        #expect(await visit.refused(.reset(email: email)) == .mailsUsedUp(retryAfter: 86_400 - 600))
        try await visit.submit(.signInByCode(email: "bob@example.com"))
        #expect(try await server.subjects(to: email).count == 10)

        server.clock.advance(by: 86_400 - 600)
        var tomorrow = try await Visit(on: server)
        try await tomorrow.submit(.signInByCode(email: email))
        #expect(try await server.subjects(to: email).count == 11)
    }

    @Test func resendingCountsAsAMailToo() async throws {
        var limits = Limits()
        limits.mailsPerRecipient = .init(2, per: 3_600)
        let server = try await FullServer.with(limits: limits)
        var visit = try await visit(server)
        server.clock.advance(by: 30)
        try await visit.submit(.resendCode)
        server.clock.advance(by: 30)
        #expect(await visit.refused(.resendCode) == .mailsUsedUp(retryAfter: 3_540))
        try await visit.submitMailedCode(to: email)
        #expect(visit.hasCode)
    }

    @Test func oneNetworkAddressCannotMailTheWorld() async throws {
        var limits = Limits()
        limits.mailsPerAddress = .init(3, per: 3_600)
        let server = try await FullServer.with(limits: limits)
        var visit = try await Visit(on: server)
        for number in 0..<3 {
            try await visit.submit(.signInByCode(email: "person\(number)@example.com"))
            try await visit.submit(.show(.signIn))
        }
        #expect(await visit.refused(.signInByCode(email: "next@example.com")) == .limited(retryAfter: 3_600))
        #expect(try await server.mailCount == 3)
        var elsewhere = try await Visit(on: server, address: "203.0.113.5")
        try await elsewhere.submit(.signInByCode(email: "next@example.com"))
        #expect(try await server.mailCount == 4)
    }

    @Test(arguments: ["%@", " %@ ", "1234-5678", "1234 5678", "\u{2003}%@\n"])
    func spacesAndDashesThatPeopleTypeAlongAreIgnored(pattern: String) async throws {
        let server = try await FullServer.with()
        var visit = try await visit(server)
        let code = try await server.code(to: email)
        let typed =
            pattern.contains("%@")
            ? pattern.replacing("%@", with: code)
            : String(code.prefix(4)) + String(pattern.dropFirst(4).prefix(1)) + String(code.suffix(4))
        try await visit.submit(.code(typed))
        #expect(visit.hasCode)
    }

    @Test func theStoreHoldsNeitherTheCodeNorTheMail() async throws {
        let store = MemoryStore()
        let server = try await FullServer.with(store: store)
        let visit = try await visit(server)
        let record = try #require(try await store.transaction(visit.transaction.id))
        let mail = try #require(
            try await store.takeDueMail(at: server.clock.now, until: server.clock.now, limit: 1).first
        )
        let code = try await server.code(to: email)
        #expect(!String(decoding: record.state, as: UTF8.self).contains(code))
        #expect(!String(decoding: mail.sealedMessage, as: UTF8.self).contains(email))
        #expect(mail.expiresAt == server.clock.now.addingTimeInterval(600))
    }
}
