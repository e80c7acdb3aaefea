import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer
@testable import GatehouseStore

/// Sign-ins with an authenticator app or a recovery code as the second factor.
@Suite struct AuthenticatorAppSignInTests {
    @Test func requiresCodeOfAppAfterPassword() async throws {
        let owner = try await SecondFactorOwner()
        let (app, _) = try await owner.enrolApp()
        owner.server.clock.advance(by: 30)
        var driver = try await owner.browserAfterPassword()
        #expect(driver.step.additionalFactor?.factor == .authenticatorApp)
        #expect(driver.step.additionalFactor?.choice.factors == [.authenticatorApp, .recoveryCode])
        #expect(driver.browser.session == nil)
        #expect(await driver.rejection(.factor("000000")) == .factorRejected(.authenticatorApp))
        try await driver.submit(.factor(.string(owner.code(of: app))))
        #expect(driver.hasCode)
        let authentication = try #require(driver.browser.session?.authentication)
        #expect(authentication.amr == [.password, .oneTimeCode, .multiFactor])
        #expect(authentication.acr == .multiFactor)
    }

    @Test func requiresCodeOfAppAfterMailedCode() async throws {
        let owner = try await SecondFactorOwner()
        _ = try await owner.enrolApp()
        var driver = try await BrowserDriver(on: owner.server)
        try await driver.submit(.signInByCode(email: SecondFactorOwner.email))
        try await driver.submitMailedCode(to: SecondFactorOwner.email)
        #expect(driver.step.name == "additionalFactor" && driver.browser.session == nil)
    }

    @Test func acceptsEachCodeOfAppOnce() async throws {
        let owner = try await SecondFactorOwner()
        let (app, _) = try await owner.enrolApp()
        // The code that confirmed the app was used.
        let confirmed = owner.code(of: app)
        var driver = try await owner.browserAfterPassword()
        #expect(await driver.rejection(.factor(.string(confirmed))) == .factorRejected(.authenticatorApp))
        owner.server.clock.advance(by: 60)
        let code = owner.code(of: app)
        try await driver.submit(.factor(.string(code)))
        var next = try await owner.browserAfterPassword()
        #expect(await next.rejection(.factor(.string(code))) == .factorRejected(.authenticatorApp))
        #expect(next.browser.session == nil)
    }

    @Test func acceptsCodeOfAppInOneOfManyConcurrentSignIns() async throws {
        let owner = try await SecondFactorOwner()
        let (app, _) = try await owner.enrolApp()
        owner.server.clock.advance(by: 60)
        #expect(try await winners(of: owner, with: owner.code(of: app)) == 1)
    }

    @Test func acceptsRecoveryCodeInOneOfManyConcurrentSignIns() async throws {
        let owner = try await SecondFactorOwner()
        let (_, codes) = try await owner.enrolApp()
        #expect(codes.count == 10)
        #expect(try await winners(of: owner, with: codes[0], choosing: .recoveryCode) == 1)
        #expect(try await owner.credentials.credentials(of: owner.account).remainingRecoveryCodes == 9)
        let subjects = try await owner.server.subjects(to: SecondFactorOwner.email)
        #expect(subjects.count { $0.contains("recovery code") } == 1)
    }

    /// Returns how many of 50 concurrent sign-ins succeed with one code.
    private func winners(
        of owner: SecondFactorOwner,
        with code: String,
        choosing factor: FactorName? = nil
    ) async throws -> Int {
        var drivers: [BrowserDriver] = []
        for _ in 0..<50 {
            var driver = try await owner.browserAfterPassword()
            if let factor { try await driver.submit(.chooseFactor(factor)) }
            drivers.append(driver)
        }
        return await withTaskGroup(of: Bool.self) { group in
            for driver in drivers {
                group.addTask {
                    var driver = driver
                    try? await driver.submit(.factor(.string(code)))
                    return driver.hasCode
                }
            }
            return await group.reduce(0) { $1 ? $0 + 1 : $0 }
        }
    }

    @Test func acceptsEachRecoveryCodeOnce() async throws {
        let owner = try await SecondFactorOwner()
        let (_, codes) = try await owner.enrolApp()
        for isFirst in [true, false] {
            var driver = try await owner.browserAfterPassword()
            try await driver.submit(.chooseFactor(.recoveryCode))
            guard isFirst else {
                #expect(await driver.rejection(.factor(.string(codes[3]))) == .factorRejected(.recoveryCode))
                continue
            }
            try await driver.submit(.factor(.string(codes[3].uppercased())))
            #expect(driver.hasCode)
        }
        #expect(try await owner.server.auditKinds().contains(.recoveryCodeUsed))
    }

    @Test func sharesAttemptsAmongSecondFactors() async throws {
        var limits = RateLimits()
        limits.codeFailuresPerAccount = RateLimits.Rate(3, per: 600)
        let owner = try await SecondFactorOwner(limits: limits)
        let (app, _) = try await owner.enrolApp()
        owner.server.clock.advance(by: 60)
        var driver = try await owner.browserAfterPassword()
        #expect(await driver.rejection(.factor("000000")) == .factorRejected(.authenticatorApp))
        try await driver.submit(.chooseFactor(.recoveryCode))
        #expect(await driver.rejection(.factor("aaaaa-aaaaa")) == .factorRejected(.recoveryCode))
        #expect(await driver.rejection(.factor("aaaaa-aaaab")) == .factorRejected(.recoveryCode))
        try await driver.submit(.chooseFactor(.authenticatorApp))
        #expect(await driver.rejection(.factor(.string(owner.code(of: app)))) == .limited(retryAfter: 600))
    }

    @Test func offersOnlyFactorsOfTheChoice() async throws {
        let owner = try await SecondFactorOwner()
        _ = try await owner.enrolApp()
        var driver = try await owner.browserAfterPassword()
        #expect(await driver.rejection(.chooseFactor(.passkey)) == .notPossible)
        #expect(await driver.rejection(.chooseFactor(PasswordVerifier.name)) == .notPossible)
        #expect(await driver.rejection(.chooseFactor(.mailCode)) == .notPossible)
    }

    @Test func rejectsOtherChannelsWithoutSecondFactor() async throws {
        let owner = try await SecondFactorOwner { client in
            client.native = NativeAuthenticationSettings(method: .password, disclosesAccounts: false)
        }
        _ = try await owner.enrolApp()
        var app = try await NativeApp(on: owner.server)
        try await app.begin(.signIn, SecondFactorOwner.email)
        try await app.requestChallenge()
        let rejection = await app.tokenRejection(.password(SecondFactorOwner.password))
        #expect(rejection == .additionalFactorRequired)
        let kii = try await KiiApp(on: owner.server, id: "kii")
        let error = await #expect(throws: OAuthError.self) {
            try await kii.signIn(SecondFactorOwner.email, SecondFactorOwner.password)
        }
        #expect(error?.code == .invalidGrant)
        #expect(try await !owner.server.auditKinds().contains(.sessionStarted))
    }

    @Test func requiresSecondFactorAfterReset() async throws {
        let owner = try await SecondFactorOwner()
        _ = try await owner.enrolApp()
        var driver = try await BrowserDriver(on: owner.server)
        try await driver.submit(.reset(email: SecondFactorOwner.email))
        try await driver.submitMailedCode(to: SecondFactorOwner.email)
        try await driver.submit(.newPassword("purple monkey dishwasher"))
        #expect(driver.step.name == "additionalFactor" && driver.browser.session == nil)
    }
}
