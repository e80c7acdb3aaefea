import Foundation
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

/// The interval between two codes of one flow; it does not affect other flows.
@Suite struct ResendIntervalTests {
    private let email = "ada@example.com"
    private let password = "purple monkey dishwasher"

    @Test func sendsCodesOfOtherFlowsImmediately() async throws {
        let server = try await CompleteServer.with()
        var first = try await BrowserDriver(on: server)
        try await first.submit(.signInByCode(email: email))
        let inputs: [FlowInput] = [
            .signInByCode(email: "Ada@Example.com"), .signUp(email: email, password: nil),
            .signUp(email: email, password: password), .reset(email: email),
        ]
        for input in inputs {
            var other = try await BrowserDriver(on: server, address: "203.0.113.5")
            try await other.submit(input)
            #expect(other.step.name == "code")
        }
        #expect(try await server.mailCount == 5)
        try await first.submit(.resendCode)
        #expect(await first.rejection(.resendCode) == .resendTooSoon(seconds: 30))
    }

    @Test func countsSubaddressesOfOneMailboxTogether() async throws {
        var limits = RateLimits()
        limits.mailsPerRecipient = .init(2, per: 86_400)
        let server = try await CompleteServer.with(limits: limits)
        for email in ["ada+1@example.com", "ada+2@example.com"] {
            var driver = try await BrowserDriver(on: server)
            try await driver.submit(.signInByCode(email: email))
        }
        for email in ["ada+3@example.com", "ada@example.com", "ADA+x+y@example.com"] {
            var driver = try await BrowserDriver(on: server)
            #expect(await driver.rejection(.signInByCode(email: email)) == .mailLimitReached(retryAfter: 86_400))
        }
        for email in ["adam@example.com", "ada@example.org", "+1@example.com", "+2@example.com"] {
            var driver = try await BrowserDriver(on: server)
            try await driver.submit(.signInByCode(email: email))
        }
    }

    @Test func appliesAlikeToKnownAndUnknownAddresses() async throws {
        let server = try await CompleteServer.with()
        try await server.addAccount(email, password: "correct horse battery")
        for email in [email, "nobody@example.com"] {
            for input: FlowInput in [.signInByCode(email: email), .reset(email: email)] {
                var driver = try await BrowserDriver(on: server)
                try await driver.submit(input)
                try await driver.submit(.resendCode)
                #expect(await driver.rejection(.resendCode) == .resendTooSoon(seconds: 30))
            }
        }
    }

    @Test func endsIntervalWhenCodeIsUsed() async throws {
        let server = try await CompleteServer.with()
        for input: FlowInput in [
            .signUp(email: email, password: nil), .signInByCode(email: email), .reset(email: email),
            .signInByCode(email: email),
        ] {
            var driver = try await BrowserDriver(on: server)
            try await driver.submit(input)
            try await driver.submitMailedCode(to: email)
            #expect(driver.hasCode || driver.step.name == "newPassword")
        }
        #expect(try await server.mailCount == 4)
    }

    @Test func appliesToSecondFactor() async throws {
        let owner = try await SecondFactorOwner(
            factors: FactorSettings(secondFactor: .required, acceptsMailCodes: true)
        )
        var driver = try await owner.browserAfterPassword()
        try await driver.submit(.chooseFactor(.mailCode))
        #expect(try await owner.server.mailCount == 2)
        #expect(await driver.rejection(.chooseFactor(.mailCode)) == .resendTooSoon(seconds: 30))
        owner.server.clock.advance(by: 29.001)
        #expect(await driver.rejection(.chooseFactor(.mailCode)) == .resendTooSoon(seconds: 1))
        #expect(try await owner.server.mailCount == 2)
        owner.server.clock.advance(by: 0.999)
        try await driver.submit(.chooseFactor(.mailCode))
        #expect(try await owner.server.mailCount == 3)
        try await driver.submit(.factor(.string(try await owner.server.code(to: SecondFactorOwner.email))))
        #expect(driver.hasCode)
    }

    @Test func sendsNewCodeAfterLastWrongAttempt() async throws {
        let server = try await CompleteServer.with()
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByCode(email: email))
        for _ in 0..<5 { _ = await driver.rejection(.code("no code")) }
        #expect(driver.step.mode == .signIn)
        try await driver.submit(.signInByCode(email: email))
        try await driver.submitMailedCode(to: email)
        #expect(driver.hasCode)
    }

    @Test func returnsToPendingCodeAfterGoingBack() async throws {
        let server = try await CompleteServer.with()
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByCode(email: email))
        let code = try await server.code(to: email)
        _ = await driver.rejection(.code("no code"))
        try await driver.submit(.show(.signIn))
        server.clock.advance(by: 5)
        try await driver.submit(.signInByCode(email: email))
        #expect(driver.step.code?.attemptsRemaining == 4)
        try await driver.submit(.signInByPassword(email: ""))
        try await driver.submit(.signInByCode(email: ""))
        #expect(driver.step.code?.attemptsRemaining == 4)
        #expect(try await server.mailCount == 1)
        try await driver.submit(.code(code))
        #expect(driver.hasCode)
    }

    @Test func keepsAttemptCountAfterGoingBack() async throws {
        let server = try await CompleteServer.with()
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByCode(email: email))
        let code = try await server.code(to: email)
        for remaining in [4, 3, 2, 1] {
            #expect(await driver.rejection(.code("no code")) == .wrongCode(attemptsRemaining: remaining))
            try await driver.submit(.show(.signIn))
            try await driver.submit(.signInByCode(email: email))
        }
        #expect(await driver.rejection(.code("no code")) == .codeExhausted)
        try await driver.submit(.signInByCode(email: email))
        #expect(await driver.rejection(.code(code)) == .wrongCode(attemptsRemaining: 4))
    }

    @Test func replacesPendingCodeForOtherAddressOrPurpose() async throws {
        let server = try await CompleteServer.with()
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByCode(email: email))
        try await driver.submit(.show(.reset))
        try await driver.submit(.reset(email: email))
        #expect(driver.step.code?.use == .reset)
        try await driver.submit(.show(.reset))
        try await driver.submit(.reset(email: "bob@example.com"))
        #expect(driver.step.code?.email == "bob@example.com")
        #expect(try await server.mailCount == 3)
    }

    @Test func keepsEmailReservedWhenFlowAdvancesDuringHashing() async throws {
        let store = SpyStore()
        var limits = RateLimits()
        limits.mailsPerRecipient = .init(1, per: 3_600)
        let server = try await CompleteServer.with(limits: limits, store: store)
        var driver = try await BrowserDriver(on: server)
        // Another tab advances the same flow after the email was counted.
        var moved = try #require(try await store.flow(driver.flow.id))
        var state = try #require(try JSONSerialization.jsonObject(with: moved.state) as? [String: Any])
        state["number"] = driver.number + 1
        moved.state = try JSONSerialization.data(withJSONObject: state)
        moved.revision += 1
        store.precede([.flow(.advance(moved))], skipping: 1)
        #expect(await driver.rejection(.signUp(email: email, password: password)) == .stale)

        var again = try await BrowserDriver(on: server)
        #expect(
            await again.rejection(.signUp(email: email, password: password)) == .mailLimitReached(retryAfter: 3_600)
        )
        #expect(try await server.mailCount == 0)
    }

    @Test func skipsHashingWhenMailQuotaIsExhausted() async throws {
        let hasher = PasswordHasher(cost: .minimal, threads: 1)
        var limits = RateLimits()
        limits.mailsPerAddress = .init(2, per: 3_600)
        limits.mailsPerRecipient = .init(1, per: 3_600)
        let server = try await CompleteServer.with(limits: limits, hasher: hasher)
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signUp(email: email, password: password))
        // A hasher that was shut down reveals each use.
        hasher.shutdown()
        var other = try await BrowserDriver(on: server)
        #expect(
            await other.rejection(.signUp(email: email, password: password)) == .mailLimitReached(retryAfter: 3_600)
        )
        #expect(await other.rejection(.signUp(email: "bob@example.com", password: "short")) != .failed)
        #expect(await other.rejection(.signUp(email: "bob@example.com", password: password)) == .failed)
        // The reservations of unsent emails were released.
        try await other.submit(.signUp(email: "bob@example.com", password: nil))
        #expect(await other.rejection(.resendCode) == .mailLimitReached(retryAfter: 3_600))
        var third = try await BrowserDriver(on: server)
        #expect(
            await third.rejection(.signUp(email: "eve@example.com", password: password)) == .limited(retryAfter: 3_600)
        )
    }
}
