import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Fifty concurrent requests for one single-use credential.
@Suite struct ConcurrentRedemptionTests {
    private let email = "ada@example.com"

    private func driver(withAccount: Bool = true) async throws -> BrowserDriver {
        let server = try await CompleteServer.with()
        if withAccount { try await server.addAccount(email, password: "correct horse battery") }
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByCode(email: email))
        return driver
    }

    private func race(
        _ driver: BrowserDriver,
        _ input: @Sendable @escaping (Int) -> FlowInput
    ) async -> [(
        end: BrowserDriver, error: FlowError?
    )] {
        await withTaskGroup(of: (BrowserDriver, FlowError?).self) { group in
            for number in 0..<50 {
                group.addTask {
                    var driver = driver
                    do throws(FlowError) {
                        try await driver.submit(input(number))
                        return (driver, nil)
                    } catch {
                        return (driver, error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append((end: $1.0, error: $1.1)) }
        }
    }

    @Test func acceptsCodeOnce() async throws {
        for withAccount in [true, false] {
            let driver = try await driver(withAccount: withAccount)
            let code = try await driver.server.code(to: email)
            let ends = await race(driver) { _ in .code(code) }
            #expect(ends.count { $0.error == nil && $0.end.hasCode } == 1)
            #expect(ends.count { $0.error == .gone } == 49)
            #expect(try await driver.server.auditKinds().count { $0 == .signedIn } == 1)
        }
    }

    @Test func countsFiveOfFiftyWrongCodes() async throws {
        let driver = try await driver()
        let code = try await driver.server.code(to: email)
        let ends = await race(driver) { number in
            let guess = String(10_000_000 + number)
            return .code(guess == code ? "00000000" : guess)
        }
        let answered = ends.compactMap(\.error)
        for remaining in 1...4 { #expect(answered.count { $0 == .wrongCode(attemptsRemaining: remaining) } == 1) }
        #expect(answered.count { $0 == .codeExhausted } == 1)
        #expect(answered.count { $0 == .stale } == 45)
        #expect(try await driver.server.auditKinds().count { $0 == .codeRejected } == 5)
    }

    @Test func acceptsCorrectCodeOnlyWhileAttemptsRemain() async throws {
        let driver = try await driver()
        let code = try await driver.server.code(to: email)
        let ends = await race(driver) { .code($0 == 25 ? code : "no code") }
        let attempts = try await driver.server.auditKinds().count { $0 == .codeRejected }
        let winners = ends.count { $0.error == nil }
        #expect(winners <= 1)
        #expect(attempts <= 5)
        #expect(winners == 1 || attempts == 5)
    }

    @Test func resendsCodeOnce() async throws {
        let driver = try await driver()
        driver.server.clock.advance(by: 30)
        let ends = await race(driver) { _ in .resendCode }
        #expect(ends.count { $0.error == nil } == 1)
        #expect(ends.count { $0.error == .resendTooSoon(seconds: 30) } == 49)
        #expect(try await driver.server.mailCount == 2)
    }

    @Test func comparesTenOfFiftyWrongPasswords() async throws {
        let server = try await CompleteServer.with()
        try await server.addAccount(email, password: "correct horse battery")
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByPassword(email: email))
        let ends = await race(driver) { _ in .password("wrong horse battery") }
        #expect(ends.count { $0.error == .wrongCredentials } == 10)
        #expect(ends.count { $0.error == .limited(retryAfter: 900) } == 40)
    }

    @Test func acceptsProofOfAdditionalFactorOnce() async throws {
        let driver = try await StepSamples().driver(at: "additionalFactor")
        let ends = await race(driver) { _ in .factor(TestKeyFactor.proof) }
        #expect(ends.count { $0.error == nil && $0.end.hasCode } == 1)
        #expect(ends.count { $0.error != nil } == 49)
        #expect(try await driver.server.auditKinds().count { $0 == .signedIn } == 1)
    }

    @Test func issuesOneCodeForConcurrentConsents() async throws {
        let consenting = try await StepSamples().driver(at: "consent")
        let ends = await race(consenting) { _ in .consent(true) }
        #expect(ends.count { $0.end.hasCode } == 1)
        #expect(ends.count { $0.error == .gone } == 49)
        #expect(try await consenting.server.auditKinds().count { $0 == .consentGranted } == 1)
    }
}
