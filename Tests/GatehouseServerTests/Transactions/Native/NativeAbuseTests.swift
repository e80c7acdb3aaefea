import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// What somebody tries who means harm.
@Suite struct NativeAbuseTests {
    private let email = "ada@example.com"

    @Test func aThousandSignUpsOfOneAddressAtOnceMakeOneAccount() async throws {
        var limits = Limits()
        limits.mailsPerRecipient.count = 0
        limits.mailsPerAddress.count = 0
        let server = try await FullServer.withNativeApp(.code, limits: limits)
        // All of them have typed a right code of their own, and give the last page at the same time.
        var client = try #require(try await server.core.store.client("app"))
        client.attributes = [ClientAttribute(name: "nickname", isRequired: true)]
        try await server.core.store.commit([.client(.update(client))])
        var apps: [NativeApp] = []
        for number in 0..<1_000 {
            var app = try await NativeApp(on: server, address: "10.0.\(number / 250).\(number % 250)")
            try await app.begin(.signUp, email)
            try await app.askChallenge()
            try await app.submitMailedCode(to: email)
            apps.append(app)
            server.clock.advance(by: 1)
        }
        let ends = await withTaskGroup(of: TransactionError?.self) { group in
            for app in apps {
                group.addTask {
                    var app = app
                    do throws(TransactionError) {
                        try await app.submit(.someAttributes(["nickname": "Ada"]))
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
        #expect(try await server.core.store.accounts(after: nil, limit: 2).count == 1)
    }

    @Test func limitsConcurrentFirstChallengesToTheMailsOfADay() async throws {
        let server = try await FullServer.withNativeApp(.code)
        var apps: [NativeApp] = []
        for number in 0..<1_000 {
            var app = try await NativeApp(on: server, address: "10.0.\(number / 250).\(number % 250)")
            try await app.begin(.signUp, email)
            apps.append(app)
        }
        let ends = await withTaskGroup(of: TransactionError?.self) { group in
            for app in apps {
                group.addTask {
                    var app = app
                    do throws(TransactionError) {
                        try await app.askChallenge()
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ends.count { $0 == nil } == 10)
        #expect(ends.count { $0 == .mailsUsedUp(retryAfter: 86_400) } == 990)
        #expect(try await server.mailCount == 10)
    }

    @Test(arguments: NativeIntent.Flow.allCases, [true, false])
    func codesGuessedFromManyAddressesStopAtTheLimitOfTheAccount(flow: NativeIntent.Flow, isKnown: Bool) async throws {
        var limits = Limits()
        limits.codeFailuresPerAccount.count = 30
        let server = try await FullServer.withNativeApp(.code, limits: limits)
        if isKnown { try await server.addAccount(email) }
        var guesses = 0
        for attempt in 0..<8 {
            var app = try await NativeApp(on: server, address: "10.0.0.\(attempt)")
            try await app.begin(flow, email)
            try await app.askChallenge()
            for _ in 0..<5 {
                let guess = flow == .signIn ? await app.refusedToken(.code("no")) : await app.refused(.code("no"))
                if case .limited(let wait)? = guess {
                    #expect(wait > 0)
                } else {
                    guesses += 1
                }
            }
            server.clock.advance(by: 30)
        }
        #expect(guesses == 30)
        // The right code tells nothing any more either, through whichever door.
        var visit = try await Visit(on: server, address: "203.0.113.9")
        try await visit.submit(.signInByCode(email: email))
        guard case .limited? = await visit.refused(.code(try await server.code(to: email))) else {
            Issue.record("The right code was looked at.")
            return
        }
        server.clock.advance(by: 24 * 60 * 60)
        var later = try await Visit(on: server)
        try await later.submit(.signInByCode(email: email))
        try await later.submitMailedCode(to: email)
        #expect(later.hasCode)
    }

    /// Whoever has typed the right code owns the address: the wrong ones before it were slips, or a stranger's.
    @Test func aRightCodeForgetsTheWrongOnesForItsAddressAlone() async throws {
        var limits = Limits()
        limits.codeFailuresPerAccount.count = 3
        let server = try await FullServer.withNativeApp(.code, limits: limits)
        for address in [email, "eve@example.com"] { try await server.addAccount(address) }
        for _ in 0..<2 {
            let owner = try await waitingForCode(email, on: server)
            for _ in 0..<2 { #expect(await isLookedAt("no", by: owner)) }
            _ = try await owner.redeem(.code(try await server.code(to: email)))
            let stranger = try await waitingForCode("eve@example.com", on: server)
            for _ in 0..<2 { _ = await isLookedAt("no", by: stranger) }
            server.clock.advance(by: 30)
        }
        let stranger = try await waitingForCode("eve@example.com", on: server)
        #expect(await !isLookedAt(try await server.code(to: "eve@example.com"), by: stranger))
    }

    @Test func aRightCodeForgetsNoneOfItsNetworkAddress() async throws {
        var limits = Limits()
        limits.failuresPerAddress = .init(2, per: 900)
        let server = try await FullServer.withNativeApp(.code, limits: limits)
        for address in [email, "eve@example.com"] { try await server.addAccount(address) }
        let own = try await waitingForCode("eve@example.com", on: server)
        #expect(await isLookedAt("no", by: own))
        _ = try await own.redeem(.code(try await server.code(to: "eve@example.com")))
        let another = try await waitingForCode(email, on: server)
        #expect(await isLookedAt("no", by: another))
        #expect(await !isLookedAt(try await server.code(to: email), by: another))
    }

    private func waitingForCode(_ email: String, on server: FullServer) async throws -> NativeApp {
        var app = try await NativeApp(on: server)
        try await app.begin(.signIn, email)
        try await app.askChallenge()
        return app
    }

    private func isLookedAt(_ code: String, by app: NativeApp) async -> Bool {
        if case .limited? = await app.refusedToken(.code(code)) { false } else { true }
    }

    @Test func aPasswordTriedOnManyAccountsStopsAtTheLimitOfTheNetworkAddress() async throws {
        var limits = Limits()
        limits.failuresPerAddress = .init(3, per: 900)
        let server = try await FullServer.withNativeApp(.password, limits: limits)
        try await server.addAccount(email, password: "correct horse battery")
        for number in 0..<5 {
            var app = try await NativeApp(on: server)
            try await app.begin(.signIn, number == 4 ? email : "person\(number)@example.com")
            try await app.askChallenge()
            let error = await app.refusedToken(.password("correct horse battery"))
            #expect(error == (number < 3 ? .wrongCredentials : .limited(retryAfter: 900)))
        }
    }

    @Test func ofFiftyRightProofsOneGetsTokens() async throws {
        for method in NativeAuthentication.Method.allCases {
            let server = try await FullServer.withNativeApp(method)
            try await server.addAccount(email, password: "correct horse battery")
            var app = try await NativeApp(on: server)
            try await app.begin(.signIn, email)
            try await app.askChallenge()
            let proof: NativeGrant.Proof =
                method == .code ? .code(try await server.code(to: email)) : .password("correct horse battery")
            let (tokens, errors) = await race(app, proof)
            #expect(tokens == 1)
            // Right passwords that lost were tries all the same.
            for error in errors where error != .gone {
                #expect(method == .password && error == .limited(retryAfter: 900))
            }
            #expect(try await server.audited().count { $0 == .sessionStarted } == 1)
        }
    }

    @Test func ofFiftyRedemptionsOfASignUpOneGetsTokens() async throws {
        let server = try await FullServer.withNativeApp(.code)
        var app = try await NativeApp(on: server)
        try await app.begin(.signUp, email)
        try await app.askChallenge()
        try await app.submitMailedCode(to: email)
        let (tokens, errors) = await race(app, .none)
        #expect(tokens == 1)
        #expect(errors.count { $0 == .gone } == 49)
        #expect(try await server.audited().count { $0 == .sessionStarted } == 1)
    }

    private func race(_ app: NativeApp, _ proof: NativeGrant.Proof) async -> (tokens: Int, errors: [TransactionError]) {
        await withTaskGroup(of: TransactionError?.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    do throws(TransactionError) {
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

    /// Hashing is dear, so who asks for it is counted at the start; the recipient is counted when they get a mail, and sees it.
    @Test func whoHasPasswordsHashedUsesUpTheirOwnMailsAndNobodyElses() async throws {
        var limits = Limits()
        limits.mailsPerAddress.count = 12
        let server = try await FullServer.withNativeApp(.password, limits: limits)
        var stranger = try await NativeApp(on: server, address: "198.51.100.66")
        let start = NativeStart(flow: .signUp, email: email, password: "correct horse battery")
        for _ in 0..<12 { try await stranger.begin(start) }
        guard case .limited? = await stranger.refusedStart(start) else {
            Issue.record("A thirteenth password was hashed.")
            return
        }
        var owner = try await NativeApp(on: server)
        try await owner.begin(start)
        try await owner.askChallenge()
        #expect(try await server.mailCount == 1)
    }

    /// A start that is repeated because its answer was lost is as good as the first.
    @Test func countsNoMailForAStartThatIsRepeated() async throws {
        var limits = Limits()
        limits.mailsPerRecipient = .init(1, per: 3_600)
        let server = try await FullServer.withNativeApp(.password, limits: limits)
        let start = NativeStart(flow: .signUp, email: email, password: "correct horse battery")
        var first = try await NativeApp(on: server)
        try await first.begin(start)
        var second = try await NativeApp(on: server)
        try await second.begin(start)
        try await second.askChallenge()
        #expect(await first.refused(.askChallenge([.code, .password])) == .mailsUsedUp(retryAfter: 3_600))
        #expect(try await server.mailCount == 1)
    }
}
