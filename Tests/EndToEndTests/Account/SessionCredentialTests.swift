import AuthenticatorTestSupport
import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import Testing

/// Passkeys, authenticator apps and the second factor of `session.account`.
@Suite(.timeLimit(.minutes(3))) struct SessionCredentialTests {
    private static let ada = ScriptedUser(email: "ada@example.com", password: "correct horse battery")

    /// An app whose user has signed in with the password, and has a phone with passkeys and an authenticator app.
    private struct Scenario {
        let world: World
        let phone: TestPasskeyAuthenticator
        let authenticator: TestAuthenticatorApp
        let device: Device
        let account: SessionAccount

        init() async throws {
            world = try await World()
            try await world.server.users.add(email: ada.email, password: ada.password)
            let (server, browser) = (world.server, ScriptedBrowser(on: world.server))
            phone = browser.factors.passkeys
            authenticator = browser.factors.authenticatorApp
            device = Device(
                of: "app",
                on: world.server,
                browser: browser,
                change: { [phone] in $0.passkeyAuthenticator = phone },
                script: { browser in try await ada.signIn(in: browser, on: server) }
            )
            account = try await device.app.signIn(scopes: [.account]).account
        }

        /// Adds the authenticator app, which turns the second factor on.
        @discardableResult
        func addApp() async throws -> AddedCredential {
            let enrolment = try await account.enrolAuthenticatorApp()
            try authenticator.add(enrolment.setup.keyURI)
            return try await enrolment.confirm(code: authenticator.code(), named: "Phone")
        }
    }

    // MARK: Passkeys

    @Test func addsPasskey() async throws {
        let scenario = try await Scenario()
        let added = try await scenario.account.addPasskey(named: "Phone")
        #expect(added.credential.kind == .passkey)
        #expect(added.credential.name == "Phone")
        #expect(scenario.phone.passkeys.map(\.relyingPartyID) == ["login.example.com"])
        let credentials = try await scenario.account.credentials()
        #expect(credentials.items == [added.credential])
        // A passkey alone does not turn the second factor on.
        #expect(!credentials.requiresSecondFactor)
        #expect(added.recoveryCodes == [])
        #expect(try await scenario.account.turnOnSecondFactor().count == 10)
    }

    @Test func addsSecondPasskeyOfAnotherDeviceOnly() async throws {
        let scenario = try await Scenario()
        try await scenario.account.addPasskey()
        let repeated = try await failure { try await scenario.account.addPasskey() }
        #expect(repeated.code == .passkeyAlreadyAdded)
        var configuration = scenario.device.app.configuration
        configuration.passkeyAuthenticator = TestPasskeyAuthenticator(on: scenario.world.server)
        let session = try #require(try await GatehouseClient(configuration: configuration).session())
        let second = try await session.account.addPasskey(named: "Tablet")
        #expect(second.recoveryCodes == [])
        #expect(try await scenario.account.credentials().items.count == 2)
    }

    @Test func addsNothingIfUserCancels() async throws {
        let scenario = try await Scenario()
        scenario.phone.failNext(with: .cancelled)
        #expect(try await failure { try await scenario.account.addPasskey() }.code == .cancelled)
        #expect(try await scenario.account.credentials().items.isEmpty)
    }

    @Test func requiresAuthenticator() async throws {
        let scenario = try await Scenario()
        var configuration = scenario.device.app.configuration
        configuration.passkeyAuthenticator = nil
        let session = try #require(try await GatehouseClient(configuration: configuration).session())
        let error = try await failure { try await session.account.addPasskey() }
        #expect(error.code == .passkeyUnavailable)
        #expect(error.recovery == .fixConfiguration)
    }

    @Test func reportsRejectedPasskey() async throws {
        let scenario = try await Scenario()
        var configuration = scenario.device.app.configuration
        configuration.passkeyAuthenticator = AbsentUser()
        let session = try #require(try await GatehouseClient(configuration: configuration).session())
        let error = try await failure { try await session.account.addPasskey() }
        #expect(error.code == .passkeyRejected)
        #expect(error.response?.httpStatus == 422)
    }

    @Test func asksForSecondFactorBeforeAddingPasskey() async throws {
        let scenario = try await Scenario()
        try await scenario.addApp()
        let added = try await scenario.account.addPasskey(named: "Phone")
        #expect(added.recoveryCodes == [])
        #expect(try await scenario.account.credentials().items.map(\.kind) == [.authenticatorApp, .passkey])
    }

    // MARK: Authenticator apps

    @Test func addsAuthenticatorAppAfterWrongCode() async throws {
        let scenario = try await Scenario()
        let enrolment = try await scenario.account.enrolAuthenticatorApp()
        #expect(enrolment.setup.keyURI.hasPrefix("otpauth://totp/"))
        #expect(enrolment.expiresAt > scenario.world.server.clock.now)
        var dumped = ""
        dump(enrolment, to: &dumped)
        #expect(!dumped.contains(enrolment.setup.secret) && !dumped.contains("otpauth"))
        try scenario.authenticator.add(enrolment.setup.keyURI)
        scenario.authenticator.failNext(with: .wrongCode)
        let wrong = try await scenario.authenticator.code()
        #expect(try await failure { try await enrolment.confirm(code: wrong) }.code == .wrongCode)
        #expect(try await failure { try await enrolment.confirm(code: " ") }.code == .wrongCode)
        let code = try await scenario.authenticator.code()
        let added = try await enrolment.confirm(code: code.prefix(3) + " " + code.suffix(3))
        #expect(added.credential.kind == .authenticatorApp)
        #expect(added.recoveryCodes.count == 10)
        #expect(try await scenario.account.credentials().requiresSecondFactor)
    }

    @Test func reportsExpiredEnrolment() async throws {
        let scenario = try await Scenario()
        let enrolment = try await scenario.account.enrolAuthenticatorApp()
        try scenario.authenticator.add(enrolment.setup.keyURI)
        scenario.world.server.clock.advance(by: 11 * 60)
        let code = try await scenario.authenticator.code()
        let error = try await failure { try await enrolment.confirm(code: code) }
        #expect(error.code == .flowExpired)
        #expect(try await scenario.account.credentials().items.isEmpty)
    }

    // MARK: Changes

    @Test func renamesAndRemovesCredential() async throws {
        let scenario = try await Scenario()
        let app = try await scenario.addApp().credential
        let renamed = try await scenario.account.rename(app, to: "Tablet")
        #expect(renamed.name == "Tablet")
        #expect(try await failure { try await scenario.account.rename(app, to: "") }.code == .attributesRejected)
        try await scenario.account.remove(renamed)
        #expect(try await failure { try await scenario.account.remove(renamed) }.code == .notFound)
        let credentials = try await scenario.account.credentials()
        #expect(credentials.items.isEmpty)
        #expect(!credentials.requiresSecondFactor)
        #expect(credentials.remainingRecoveryCodes == 0)
    }

    @Test func turnsSecondFactorOnAndOff() async throws {
        let scenario = try await Scenario()
        let none = try await failure { try await scenario.account.turnOnSecondFactor() }
        #expect(none.code == .secondFactorMissing)
        try await scenario.addApp()
        try await scenario.account.turnOffSecondFactor()
        #expect(try await !scenario.account.credentials().requiresSecondFactor)
        #expect(try await scenario.account.turnOnSecondFactor() == [])
        #expect(try await scenario.account.credentials().requiresSecondFactor)
    }

    @Test func replacesRecoveryCodes() async throws {
        let scenario = try await Scenario()
        #expect(try await failure { try await scenario.account.newRecoveryCodes() }.code == .secondFactorMissing)
        let first = try await scenario.addApp().recoveryCodes
        let second = try await scenario.account.newRecoveryCodes()
        #expect(second.count == 10)
        #expect(Set(second).isDisjoint(with: first))
        #expect(try await scenario.account.credentials().remainingRecoveryCodes == 10)
    }
}

/// An authenticator without the user's presence (WebAuthn Level 3 §7.1 step 15).
private struct AbsentUser: PasskeyAuthenticator {
    func createPasskey(
        _ options: PublicKeyCredentialCreationOptions,
        origin: String
    ) async throws(AuthError) -> PasskeyRegistration {
        var authenticator = SoftwareAuthenticator()
        authenticator.relyingPartyID = options.relyingParty.id ?? ""
        authenticator.origin = origin
        authenticator.flags = [.userVerified]
        do {
            return try authenticator.register(options.challenge)
        } catch {
            throw AuthError(.passkeyUnavailable, "\(error)")
        }
    }

    func signWithPasskey(
        _ options: PublicKeyCredentialRequestOptions,
        origin: String
    ) async throws(AuthError) -> PasskeyAssertion {
        throw AuthError(.passkeyUnavailable, "It has no passkeys.")
    }
}
