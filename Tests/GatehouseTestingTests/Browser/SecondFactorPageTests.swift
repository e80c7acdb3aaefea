import Foundation
import Gatehouse
import GatehouseTesting
import Testing

/// Users of an app with hosted pages who prove or enrol second factors.
@Suite struct SecondFactorPageTests {
    private let server = TestServer()

    private func user(_ change: (inout ScriptedUser) -> Void = { _ in }) async throws -> ScriptedUser {
        try await server.clients.addPublic("app")
        var ada = try await server.users.add(email: "ada@example.com", password: "correct horse battery")
        change(&ada)
        return ada
    }

    private func signIn(on device: TestDevice) async throws -> Session {
        try await GatehouseClient(configuration: device.configuration()).signIn()
    }

    @Test func entersCodeOfAuthenticatorApp() async throws {
        let ada = try await user()
        let device = server.device(of: ada)
        let codes = try await ada.enrolAuthenticatorApp(on: device, named: "Phone")
        #expect(codes.count == 10)
        #expect(device.factors.recoveryCodes == codes)
        let claims = try await SignInClaims(of: try await signIn(on: device))
        #expect(claims.amr == ["pwd", "otp", "mfa"])
        #expect(device.factors.recoveryCodes == codes)
    }

    @Test func enrolsAuthenticatorAppThatServerRequires() async throws {
        let server = TestServer(secondFactor: .required)
        try await server.clients.addPublic("app")
        var ada = try await server.users.add(email: "ada@example.com", password: "correct horse battery")
        ada.preferredFactor = .authenticatorApp
        let device = server.device(of: ada)
        let claims = try await SignInClaims(of: try await signIn(on: device))
        #expect(claims.amr == ["pwd", "otp", "mfa"])
        #expect(device.authenticatorApp.accounts == ["ada@example.com"])
        #expect(device.factors.recoveryCodes.count == 10)
    }

    @Test func createsPasskeyThatAppRequires() async throws {
        let ada = try await user { $0.preferredFactor = .passkey }
        try await server.clients.setSecondFactor(.required)
        let device = server.device(of: ada)
        _ = try await signIn(on: device)
        let passkey = try #require(device.passkeys.passkeys.first)
        #expect(passkey.relyingPartyID == "login.example.com")
        #expect(passkey.userName == "ada@example.com")
        #expect(passkey.userHandle == Data(try await server.users.id(of: "ada@example.com").utf8))
        #expect(device.authenticatorApp.accounts == [])
    }

    @Test func signsInWithPasskeyOnly() async throws {
        let ada = try await user { $0.usesPasskey = true }
        let device = server.device(of: ada)
        try await ada.addPasskey(on: device)
        #expect(try await server.mailbox.messages().isEmpty)
        let claims = try await SignInClaims(of: try await signIn(on: device))
        #expect(claims.amr.contains("user"))
        #expect(!claims.amr.contains("pwd"))
        #expect(device.passkeys.requestCount == 2)
    }

    @Test func signsWithSecurityKeyAfterPassword() async throws {
        let ada = try await user()
        let key = TestPasskeyAuthenticator(.securityKey, on: server)
        let device = server.device(of: ada, factors: TestFactors(on: server, passkeys: key))
        try await ada.addPasskey(on: device)
        #expect(device.factors.recoveryCodes == [])
        let codes = try await server.users.setSecondFactor(true, of: "ada@example.com")
        #expect(codes.count == 10)
        let claims = try await SignInClaims(of: try await signIn(on: device))
        #expect(claims.amr == ["pwd", "hwk", "mfa"])
        #expect(key.signatureCount == 1)
    }

    @Test func choosesPreferredFactor() async throws {
        let ada = try await user { $0.preferredFactor = .recoveryCode }
        let device = server.device(of: ada)
        let codes = try await ada.enrolAuthenticatorApp(on: device)
        _ = try await signIn(on: device)
        #expect(device.factors.recoveryCodes == Array(codes.dropFirst()))
    }

    @Test func fallsBackToFactorThatUserHas() async throws {
        let ada = try await user()
        let phone = server.device(of: ada)
        try await ada.enrolAuthenticatorApp(on: phone)
        phone.authenticatorApp.remove("ada@example.com")
        _ = try await signIn(on: phone)
        #expect(phone.factors.recoveryCodes.count == 9)
        phone.factors.recoveryCodes = []
        await #expect(throws: AuthError.self) { try await signIn(on: server.device(of: ada, factors: phone.factors)) }
    }

    @Test func entersMailedCodeAfterPassword() async throws {
        let server = TestServer(secondFactor: .required, acceptsMessageCodes: true)
        try await server.clients.addPublic("app")
        let ada = try await server.users.add(email: "ada@example.com", password: "correct horse battery")
        _ = try await signIn(on: server.device(of: ada))
        #expect(try await server.mailbox.messages(to: "ada@example.com").count == 1)
    }

    @Test func choosesCodeBySMS() async throws {
        let server = TestServer(secondFactor: .required, acceptsMessageCodes: true)
        try await server.clients.addPublic("app")
        var ada = try await server.users.add(email: "ada@example.com", password: "hunter2", phone: "+819012345678")
        ada.preferredFactor = .smsCode
        _ = try await signIn(on: server.device(of: ada))
        #expect(try await server.mailbox.messages(to: "+819012345678").count == 1)
    }

    @Test func sharesFactorsBetweenDevices() async throws {
        let ada = try await user()
        let phone = server.device(of: ada)
        try await ada.enrolAuthenticatorApp(on: phone)
        _ = try await signIn(on: server.device(of: ada, factors: phone.factors))
        let error = await #expect(throws: AuthError.self) { try await signIn(on: server.device(of: ada)) }
        #expect(error?.code == .cancelled)
        #expect(error?.underlying?.contains("second factor that the user does not have") == true)
    }

    @Test func requestsSecondFactorForAccountPages() async throws {
        let ada = try await user()
        let device = server.device(of: ada)
        try await ada.enrolAuthenticatorApp(on: device)
        try await ada.openAccountPage("/account/security", in: device.browser, on: server)
        #expect(await device.browser.page.contains("10 codes left"))
    }

    @Test func signsInWithoutSecondFactorAfterTurningItOff() async throws {
        let ada = try await user()
        let device = server.device(of: ada)
        try await ada.enrolAuthenticatorApp(on: device)
        try await server.users.setSecondFactor(false, of: "ada@example.com")
        #expect(try await SignInClaims(of: try await signIn(on: device)).amr == ["pwd"])
        try await server.clients.setSecondFactor(.off)
        try await server.users.setSecondFactor(true, of: "ada@example.com")
        let other = server.device(of: ada)
        #expect(try await SignInClaims(of: try await signIn(on: other)).amr == ["pwd"])
    }
}
