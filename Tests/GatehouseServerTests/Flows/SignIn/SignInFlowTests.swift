import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct SignInFlowTests {
    private let email = "ada@example.com"
    private let password = "correct horse battery"

    @Test func signsInWithMailedCode() async throws {
        let server = try await CompleteServer.with()
        let account = try await server.addAccount(email)
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByCode(email: email))
        try await driver.submitMailedCode(to: email)
        #expect(driver.hasCode)
        #expect(driver.browser.session?.accountID == account.id)
        #expect(driver.browser.session?.authentication.amr == [.oneTimeCode])
        #expect(driver.browser.session?.authentication.authenticatedAt == server.clock.now)
    }

    @Test func createsAccountForUnknownAddress() async throws {
        let server = try await CompleteServer.with()
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByCode(email: email))
        try await driver.submitMailedCode(to: email)
        #expect(driver.hasCode)
        #expect(try await server.account(email)?.id == driver.browser.session?.accountID)
    }

    @Test func signsInWithPasswordWithoutEmail() async throws {
        let server = try await CompleteServer.with()
        let account = try await server.addAccount(email, password: password)
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByPassword(email: email))
        try await driver.submit(.password(password))
        #expect(driver.hasCode)
        #expect(driver.browser.session?.accountID == account.id)
        #expect(driver.browser.session?.authentication.amr == [.password])
        #expect(try await server.mailCount == 0)
    }

    @Test func respondsAlikeToWrongPasswordAndMissingAccount() async throws {
        let server = try await CompleteServer.with()
        try await server.addAccount(email, password: password)
        try await server.addAccount("bob@example.com")
        for address in [email, "bob@example.com", "nobody@example.com"] {
            var driver = try await BrowserDriver(on: server)
            try await driver.submit(.signInByPassword(email: address))
            for text in ["wrong horse battery", " ", String(repeating: "x", count: 5_000)] {
                #expect(await driver.rejection(.password(text)) == .wrongCredentials, "\(address)")
            }
            #expect(driver.step.name == "password")
            #expect(driver.browser.session == nil)
        }
    }

    @Test func switchesFromPasswordToCodeOrReset() async throws {
        let server = try await CompleteServer.with()
        try await server.addAccount(email, password: password)
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByPassword(email: email))
        try await driver.submit(.signInByCode(email: ""))
        #expect(driver.step.code?.email == email)
        #expect(driver.step.code?.use == .signIn)
        try await driver.submit(.signInByPassword(email: ""))
        #expect(driver.step.name == "password")
        server.clock.advance(by: 30)
        try await driver.submit(.reset(email: ""))
        #expect(driver.step.code?.use == .reset)
        #expect(await driver.rejection(.signInByPassword(email: "")) == .notPossible)
        try await driver.submit(.show(.signIn))
        #expect(driver.step.mode == .signIn)
        #expect(driver.step.email == email)
    }

    @Test func keepsEnteredAddressAcrossForms() async throws {
        let server = try await CompleteServer.with()
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.show(.signUp, email: email))
        #expect((driver.step.mode, driver.step.email) == (.signUp, email))
        try await driver.submit(.show(.signIn, email: ""))
        #expect((driver.step.mode, driver.step.email) == (.signIn, email))
        try await driver.submit(.show(.reset, email: String(repeating: "a", count: 255)))
        #expect((driver.step.mode, driver.step.email) == (.reset, email))
    }

    @Test func rejectsDisabledAccountAtEveryEntryPoint() async throws {
        let server = try await CompleteServer.with()
        try await server.addAccount(email, password: password, isDisabled: true)

        var byPassword = try await BrowserDriver(on: server)
        try await byPassword.submit(.signInByPassword(email: email))
        #expect(await byPassword.rejection(.password("wrong horse battery")) == .wrongCredentials)
        #expect(await byPassword.rejection(.password(password)) == .accountDisabled)
        // The audit log shows both reasons to support staff.
        let events = try await server.store.events(of: nil, before: nil, limit: 10)
        #expect(events.filter { $0.kind == .signInFailed }.map(\.detail) == ["disabled", "password"])

        for input in [
            FlowInput.signInByCode(email: email), .signUp(email: email, password: nil), .reset(email: email),
        ] {
            var driver = try await BrowserDriver(on: server)
            try await driver.submit(input)
            #expect(await driver.rejection(.code(try await server.code(to: email))) == .accountDisabled)
            #expect(driver.browser.session == nil)
            server.clock.advance(by: 30)
        }
    }

    @Test func keepsSessionWithNewSecretForSameAccount() async throws {
        let server = try await CompleteServer.with()
        try await server.addAccount(email, password: password)
        var first = try await BrowserDriver(on: server)
        try await first.submit(.signInByPassword(email: email))
        try await first.submit(.password(password))
        let before = try #require(first.browser.session)

        server.clock.advance(by: 100)
        var second = try await BrowserDriver(on: server, in: first.browser)
        try await second.submit(.signInByPassword(email: email))
        try await second.submit(.password(password))
        let after = try #require(second.browser.session)
        #expect(after.id == before.id)
        #expect(after.secretHash != before.secretHash)
        #expect(after.authentication.authenticatedAt == before.authentication.authenticatedAt + 100)
        #expect(try await server.store.browserSession(secretHash: before.secretHash) == nil)
    }

    @Test func rejectsSignInOfDifferentAccount() async throws {
        let server = try await CompleteServer.with()
        let required = try await server.addAccount(email)
        try await server.addAccount("bob@example.com")
        var driver = try await BrowserDriver(on: server, requiredAccount: required.id)
        try await driver.submit(.signInByCode(email: "bob@example.com"))
        try await driver.submitMailedCode(to: "bob@example.com")
        #expect(driver.error == .loginRequired)

        var right = try await BrowserDriver(on: server, requiredAccount: required.id)
        try await right.submit(.signInByCode(email: email))
        try await right.submitMailedCode(to: email)
        #expect(right.hasCode)
    }
}
