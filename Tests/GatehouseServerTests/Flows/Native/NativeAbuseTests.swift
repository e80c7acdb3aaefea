import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Attacks on the native API.
@Suite struct NativeAbuseTests {
    private let email = "ada@example.com"

    @Test func createsOneAccountForConcurrentSignUps() async throws {
        var limits = RateLimits()
        limits.mailsPerRecipient.count = 0
        limits.mailsPerAddress.count = 0
        let server = try await CompleteServer.withNativeApp(.code, limits: limits)
        // Every flow has verified its own code and submits the last page concurrently.
        var client = try #require(try await server.store.client("app"))
        client.attributes = [ClientAttribute(name: "nickname", isRequired: true)]
        try await server.store.commit([.client(.update(client))])
        var apps: [NativeApp] = []
        for number in 0..<1_000 {
            var app = try await NativeApp(on: server, address: "10.0.\(number / 250).\(number % 250)")
            try await app.begin(.signUp, email)
            try await app.requestChallenge()
            try await app.submitMailedCode(to: email)
            apps.append(app)
            server.clock.advance(by: 1)
        }
        let ends = await withTaskGroup(of: FlowError?.self) { group in
            for app in apps {
                group.addTask {
                    var app = app
                    do throws(FlowError) {
                        try await app.submit(.partialAttributes(["nickname": "Ada"]))
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ends.count { $0 == nil } == 1)
        #expect(ends.count { $0 == .accountExists } == 999)
        #expect(try await server.store.accounts(after: nil, limit: 2).count == 1)
    }

    @Test func limitsConcurrentChallengesToDailyEmails() async throws {
        let server = try await CompleteServer.withNativeApp(.code)
        var apps: [NativeApp] = []
        for number in 0..<1_000 {
            var app = try await NativeApp(on: server, address: "10.0.\(number / 250).\(number % 250)")
            try await app.begin(.signUp, email)
            apps.append(app)
        }
        let ends = await withTaskGroup(of: FlowError?.self) { group in
            for app in apps {
                group.addTask {
                    var app = app
                    do throws(FlowError) {
                        try await app.requestChallenge()
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ends.count { $0 == nil } == 10)
        #expect(ends.count { $0 == .mailLimitReached(retryAfter: 86_400) } == 990)
        #expect(try await server.mailCount == 10)
    }

    @Test(arguments: NativeFlowRequest.Flow.allCases, [true, false])
    func limitsCodeAttemptsPerAccountAcrossAddresses(
        flow: NativeFlowRequest.Flow,
        isKnown: Bool
    ) async throws {
        var limits = RateLimits()
        limits.codeFailuresPerAccount.count = 30
        let server = try await CompleteServer.withNativeApp(.code, limits: limits)
        if isKnown { try await server.addAccount(email) }
        var guesses = 0
        for attempt in 0..<8 {
            var app = try await NativeApp(on: server, address: "10.0.0.\(attempt)")
            try await app.begin(flow, email)
            try await app.requestChallenge()
            for _ in 0..<5 {
                let guess = flow == .signIn ? await app.tokenRejection(.code("no")) : await app.rejection(.code("no"))
                if case .limited(let delay)? = guess {
                    #expect(delay > 0)
                } else {
                    guesses += 1
                }
            }
            server.clock.advance(by: 30)
        }
        #expect(guesses == 30)
        // The correct code is rejected as well, on every channel.
        var driver = try await BrowserDriver(on: server, address: "203.0.113.9")
        try await driver.submit(.signInByCode(email: email))
        guard case .limited? = await driver.rejection(.code(try await server.code(to: email))) else {
            Issue.record("The correct code was checked.")
            return
        }
        server.clock.advance(by: 24 * 60 * 60)
        var later = try await BrowserDriver(on: server)
        try await later.submit(.signInByCode(email: email))
        try await later.submitMailedCode(to: email)
        #expect(later.hasCode)
    }

    /// A correct code proves ownership of the address, so the failures recorded for it are cleared.
    @Test func clearsFailuresOnlyOfVerifiedAddress() async throws {
        var limits = RateLimits()
        limits.codeFailuresPerAccount.count = 3
        let server = try await CompleteServer.withNativeApp(.code, limits: limits)
        for address in [email, "eve@example.com"] { try await server.addAccount(address) }
        for _ in 0..<2 {
            let owner = try await appAtCode(email, on: server)
            for _ in 0..<2 { #expect(await isChecked("no", by: owner)) }
            _ = try await owner.redeem(.code(try await server.code(to: email)))
            let other = try await appAtCode("eve@example.com", on: server)
            for _ in 0..<2 { _ = await isChecked("no", by: other) }
            server.clock.advance(by: 30)
        }
        let other = try await appAtCode("eve@example.com", on: server)
        #expect(await !isChecked(try await server.code(to: "eve@example.com"), by: other))
    }

    @Test func keepsFailuresOfNetworkAddressAfterCorrectCode() async throws {
        var limits = RateLimits()
        limits.failuresPerAddress = .init(2, per: 900)
        let server = try await CompleteServer.withNativeApp(.code, limits: limits)
        for address in [email, "eve@example.com"] { try await server.addAccount(address) }
        let verified = try await appAtCode("eve@example.com", on: server)
        #expect(await isChecked("no", by: verified))
        _ = try await verified.redeem(.code(try await server.code(to: "eve@example.com")))
        let another = try await appAtCode(email, on: server)
        #expect(await isChecked("no", by: another))
        #expect(await !isChecked(try await server.code(to: email), by: another))
    }

    private func appAtCode(_ email: String, on server: CompleteServer) async throws -> NativeApp {
        var app = try await NativeApp(on: server)
        try await app.begin(.signIn, email)
        try await app.requestChallenge()
        return app
    }

    private func isChecked(_ code: String, by app: NativeApp) async -> Bool {
        if case .limited? = await app.tokenRejection(.code(code)) { false } else { true }
    }

    @Test func limitsPasswordAttemptsPerNetworkAddress() async throws {
        var limits = RateLimits()
        limits.failuresPerAddress = .init(3, per: 900)
        let server = try await CompleteServer.withNativeApp(.password, limits: limits)
        try await server.addAccount(email, password: "correct horse battery")
        for number in 0..<5 {
            var app = try await NativeApp(on: server)
            try await app.begin(.signIn, number == 4 ? email : "person\(number)@example.com")
            try await app.requestChallenge()
            let error = await app.tokenRejection(.password("correct horse battery"))
            #expect(error == (number < 3 ? .wrongCredentials : .limited(retryAfter: 900)))
        }
    }

    @Test func issuesTokensOnceForConcurrentProofs() async throws {
        for method in NativeAuthenticationSettings.Method.allCases {
            let server = try await CompleteServer.withNativeApp(method)
            try await server.addAccount(email, password: "correct horse battery")
            var app = try await NativeApp(on: server)
            try await app.begin(.signIn, email)
            try await app.requestChallenge()
            let proof: NativeTokenRequest.Proof =
                method == .code ? .code(try await server.code(to: email)) : .password("correct horse battery")
            let (tokens, errors) = await race(app, proof)
            #expect(tokens == 1)
            // Correct passwords that lost the race still count as attempts.
            for error in errors where error != .gone {
                #expect(method == .password && error == .limited(retryAfter: 900))
            }
            #expect(try await server.auditKinds().count { $0 == .sessionStarted } == 1)
        }
    }

    @Test func issuesTokensOnceForConcurrentSignUpRedemptions() async throws {
        let server = try await CompleteServer.withNativeApp(.code)
        var app = try await NativeApp(on: server)
        try await app.begin(.signUp, email)
        try await app.requestChallenge()
        try await app.submitMailedCode(to: email)
        let (tokens, errors) = await race(app, .none)
        #expect(tokens == 1)
        #expect(errors.count { $0 == .gone } == 49)
        #expect(try await server.auditKinds().count { $0 == .sessionStarted } == 1)
    }

    private func race(_ app: NativeApp, _ proof: NativeTokenRequest.Proof) async -> (tokens: Int, errors: [FlowError]) {
        await withTaskGroup(of: FlowError?.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    do throws(FlowError) {
                        _ = try await app.redeem(proof)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            let ends = await group.reduce(into: []) { $0.append($1) }
            return (ends.count { $0 == nil }, ends.compactMap(\.self))
        }
    }

    /// Hashing is expensive, so starts count for the sender; the recipient's quota counts emails sent.
    @Test func countsPasswordHashingForSenderOnly() async throws {
        var limits = RateLimits()
        limits.mailsPerAddress.count = 12
        let server = try await CompleteServer.withNativeApp(.password, limits: limits)
        var attacker = try await NativeApp(on: server, address: "198.51.100.66")
        let start = NativeFlowStart(flow: .signUp, email: email, password: "correct horse battery")
        for _ in 0..<12 { try await attacker.begin(start) }
        guard case .limited? = await attacker.startRejection(start) else {
            Issue.record("A thirteenth password was hashed.")
            return
        }
        var owner = try await NativeApp(on: server)
        try await owner.begin(start)
        try await owner.requestChallenge()
        #expect(try await server.mailCount == 1)
    }

    /// A client repeats the start when its response was lost.
    @Test func doesNotCountEmailForRepeatedStart() async throws {
        var limits = RateLimits()
        limits.mailsPerRecipient = .init(1, per: 3_600)
        let server = try await CompleteServer.withNativeApp(.password, limits: limits)
        let start = NativeFlowStart(flow: .signUp, email: email, password: "correct horse battery")
        var first = try await NativeApp(on: server)
        try await first.begin(start)
        var second = try await NativeApp(on: server)
        try await second.begin(start)
        try await second.requestChallenge()
        #expect(await first.rejection(.requestChallenge([.code, .password])) == .mailLimitReached(retryAfter: 3_600))
        #expect(try await server.mailCount == 1)
    }
}
