import AuthenticatorTestSupport
import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer
@testable import GatehouseStore

/// Sign-ins in a browser that the user has trusted.
@Suite struct BrowserTrustTests {
    private static let newPassword = "purple monkey dishwasher"

    private let owner: SecondFactorOwner
    /// The browser, after the user has signed out.
    private let browser: BrowserContext

    init() async throws {
        owner = try await SecondFactorOwner(trustedBrowser: 30 * 86_400)
        let (app, _) = try await owner.enrolApp()
        owner.server.clock.advance(by: 60)
        var driver = try await owner.browserAfterPassword()
        try await driver.submit(.factor(.string(owner.code(of: app)), trustsBrowser: true))
        browser = BrowserContext(
            binding: owner.server.identity.browserSessions.newBinding(),
            device: driver.browser.device
        )
    }

    /// The request of an administrator.
    private var administrator: AccountRequest {
        AccountRequest(
            client: owner.server.identity.accounts.client,
            language: .english,
            authority: .administrator,
            context: RequestMetadata(address: nil, requestID: "request-1")
        )
    }

    private var passwords: AccountPasswordEditor { owner.server.identity.accounts.passwords }

    /// Returns whether a sign-in in the browser needs the password only.
    private func isTrusted(password: String = SecondFactorOwner.password) async throws -> Bool {
        var driver = try await BrowserDriver(on: owner.server, in: browser)
        try await driver.signIn(SecondFactorOwner.email, password: password)
        return driver.hasCode
    }

    @Test func continuesAfterNewCredential() async throws {
        try await owner.addPasskey(owner.authenticator())
        #expect(try await isTrusted())
    }

    @Test func endsWithPasswordThatUserChanges() async throws {
        let call = owner.request([.knowledge, .possession])
        try await passwords.changePassword(
            of: try await owner.stored,
            from: SecondFactorOwner.password,
            to: Self.newPassword,
            call
        )
        #expect(try await !isTrusted(password: Self.newPassword))
    }

    @Test func endsWithPasswordThatAdministratorSets() async throws {
        try await passwords.setPassword(of: try await owner.stored, to: Self.newPassword, administrator)
        #expect(try await !isTrusted(password: Self.newPassword))
    }

    /// The reset itself is a sign-in in the trusted browser.
    @Test func endsWithReset() async throws {
        #expect(try await isTrusted())
        var driver = try await BrowserDriver(on: owner.server, in: browser)
        try await driver.submit(.reset(email: SecondFactorOwner.email))
        try await driver.submitMailedCode(to: SecondFactorOwner.email)
        try await driver.submit(.newPassword(Self.newPassword))
        #expect(driver.step.name == "additionalFactor")
        #expect(try await !isTrusted(password: Self.newPassword))
    }

    @Test func endsWithRemovedCredential() async throws {
        let passkey = try await owner.addPasskey(owner.authenticator())
        let call = owner.request([.knowledge, .possession])
        try await owner.credentials.remove(passkey.id, of: try await owner.stored, call)
        #expect(try await !isTrusted())
    }

    @Test func endsWithAllCredentials() async throws {
        _ = try await owner.credentials.removeAll(of: try await owner.stored, administrator)
        #expect(try await isTrusted())
        _ = try await owner.enrolApp()
        #expect(try await !isTrusted())
    }

    /// The user still knows the browser: no notice reports it as a new one.
    @Test func keepsBrowserKnown() async throws {
        let before = try await owner.server.store.knownBrowsers(of: owner.account.id)
        #expect(before.map { $0.trustedUntil == nil } == [false])
        try await passwords.setPassword(of: try await owner.stored, to: Self.newPassword, administrator)
        let after = try await owner.server.store.knownBrowsers(of: owner.account.id)
        #expect(after.map(\.hash) == before.map(\.hash))
        #expect(after.map(\.trustedUntil) == [nil])
    }
}
