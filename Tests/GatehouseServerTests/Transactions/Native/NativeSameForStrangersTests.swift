import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

/// What an app hears, and what the server does, is the same whether an address has an account or not.
@Suite struct NativeSameForStrangersTests {
    private let known = "ada@example.com"
    private let unknown = "bob@example.com"

    @Test(arguments: NativeAuthentication.Method.allCases, [nil, "purple monkey dishwasher"])
    func everyFlowDoesTheSameWorkAndAnswersTheSame(method: NativeAuthentication.Method, password: String?) async throws
    {
        let store = SpyStore()
        let server = try await FullServer.withNativeApp(method, store: store)
        try await server.addAccount(known, password: "correct horse battery")
        for flow in NativeIntent.Flow.allCases {
            var traces: [[String]] = []
            var steps: [[String?]] = []
            for email in [known, unknown] {
                let before = store.operations.count
                var app = try await NativeApp(on: server)
                try await app.begin(flow, email, password: flow == .signUp ? password : nil)
                try await app.askChallenge()
                var names = [app.stepName]
                if flow == .signIn {
                    let proof: NativeGrant.Proof = method == .code ? .code("no code") : .password("wrong horse battery")
                    let error = await app.refusedToken(proof)
                    names.append("\(error, default: "none")")
                } else {
                    names.append("\(await app.refused(.code("no code")), default: "none")")
                }
                steps.append(names)
                traces.append(Array(store.operations.dropFirst(before)))
            }
            #expect(traces[0] == traces[1], "\(flow)")
            #expect(steps[0] == steps[1], "\(flow)")
            #expect(traces[0].count > 5)
            let mails = try await server.subjects(to: known).count
            #expect(try await server.subjects(to: unknown).count == mails)
            server.clock.advance(by: 30)
        }
    }

    @Test func aPasswordIsHashedWhateverTheAddress() async throws {
        let hasher = PasswordHasher(cost: .minimal, threads: 1)
        let server = try await FullServer.with(hasher: hasher) {
            $0.native = NativeAuthentication(method: .password)
        }
        try await server.addAccount(known, password: "correct horse battery")
        try await server.addAccount("codes@example.com")
        // A hasher that has ended shows who asks it.
        hasher.shutdown()
        for email in [known, unknown, "codes@example.com"] {
            var app = try await NativeApp(on: server)
            try await app.begin(.signIn, email)
            try await app.askChallenge()
            #expect(await app.refusedToken(.password("wrong horse battery")) == .failed, "\(email)")
            let start = NativeStart(flow: .signUp, email: email, password: "purple monkey dishwasher")
            #expect(await app.refusedStart(start) == .failed)
        }
        #expect(try await server.mailCount == 0)
    }

    @Test func limitsAreTheSame() async throws {
        var limits = Limits()
        limits.mailsPerRecipient = .init(2, per: 3_600)
        let server = try await FullServer.withNativeApp(.code, limits: limits)
        try await server.addAccount(known)
        for flow in NativeIntent.Flow.allCases {
            var errors: [TransactionError?] = []
            for email in [known, unknown] {
                var app = try await NativeApp(on: server)
                try await app.begin(flow, email)
                try await app.askChallenge()
                try await app.askChallenge()
                let sent = app.step
                try await app.askChallenge()
                #expect(app.step == sent)
                var again = try await NativeApp(on: server)
                try await again.begin(flow, email)
                errors.append(await again.refused(.askChallenge(.code)))
            }
            #expect(errors == Array(repeating: .mailsUsedUp(retryAfter: 3_600), count: 2))
            server.clock.advance(by: 3_600)
        }
    }
}
