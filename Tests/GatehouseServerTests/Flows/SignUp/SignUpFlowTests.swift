import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct SignUpFlowTests {
    private let email = "ada@example.com"

    @Test func createsAccountWithVerifiedAddress() async throws {
        let server = try await CompleteServer.with()
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signUp(email: "  Ada@Example.com ", password: nil))
        #expect(driver.step.code?.email == email)
        #expect(try await server.account(email) == nil)

        server.clock.advance(by: 60)
        try await driver.submitMailedCode(to: email)
        #expect(driver.hasCode)
        #expect(driver.response?.state == "state-1")
        let account = try #require(try await server.account(email))
        #expect(account.identifiers.map(\.verifiedAt) == [server.clock.now])
        #expect(account.passwordHash == nil)
        #expect(driver.browser.session?.accountID == account.id)
        #expect(try await server.auditKinds() == [.codeSent, .signedIn, .accountCreated])
    }

    @Test func storesPasswordOnceAddressIsVerified() async throws {
        let server = try await CompleteServer.with()
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signUp(email: email, password: "correct horse battery"))
        try await driver.submitMailedCode(to: email)
        #expect(driver.hasCode)

        var again = try await BrowserDriver(on: server)
        try await again.submit(.signInByPassword(email: email))
        try await again.submit(.password("correct horse battery"))
        #expect(again.hasCode)
    }

    @Test(arguments: [
        ("short", PasswordAssessment.tooShort(minimum: 8)), ("ada@example.com", .tooWeak(.personal)),
        ("password1", .tooWeak(.common)), (String(repeating: "ab1 ", count: 65), .tooLong(maximum: 256)),
    ])
    func rejectsWeakPasswordBeforeSending(password: String, assessment: PasswordAssessment) async throws {
        let server = try await CompleteServer.with()
        var driver = try await BrowserDriver(on: server)
        #expect(await driver.rejection(.signUp(email: email, password: password)) == .passwordRejected(assessment))
        #expect(driver.step.mode == .signIn)
        #expect(try await server.mailCount == 0)
    }

    @Test func signsInToExistingAccount() async throws {
        let server = try await CompleteServer.with()
        let account = try await server.addAccount(email, password: "their own old password")
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signUp(email: email, password: "correct horse battery"))
        try await driver.submitMailedCode(to: email)
        #expect(driver.browser.session?.accountID == account.id)
        #expect(try await server.account(email)?.passwordHash == account.passwordHash)
    }

    @Test(arguments: ["", "ada", "ada@", "@example.com", "ada@example.com, eve@example.com", "ada@exa mple.com"])
    func rejectsInvalidEmailAddress(text: String) async throws {
        let server = try await CompleteServer.with()
        var driver = try await BrowserDriver(on: server)
        #expect(await driver.rejection(.signUp(email: text, password: nil)) == .invalidEmail)
        #expect(await driver.rejection(.signInByCode(email: text)) == .invalidEmail)
        #expect(await driver.rejection(.signInByPassword(email: text)) == .invalidEmail)
        #expect(await driver.rejection(.reset(email: text)) == .invalidEmail)
        #expect(try await server.mailCount == 0)
    }

    @Test func createsOneAccountForConcurrentSignUps() async throws {
        let server = try await CompleteServer.with()
        var drivers: [BrowserDriver] = []
        for _ in 0..<2 {
            var driver = try await BrowserDriver(on: server)
            try await driver.submit(.signUp(email: email, password: nil))
            drivers.append(driver)
            server.clock.advance(by: 30)
        }
        try await server.deliverMail()
        let codes = server.delivered.mails.compactMap { mail in
            mail.subject.firstMatch(of: /[0-9]{8}/).map { String($0.output) }
        }
        #expect(codes.count == 2)
        let ends = await withTaskGroup(of: BrowserDriver.self) { group in
            for driver in drivers {
                group.addTask {
                    var driver = driver
                    for code in codes { try? await driver.submit(.code(code)) }
                    return driver
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let account = try #require(try await server.account(email))
        #expect(ends.map(\.hasCode) == [true, true])
        #expect(ends.map(\.browser.session?.accountID) == [account.id, account.id])
        #expect(try await server.store.accounts(after: nil, limit: 10).count == 1)
        #expect(try await server.auditKinds().count { $0 == .accountCreated } == 1)
    }
}
