import Foundation
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct RecoveryFlowTests {
    private let email = "ada@example.com"
    private let old = "correct horse battery"
    private let new = "purple monkey dishwasher"

    @Test func replacesOldPassword() async throws {
        let server = try await CompleteServer.with()
        try await server.addAccount(email, password: old)
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.reset(email: email))
        try await driver.submitMailedCode(to: email)
        #expect(driver.step.name == "newPassword")
        #expect(await driver.rejection(.newPassword("short")) == .passwordRejected(.tooShort(minimum: 8)))
        try await driver.submit(.newPassword(new))
        #expect(driver.hasCode)

        var again = try await BrowserDriver(on: server)
        try await again.submit(.signInByPassword(email: email))
        #expect(await again.rejection(.password(old)) == .wrongCredentials)
        try await again.submit(.password(new))
        #expect(again.hasCode)
    }

    @Test func endsSessionsAndNotifiesOnPasswordChange() async throws {
        let server = try await CompleteServer.with()
        let account = try await server.addAccount(email, password: old)
        var attacker = try await BrowserDriver(on: server)
        try await attacker.submit(.signInByPassword(email: email))
        try await attacker.submit(.password(old))
        let stolen = try #require(attacker.browser.session)
        let session = Session(
            id: server.core.newID(),
            accountID: account.id,
            clientID: "app",
            browserSessionID: stolen.id,
            scopes: [.openid, .offlineAccess],
            isOffline: true,
            salt: Data(repeating: 1, count: 32),
            authentication: stolen.authentication,
            claims: nil,
            createdAt: server.clock.now,
            expiresAt: server.clock.now.addingTimeInterval(1_000_000)
        )
        try await server.core.store.commit([.session(.insert(session))])

        server.clock.advance(by: 60)
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.reset(email: email))
        try await driver.submitMailedCode(to: email)
        try await driver.submit(.newPassword(new))

        let ended = try #require(try await server.core.store.session(session.id))
        #expect(ended.endedAt == server.clock.now)
        #expect(ended.endReason == .credentialsChanged)
        #expect(try await server.core.store.browserSession(stolen.id)?.endedAt == server.clock.now)
        #expect(driver.browser.session?.accountID == account.id)
        #expect(driver.browser.session?.endedAt == nil)
        #expect(try await server.subjects(to: email).count == 2)
        #expect(try await server.mailedCode(to: email) == nil)
        #expect(try await server.auditKinds().contains(.passwordChanged))
    }

    @Test func replacesBrowserSession() async throws {
        let server = try await CompleteServer.with()
        try await server.addAccount(email, password: old)
        var first = try await BrowserDriver(on: server)
        try await first.submit(.signInByPassword(email: email))
        try await first.submit(.password(old))
        let before = try #require(first.browser.session)

        var driver = try await BrowserDriver(on: server, in: first.browser)
        try await driver.submit(.reset(email: email))
        try await driver.submitMailedCode(to: email)
        try await driver.submit(.newPassword(new))
        #expect(driver.hasCode)
        #expect(driver.browser.session?.id != before.id)
        #expect(try await server.core.store.browserSession(before.id)?.endedAt != nil)
    }

    @Test func sendsMessageWithoutCodeToUnknownAddress() async throws {
        let server = try await CompleteServer.with()
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.reset(email: email))
        #expect(driver.step.code?.use == .reset)
        #expect(try await server.subjects(to: email).count == 1)
        #expect(try await server.mailedCode(to: email) == nil)
        #expect(await driver.rejection(.code("12345678")) == .wrongCode(attemptsRemaining: 4))
        server.clock.advance(by: 30)
        try await driver.submit(.resendCode)
        #expect(try await server.subjects(to: email).count == 2)
    }

    @Test func resetsPasswordWhilePasswordAttemptsAreLimited() async throws {
        let server = try await CompleteServer.with()
        try await server.addAccount(email, password: old)
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByPassword(email: email))
        for _ in 0..<10 { #expect(await driver.rejection(.password("wrong horse battery")) == .wrongCredentials) }
        #expect(await driver.rejection(.password(old)) == .limited(retryAfter: 900))
        try await driver.submit(.reset(email: ""))
        try await driver.submitMailedCode(to: email)
        try await driver.submit(.newPassword(new))

        var again = try await BrowserDriver(on: server)
        try await again.submit(.signInByPassword(email: email))
        try await again.submit(.password(new))
        #expect(again.hasCode)
    }

    @Test func invalidatesConcurrentResets() async throws {
        let server = try await CompleteServer.with()
        try await server.addAccount(email, password: old)
        var attacker = try await BrowserDriver(on: server)
        try await attacker.submit(.reset(email: email))
        try await attacker.submitMailedCode(to: email)
        var owner = try await BrowserDriver(on: server)
        try await owner.submit(.reset(email: email))
        try await owner.submitMailedCode(to: email)
        try await owner.submit(.newPassword(new))

        #expect(await attacker.rejection(.newPassword("an attacker's passphrase")) == .gone)
        var again = try await BrowserDriver(on: server)
        try await again.submit(.signInByPassword(email: email))
        try await again.submit(.password(new))
        #expect(again.hasCode)
    }

    @Test func setsFirstPasswordOfAccount() async throws {
        let server = try await CompleteServer.with()
        try await server.addAccount(email)
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.reset(email: email))
        try await driver.submitMailedCode(to: email)
        try await driver.submit(.newPassword(new))
        #expect(try await server.account(email)?.passwordHash?.hasPrefix("$argon2id$") == true)
    }
}
