import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer
@testable import GatehouseStore

/// The limits of codes as the second factor, which are those of the account.
@Suite struct SecondFactorLimitTests {
    private let mailCodes = FactorSettings(secondFactor: .required, acceptsMailCodes: true)

    @Test func sendsCodeAfterStrangersHaveUsedUpQuotaOfAddress() async throws {
        let owner = try await SecondFactorOwner(factors: mailCodes)
        for _ in 0..<10 {
            var stranger = try await BrowserDriver(on: owner.server, address: "203.0.113.5")
            try await stranger.submit(.signInByCode(email: SecondFactorOwner.email))
            for _ in 0..<4 { _ = await stranger.rejection(.code("no code")) }
        }
        var late = try await BrowserDriver(on: owner.server, address: "203.0.113.5")
        let wait = await late.rejection(.signInByCode(email: SecondFactorOwner.email))
        #expect(wait == .mailLimitReached(retryAfter: 86_400))
        var driver = try await owner.browserAfterPassword()
        try await driver.submit(.factor(.string(try await owner.server.code(to: SecondFactorOwner.email))))
        #expect(driver.hasCode)
    }

    @Test func limitsCodesOfAccount() async throws {
        let owner = try await SecondFactorOwner(factors: mailCodes)
        for _ in 0..<10 { _ = try await owner.browserAfterPassword() }
        var thief = try await BrowserDriver(on: owner.server)
        try await thief.submit(.signInByPassword(email: SecondFactorOwner.email))
        #expect(
            await thief.rejection(.password(SecondFactorOwner.password)) == .mailLimitReached(retryAfter: 86_400)
        )
        // Codes as the first factor are not affected.
        var driver = try await BrowserDriver(on: owner.server)
        try await driver.submit(.signInByCode(email: SecondFactorOwner.email))
        #expect(driver.step.name == "code")
    }

    @Test func acceptsCodeAfterStrangersHaveUsedUpAttemptsAtAddress() async throws {
        var limits = RateLimits()
        limits.codeFailuresPerAccount = RateLimits.Rate(3, per: 600)
        let owner = try await SecondFactorOwner(factors: mailCodes, limits: limits)
        var stranger = try await BrowserDriver(on: owner.server, address: "203.0.113.5")
        try await stranger.submit(.signInByCode(email: SecondFactorOwner.email))
        for _ in 0..<3 { _ = await stranger.rejection(.code("no code")) }
        #expect(await stranger.rejection(.code("no code")) == .limited(retryAfter: 600))
        var driver = try await owner.browserAfterPassword()
        try await driver.submit(.factor(.string(try await owner.server.code(to: SecondFactorOwner.email))))
        #expect(driver.hasCode)
    }
}
