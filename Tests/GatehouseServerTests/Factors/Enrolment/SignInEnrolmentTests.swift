import AuthenticatorTestSupport
import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer
@testable import GatehouseStore

/// Sign-ins that require a second factor from users who have none, trusted browsers, and codes by message.
@Suite struct SignInEnrolmentTests {
    private let required = FactorSettings(secondFactor: .required)

    /// Chooses an authenticator app, and returns its secret.
    private func chooseApp(_ driver: inout BrowserDriver) async throws -> TimeBasedSecret {
        try await driver.submit(.chooseFactor(.authenticatorApp))
        guard case .enrolFactor(let step) = driver.step,
            case .authenticatorApp(_, let secret)? = try await driver.server.identity.flows.enrolment
                .presentation(of: step)
        else { throw FlowError.failed }
        return try #require(SecondFactorOwner.secret(secret))
    }

    @Test func enrolsAppDuringSignIn() async throws {
        let owner = try await SecondFactorOwner(factors: required)
        var driver = try await owner.browserAfterPassword()
        guard case .enrolFactor(let step) = driver.step else {
            Issue.record("No enrolment is requested.")
            return
        }
        #expect(step.factors == [.passkey, .authenticatorApp])
        #expect(driver.browser.session == nil)
        let app = try await chooseApp(&driver)
        #expect(await driver.rejection(.enrol("000000")) == .factorRejected(.authenticatorApp))
        try await driver.submit(.enrol(.string(owner.code(of: app)), name: "Phone"))
        guard case .recoveryCodes(let codes) = driver.step else {
            Issue.record("No recovery codes are shown.")
            return
        }
        #expect(driver.browser.session == nil)
        #expect(try owner.server.identity.flows.enrolment.codes(of: codes).count == 10)
        try await driver.submit(.proceed)
        #expect(driver.hasCode)
        #expect(driver.browser.session?.authentication.acr == .multiFactor)
        #expect(try await owner.stored.requiresSecondFactor)
    }

    @Test func enrolsPasskeyDuringSignIn() async throws {
        let owner = try await SecondFactorOwner(factors: required)
        var driver = try await owner.browserAfterPassword()
        try await driver.submit(.chooseFactor(.passkey))
        guard case .enrolFactor(let step) = driver.step, let enrolment = step.enrolment else {
            Issue.record("No enrolment is requested.")
            return
        }
        let challenge = try enrolment.state.decoded(as: PublicKeyCredentialCreationOptions.self).challenge
        let passkey = owner.authenticator()
        try await driver.submit(.enrol(try JSONValue(encoding: try passkey.register(challenge))))
        try await driver.submit(.proceed)
        #expect(driver.hasCode)
    }

    @Test func skipsNoStepOfEnrolment() async throws {
        let owner = try await SecondFactorOwner(factors: required)
        var driver = try await owner.browserAfterPassword()
        for input in [FlowInput.proceed, .factor("000000"), .enrol("000000"), .consent(true), .passkey("x")] {
            #expect(await driver.rejection(input) == .notPossible)
        }
        let app = try await chooseApp(&driver)
        #expect(await driver.rejection(.proceed) == .notPossible)
        // The password is changed by its owner meanwhile: what was proven before is void.
        var account = try await owner.stored
        account.invalidateProofs()
        account.revision += 1
        try await owner.server.store.commit([.account(.update(account))])
        #expect(await driver.rejection(.enrol(.string(owner.code(of: app)))) == .gone)
        #expect(try await owner.credentials.credentials(of: account).isEmpty)
    }

    @Test func enrolsNothingForUserWithSecondFactor() async throws {
        let owner = try await SecondFactorOwner(factors: required)
        var driver = try await owner.browserAfterPassword()
        let foreign = try await chooseApp(&driver)
        // The user enrols an app in another browser; the first enrolment is of an attacker with the password.
        _ = try await owner.enrolApp()
        #expect(await driver.rejection(.enrol(.string(owner.code(of: foreign)))) == .gone)
        let next = try await owner.browserAfterPassword()
        #expect(next.step.name == "additionalFactor")
    }

    @Test func demandsSecondFactorAtClientOnly() async throws {
        let owner = try await SecondFactorOwner { $0.secondFactor = .required }
        #expect(try await owner.browserAfterPassword().step.name == "enrolFactor")
        var other = Client.app("other", createdAt: owner.server.clock.now)
        other.skipsConsent = true
        try await owner.server.add(other)
        let relaxed = try await SecondFactorOwner { $0.secondFactor = .off }
        _ = try await relaxed.enrolApp()
        #expect(try await relaxed.browserAfterPassword().hasCode)
    }

    @Test func trustsBrowserForAWhile() async throws {
        let owner = try await SecondFactorOwner(trustedBrowser: 30 * 86_400)
        let (app, _) = try await owner.enrolApp()
        owner.server.clock.advance(by: 60)
        var driver = try await owner.browserAfterPassword()
        try await driver.submit(.factor(.string(owner.code(of: app)), trustsBrowser: true))
        let trusted = BrowserContext(
            binding: owner.server.identity.browserSessions.newBinding(),
            device: driver.browser.device
        )
        let again = try await owner.browserAfterPassword(in: trusted)
        #expect(again.hasCode)
        #expect(again.browser.session?.authentication.acr == .singleFactor)
        // A request for the class is not answered with less.
        let strict = try await owner.browserAfterPassword(.requiring(.multiFactor), in: trusted)
        #expect(strict.step.name == "additionalFactor")
        #expect(try await owner.browserAfterPassword().step.name == "additionalFactor")
        owner.server.clock.advance(by: 30 * 86_400)
        #expect(try await owner.browserAfterPassword(in: trusted).step.name == "additionalFactor")
    }

    @Test func trustsNoBrowserUnlessOperatorOffersIt() async throws {
        let owner = try await SecondFactorOwner()
        let (app, _) = try await owner.enrolApp()
        owner.server.clock.advance(by: 60)
        var driver = try await owner.browserAfterPassword()
        try await driver.submit(.factor(.string(owner.code(of: app)), trustsBrowser: true))
        let browsers = try await owner.server.store.knownBrowsers(of: owner.account.id)
        #expect(browsers.allSatisfy { $0.trustedUntil == nil })
    }

    @Test func acceptsMailedCodeAfterPasswordOnly() async throws {
        let owner = try await SecondFactorOwner(
            factors: FactorSettings(secondFactor: .required, acceptsMailCodes: true)
        )
        var driver = try await owner.browserAfterPassword()
        #expect(driver.step.additionalFactor?.factor == .mailCode)
        let code = try await owner.server.code(to: SecondFactorOwner.email)
        #expect(await driver.rejection(.factor("00000000")) == .factorRejected(.mailCode))
        try await driver.submit(.factor(.string(code)))
        #expect(driver.hasCode)
        #expect(driver.browser.session?.authentication.acr == .multiFactor)
        var mailed = try await BrowserDriver(on: owner.server)
        try await mailed.submit(.signInByCode(email: SecondFactorOwner.email))
        try await mailed.submitMailedCode(to: SecondFactorOwner.email)
        #expect(mailed.step.name == "enrolFactor")
    }

    @Test func offersNoMailedCodeToUserWithApp() async throws {
        let owner = try await SecondFactorOwner(
            factors: FactorSettings(secondFactor: .required, acceptsMailCodes: true)
        )
        _ = try await owner.enrolApp()
        let driver = try await owner.browserAfterPassword()
        #expect(driver.step.additionalFactor?.choice.factors == [.authenticatorApp, .recoveryCode])
    }
}
