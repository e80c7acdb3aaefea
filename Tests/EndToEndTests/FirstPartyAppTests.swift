import AnswerSchemas
import Foundation
import Gatehouse
import GatehouseTesting
import Testing

import struct GatehouseServer.FactorSettings
import class GatehouseStore.MemoryStore
import enum GatehouseStore.SecondFactorDemand

/// Passkeys and second factors on the app's own screens (OAuth 2.0 for First-Party Applications).
@Suite(.timeLimit(.minutes(3))) struct FirstPartyAppTests {
    private static let email = "ada@example.com"
    private static let password = "correct horse battery"

    /// An app with native authentication, whose user has a phone with passkeys and an authenticator app.
    private struct Scenario {
        let server: TestServer
        let phone: TestPasskeyAuthenticator
        let authenticator: TestAuthenticatorApp
        let app: GatehouseClient

        init(
            demand: SecondFactorDemand = .whenEnrolled,
            usesPasswords: Bool = true,
            verifiesUser: Bool = true
        ) async throws {
            server = TestServer(
                store: MemoryStore(),
                factors: FactorSettings(secondFactor: demand),
                watchedBy: AnswerChecks.check
            )
            phone = TestPasskeyAuthenticator(on: server)
            phone.verifiesUser = verifiesUser
            authenticator = TestAuthenticatorApp(on: server)
            var configuration = server.nativeConfiguration()
            configuration.passkeyAuthenticator = phone
            app = GatehouseClient(configuration: configuration)
            try await server.clients.addNative(usesPasswords: usesPasswords)
            try await server.users.add(email: email, password: password)
        }

        func signIn(scopes: ScopeSet = [.email]) async throws -> SignInStep {
            try await app.signIn(email: email, password: password, scopes: scopes)
        }

        /// Signs in and adds the authenticator app, which turns the second factor on.
        func addApp() async throws -> AddedCredential {
            let account = try #require(try await signIn().session).account
            let enrolment = try await account.enrolAuthenticatorApp()
            try authenticator.add(enrolment.setup.keyURI)
            let added = try await enrolment.confirm(code: try await code)
            return added
        }

        var code: String {
            get async throws { try await authenticator.code() }
        }
    }

    // MARK: Passkeys

    @Test func signsInWithPasskeyAlone() async throws {
        let scenario = try await Scenario()
        let account = try #require(try await scenario.signIn().session).account
        try await account.addPasskey(named: "Phone")
        try await scenario.app.signOut()
        let session = try #require(try await scenario.app.signInWithPasskey(scopes: [.email]).session)
        #expect(session.account.id == account.id)
        #expect(session.scopes.contains(.email))
        #expect(try await session.user().email == Self.email)
        #expect(scenario.phone.passkeys.map(\.relyingPartyID) == ["login.example.com"])
        // The sign-in is recent: no other one is required.
        #expect(try await failure { try await session.account.addPasskey() }.code == .passkeyAlreadyAdded)
    }

    @Test func reportsUnknownPasskey() async throws {
        let scenario = try await Scenario()
        let none = try await failure { try await scenario.app.signInWithPasskey() }
        #expect(none.code == .passkeyUnavailable)
        let account = try #require(try await scenario.signIn().session).account
        let added = try await account.addPasskey()
        try await account.remove(added.credential)
        let error = try await failure { try await scenario.app.signInWithPasskey() }
        #expect(error.code == .passkeyRejected)
    }

    @Test func requiresUserVerificationOfPasskeyAsOnlyFactor() async throws {
        let scenario = try await Scenario(verifiesUser: false)
        try await #require(try await scenario.signIn().session).account.addPasskey()
        let error = try await failure { try await scenario.app.signInWithPasskey() }
        #expect(error.code == .passkeyUnavailable)
    }

    @Test func cancelsPasskey() async throws {
        let scenario = try await Scenario()
        scenario.phone.failNext(with: .cancelled)
        #expect(try await failure { try await scenario.app.signInWithPasskey() }.code == .cancelled)
        #expect(try await scenario.app.session() == nil)
    }

    // MARK: Second factors

    @Test func asksForCodeOfAuthenticatorApp() async throws {
        let scenario = try await Scenario()
        _ = try await scenario.addApp()
        guard case .secondFactorRequired(let step) = try await scenario.signIn() else { throw Unexpected() }
        #expect(step.factors.map(\.kind) == [.authenticatorApp, .recoveryCode])
        let challenge = try await step.choose(try #require(step.factors.first))
        #expect(challenge.delivery == nil)
        #expect(try await failure { try await challenge.submit("000000") }.code == .wrongCode)
        #expect(try await failure { try await challenge.submit("") }.code == .wrongCode)
        #expect(try await failure { try await challenge.proveWithPasskey() }.code == .unexpectedChallenge)
        let session = try #require(try await challenge.submit(try await scenario.code).session)
        #expect(session.scopes.contains(.email))
    }

    @Test func acceptsRecoveryCodeAfterOtherChoice() async throws {
        let scenario = try await Scenario()
        let codes = try await scenario.addApp().recoveryCodes
        guard case .secondFactorRequired(let step) = try await scenario.signIn() else { throw Unexpected() }
        let app = try await step.choose(try #require(step.factors.first))
        let recovery = try await app.choose(try #require(app.factors.first { $0.kind == .recoveryCode }))
        #expect(recovery.factor.kind == .recoveryCode)
        #expect(Set(recovery.factors.map(\.kind)) == [.authenticatorApp, .recoveryCode])
        let back = try await recovery.choose(
            try #require(recovery.factors.first { $0.kind == .authenticatorApp })
        )
        #expect(back.factor.kind == .authenticatorApp)
        let again = try await back.choose(try #require(back.factors.first { $0.kind == .recoveryCode }))
        #expect(try await again.submit(try #require(codes.first)).session != nil)
    }

    @Test func acceptsPasskeyAfterPassword() async throws {
        let scenario = try await Scenario(verifiesUser: false)
        let account = try #require(try await scenario.signIn().session).account
        try await account.addPasskey()
        _ = try await account.turnOnSecondFactor()
        guard case .secondFactorRequired(let step) = try await scenario.signIn() else { throw Unexpected() }
        let factor = try #require(step.factors.first { $0.kind == .passkey })
        let challenge = try await step.choose(factor)
        #expect(
            try await failure {
                try await challenge.proveWithPasskey(using: TestPasskeyAuthenticator(on: scenario.server))
            }.code
                == .passkeyUnavailable
        )
        #expect(try await challenge.proveWithPasskey().session != nil)
    }

    @Test func enrolsAuthenticatorAppAndShowsRecoveryCodes() async throws {
        let scenario = try await Scenario(demand: .required)
        guard case .enrolmentRequired(let step) = try await scenario.signIn() else { throw Unexpected() }
        let factor = try #require(step.factors.first { $0.kind == .authenticatorApp })
        guard case .challenge(let challenge) = try await step.enrol(factor) else { throw Unexpected() }
        let setup = try #require(challenge.authenticatorApp)
        #expect(setup.keyURI.hasPrefix("otpauth://totp/"))
        try scenario.authenticator.add(setup.keyURI)
        #expect(try await failure { try await challenge.submit("000000") }.code == .wrongCode)
        guard case .recoveryCodesIssued(let codes) = try await challenge.submit(try await scenario.code) else {
            throw Unexpected()
        }
        #expect(codes.codes.count == 10)
        let session = try #require(try await codes.proceed().session)
        #expect(try await session.account.credentials().items.map(\.kind) == [.authenticatorApp])
    }

    @Test func enrolsPasskeyAfterSignUp() async throws {
        let scenario = try await Scenario(demand: .required)
        let email = "bob@example.com"
        guard
            case .codeRequired(let code) = try await scenario.app.signUp(email: email, password: Self.password),
            case .completed(let completed) = try await code.submit(
                try #require(try await scenario.server.mailedCode(to: email))
            ),
            case .enrolmentRequired(let step) = try await completed.signIn(scopes: [.email])
        else { throw Unexpected() }
        let factor = try #require(step.factors.first { $0.kind == .passkey })
        guard case .challenge(let challenge) = try await step.enrol(factor) else { throw Unexpected() }
        #expect(try await failure { try await challenge.submit("123456") }.code == .requestRejected)
        guard case .challenge(let again) = try await challenge.enrol(factor) else { throw Unexpected() }
        guard case .recoveryCodesIssued(let codes) = try await again.createPasskey(named: "Phone") else {
            throw Unexpected()
        }
        let session = try #require(try await codes.proceed().session)
        // The scopes were unknown when the sign-up began.
        #expect(session.scopes.contains(.email))
        #expect(try await session.account.credentials().items.map(\.name) == ["Phone"])
    }

    @Test func requiresBrowserWithoutCapabilities() async throws {
        let scenario = try await Scenario(demand: .required)
        var configuration = scenario.app.configuration
        configuration.nativeCapabilities = []
        let app = GatehouseClient(configuration: configuration)
        let error = try await failure { try await app.signIn(email: Self.email, password: Self.password) }
        #expect(error.code == .browserRequired)
    }

    struct Unexpected: Error {}
}
