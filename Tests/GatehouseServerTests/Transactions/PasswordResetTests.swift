import Foundation
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct PasswordResetTests {
    private let email = "ada@example.com"
    private let old = "correct horse battery"
    private let new = "purple monkey dishwasher"

    @Test func theNewPasswordOpensAndTheOldOneDoesNot() async throws {
        let server = try await FullServer.with()
        try await server.addAccount(email, password: old)
        var visit = try await Visit(on: server)
        try await visit.submit(.reset(email: email))
        try await visit.submitMailedCode(to: email)
        #expect(visit.step.name == "newPassword")
        #expect(await visit.refused(.newPassword("short")) == .passwordRefused(.tooShort(minimum: 8)))
        try await visit.submit(.newPassword(new))
        #expect(visit.hasCode)

        var again = try await Visit(on: server)
        try await again.submit(.signInByPassword(email: email))
        #expect(await again.refused(.password(old)) == .wrongCredentials)
        try await again.submit(.password(new))
        #expect(again.hasCode)
    }

    @Test func everythingTheOldPasswordOpenedIsClosedAndTheOwnerIsTold() async throws {
        let server = try await FullServer.with()
        let account = try await server.addAccount(email, password: old)
        var thief = try await Visit(on: server)
        try await thief.submit(.signInByPassword(email: email))
        try await thief.submit(.password(old))
        let stolen = try #require(thief.browser.session)
        let session = Session(
            id: server.core.newID(),
            accountID: account.id,
            clientID: "app",
            browserSessionID: stolen.id,
            scopes: [.openid, .offlineAccess],
            isOffline: true,
            salt: Data(repeating: 1, count: 32),
            authenticatedAt: server.clock.now,
            methods: [.password],
            claims: nil,
            createdAt: server.clock.now,
            expiresAt: server.clock.now.addingTimeInterval(1_000_000)
        )
        try await server.core.store.commit([.session(.insert(session))])

        server.clock.advance(by: 60)
        var visit = try await Visit(on: server)
        try await visit.submit(.reset(email: email))
        try await visit.submitMailedCode(to: email)
        try await visit.submit(.newPassword(new))

        let ended = try #require(try await server.core.store.session(session.id))
        #expect(ended.endedAt == server.clock.now)
        #expect(ended.endReason == .credentialsChanged)
        #expect(try await server.core.store.browserSession(stolen.id)?.endedAt == server.clock.now)
        #expect(visit.browser.session?.accountID == account.id)
        #expect(visit.browser.session?.endedAt == nil)
        #expect(try await server.subjects(to: email).count == 2)
        #expect(try await server.mailedCode(to: email) == nil)
        #expect(try await server.audited().contains(.passwordChanged))
    }

    @Test func aBrowserThatIsSignedInGetsAFreshSession() async throws {
        let server = try await FullServer.with()
        try await server.addAccount(email, password: old)
        var first = try await Visit(on: server)
        try await first.submit(.signInByPassword(email: email))
        try await first.submit(.password(old))
        let before = try #require(first.browser.session)

        var visit = try await Visit(on: server, in: first.browser)
        try await visit.submit(.reset(email: email))
        try await visit.submitMailedCode(to: email)
        try await visit.submit(.newPassword(new))
        #expect(visit.hasCode)
        #expect(visit.browser.session?.id != before.id)
        #expect(try await server.core.store.browserSession(before.id)?.endedAt != nil)
    }

    @Test func anAddressWithoutAnAccountGetsTheSameStepsAndAMailWithoutACode() async throws {
        let server = try await FullServer.with()
        var visit = try await Visit(on: server)
        try await visit.submit(.reset(email: email))
        #expect(visit.step.code?.use == .reset)
        #expect(try await server.subjects(to: email).count == 1)
        #expect(try await server.mailedCode(to: email) == nil)
        #expect(await visit.refused(.code("12345678")) == .wrongCode(triesLeft: 4))
        server.clock.advance(by: 30)
        try await visit.submit(.resendCode)
        #expect(try await server.subjects(to: email).count == 2)
    }

    @Test func aForgottenPasswordCanBeResetWhileItsDoorIsShut() async throws {
        let server = try await FullServer.with()
        try await server.addAccount(email, password: old)
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByPassword(email: email))
        for _ in 0..<10 { #expect(await visit.refused(.password("wrong horse battery")) == .wrongCredentials) }
        #expect(await visit.refused(.password(old)) == .limited(retryAfter: 900))
        try await visit.submit(.reset(email: ""))
        try await visit.submitMailedCode(to: email)
        try await visit.submit(.newPassword(new))

        var again = try await Visit(on: server)
        try await again.submit(.signInByPassword(email: email))
        try await again.submit(.password(new))
        #expect(again.hasCode)
    }

    @Test func aResetOutdatesTheOthersThatWereUnderWay() async throws {
        let server = try await FullServer.with()
        try await server.addAccount(email, password: old)
        var thief = try await Visit(on: server)
        try await thief.submit(.reset(email: email))
        try await thief.submitMailedCode(to: email)
        var owner = try await Visit(on: server)
        try await owner.submit(.reset(email: email))
        try await owner.submitMailedCode(to: email)
        try await owner.submit(.newPassword(new))

        #expect(await thief.refused(.newPassword("a thief's own passphrase")) == .gone)
        var again = try await Visit(on: server)
        try await again.submit(.signInByPassword(email: email))
        try await again.submit(.password(new))
        #expect(again.hasCode)
    }

    @Test func anAccountThatNeverHadAPasswordGetsOne() async throws {
        let server = try await FullServer.with()
        try await server.addAccount(email)
        var visit = try await Visit(on: server)
        try await visit.submit(.reset(email: email))
        try await visit.submitMailedCode(to: email)
        try await visit.submit(.newPassword(new))
        #expect(try await server.account(email)?.passwordHash?.hasPrefix("$argon2id$") == true)
    }
}
