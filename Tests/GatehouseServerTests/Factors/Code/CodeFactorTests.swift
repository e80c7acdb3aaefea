import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

@Suite struct CodeFactorTests {
    private let email = "ada@example.com"

    private func driver(_ server: CompleteServer, _ input: FlowInput? = nil) async throws -> BrowserDriver {
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(input ?? .signInByCode(email: email))
        return driver
    }

    private func wrong(_ code: String) -> String { code == "00000000" ? "00000001" : "00000000" }

    @Test func invalidatesCodeAfterFiveWrongAttempts() async throws {
        let server = try await CompleteServer.with()
        var driver = try await driver(server)
        let code = try await server.code(to: email)
        for remaining in [4, 3, 2, 1] {
            #expect(await driver.rejection(.code(wrong(code))) == .wrongCode(attemptsRemaining: remaining))
        }
        #expect(await driver.rejection(.code(wrong(code))) == .codeExhausted)
        #expect(driver.step.mode == .signIn)
        #expect(driver.step.email == email)
        #expect(await driver.rejection(.code(code)) == .notPossible)
    }

    @Test(arguments: [CodeChallengeStep.Use.signIn, .signUp, .reset])
    func returnsToOriginalFormAfterExhaustion(use: CodeChallengeStep.Use) async throws {
        let server = try await CompleteServer.with()
        let input: FlowInput =
            switch use {
            case .signIn, .verify, .secure, .undo, .keepFactors: .signInByCode(email: email)
            case .signUp: .signUp(email: email, password: nil)
            case .reset: .reset(email: email)
            }
        var driver = try await driver(server, input)
        for _ in 0..<5 { _ = await driver.rejection(.code("no code")) }
        #expect(driver.step.mode?.rawValue == use.rawValue)
    }

    @Test func keepsFormTokenAfterWrongCode() async throws {
        let server = try await CompleteServer.with()
        var driver = try await driver(server)
        let number = driver.number
        let code = try await server.code(to: email)
        _ = await driver.rejection(.code(wrong(code)))
        #expect(driver.number == number)
        try await driver.submit(.code(code), to: number)
        #expect(driver.hasCode)
    }

    @Test func expiresCodeAfterTenMinutes() async throws {
        let server = try await CompleteServer.with()
        var early = try await driver(server)
        let code = try await server.code(to: email)
        server.clock.advance(by: 599.999)
        try await early.submit(.code(code))
        #expect(early.hasCode)

        var late = try await driver(server)
        let second = try await server.code(to: email)
        server.clock.advance(by: 600)
        #expect(await late.rejection(.code(second)) == .codeExpired)
        #expect(await late.rejection(.code(wrong(second))) == .codeExpired)
        try await late.submit(.resendCode)
        try await late.submitMailedCode(to: email)
        #expect(late.hasCode)
    }

    @Test func allowsOneImmediateResendThenEnforcesInterval() async throws {
        let server = try await CompleteServer.with()
        var driver = try await driver(server)
        try await driver.submit(.resendCode)
        let first = try await server.code(to: email)
        #expect(try await server.mailCount == 2)
        #expect(await driver.rejection(.resendCode) == .resendTooSoon(seconds: 30))
        server.clock.advance(by: 29.001)
        #expect(await driver.rejection(.resendCode) == .resendTooSoon(seconds: 1))
        #expect(try await server.mailCount == 2)
        server.clock.advance(by: 0.999)
        _ = await driver.rejection(.code(wrong(first)))
        try await driver.submit(.resendCode)
        let second = try await server.code(to: email)
        #expect(second != first)
        #expect(driver.step.code?.attemptsRemaining == 5)
        #expect(await driver.rejection(.code(first)) == .wrongCode(attemptsRemaining: 4))
        try await driver.submit(.code(second))
        #expect(driver.hasCode)
    }

    @Test func limitsEmailsPerRecipientAcrossClientsAndFlows() async throws {
        let server = try await CompleteServer.with()
        try await server.addAccount(email, password: "correct horse battery")
        for number in 0..<10 {
            var driver = try await BrowserDriver(on: server, address: "198.51.100.\(number)")
            switch number % 3 {
            case 0: try await driver.submit(.signInByCode(email: "ADA@example.com"))
            case 1: try await driver.submit(.signUp(email: email, password: nil))
            default: try await driver.submit(.reset(email: email))
            }
            try await server.deliverMail()
            server.clock.advance(by: 60)
        }
        var driver = try await BrowserDriver(on: server, address: "198.51.100.99")
        #expect(await driver.rejection(.signInByCode(email: email)) == .mailLimitReached(retryAfter: 86_400 - 600))
        #expect(await driver.rejection(.reset(email: email)) == .mailLimitReached(retryAfter: 86_400 - 600))
        try await driver.submit(.signInByCode(email: "bob@example.com"))
        #expect(try await server.subjects(to: email).count == 10)

        server.clock.advance(by: 86_400 - 600)
        var tomorrow = try await BrowserDriver(on: server)
        try await tomorrow.submit(.signInByCode(email: email))
        #expect(try await server.subjects(to: email).count == 11)
    }

    @Test func countsResentCodesAsEmails() async throws {
        var limits = RateLimits()
        limits.mailsPerRecipient = .init(2, per: 3_600)
        let server = try await CompleteServer.with(limits: limits)
        var driver = try await driver(server)
        server.clock.advance(by: 30)
        try await driver.submit(.resendCode)
        server.clock.advance(by: 30)
        #expect(await driver.rejection(.resendCode) == .mailLimitReached(retryAfter: 3_540))
        try await driver.submitMailedCode(to: email)
        #expect(driver.hasCode)
    }

    @Test func limitsEmailsPerNetworkAddress() async throws {
        var limits = RateLimits()
        limits.mailsPerAddress = .init(3, per: 3_600)
        let server = try await CompleteServer.with(limits: limits)
        var driver = try await BrowserDriver(on: server)
        for number in 0..<3 {
            try await driver.submit(.signInByCode(email: "person\(number)@example.com"))
            try await driver.submit(.show(.signIn))
        }
        #expect(await driver.rejection(.signInByCode(email: "next@example.com")) == .limited(retryAfter: 3_600))
        #expect(try await server.mailCount == 3)
        var other = try await BrowserDriver(on: server, address: "203.0.113.5")
        try await other.submit(.signInByCode(email: "next@example.com"))
        #expect(try await server.mailCount == 4)
    }

    @Test(arguments: ["%@", " %@ ", "1234-5678", "1234 5678", "\u{2003}%@\n"])
    func ignoresSpacesAndDashesInCode(pattern: String) async throws {
        let server = try await CompleteServer.with()
        var driver = try await driver(server)
        let code = try await server.code(to: email)
        let typed =
            pattern.contains("%@")
            ? pattern.replacing("%@", with: code)
            : String(code.prefix(4)) + String(pattern.dropFirst(4).prefix(1)) + String(code.suffix(4))
        try await driver.submit(.code(typed))
        #expect(driver.hasCode)
    }

    @Test func storesNeitherCodeNorEmailInPlainText() async throws {
        let store = MemoryStore()
        let server = try await CompleteServer.with(store: store)
        let driver = try await driver(server)
        let record = try #require(try await store.flow(driver.flow.id))
        let mail = try #require(
            try await store.leaseDueMessages(.message, at: server.clock.now, until: server.clock.now, limit: 1).first
        )
        let code = try await server.code(to: email)
        #expect(!String(decoding: record.state, as: UTF8.self).contains(code))
        #expect(!String(decoding: mail.sealedMessage, as: UTF8.self).contains(email))
        #expect(mail.expiresAt == server.clock.now.addingTimeInterval(600))
    }
}

@Suite struct CodeLengthTests {
    @Test(arguments: 6...10) func generatesCodesOfConfiguredLength(length: Int) async throws {
        let server = CompleteServer(store: MemoryStore(), codeLength: length)
        try await server.add(.app("app", createdAt: server.clock.now))
        var codes: Set<String> = []
        for number in 0..<40 {
            let email = "person\(number)@example.com"
            var driver = try await BrowserDriver(on: server)
            try await driver.submit(.signInByCode(email: email))
            let code = try await server.code(to: email)
            #expect(code.count == length)
            #expect(code.allSatisfy { ("0"..."9").contains($0) })
            codes.insert(code)
            try await driver.submit(.code(code))
        }
        #expect(codes.count > 35)
        // Every digit is equally likely, the first one included.
        #expect(Set(codes.compactMap(\.first)).count > 5)
    }
}
