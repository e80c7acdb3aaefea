import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

/// Responses and store operations do not depend on the existence of an account.
@Suite struct NativeAccountEnumerationTests {
    private let known = "ada@example.com"
    private let unknown = "bob@example.com"

    @Test(arguments: NativeAuthenticationSettings.Method.allCases, [nil, "purple monkey dishwasher"])
    func performsSameOperationsForKnownAndUnknownAddresses(
        method: NativeAuthenticationSettings.Method,
        password: String?
    ) async throws {
        let store = SpyStore()
        let server = try await CompleteServer.withNativeApp(method, store: store)
        try await server.addAccount(known, password: "correct horse battery")
        for flow in NativeFlowRequest.Flow.allCases {
            var traces: [[String]] = []
            var steps: [[String?]] = []
            for email in [known, unknown] {
                let before = store.operations.count
                var app = try await NativeApp(on: server)
                try await app.begin(flow, email, password: flow == .signUp ? password : nil)
                try await app.requestChallenge()
                var names = [app.stepName]
                if flow == .signIn {
                    let proof: NativeTokenRequest.Proof =
                        method == .code ? .code("no code") : .password("wrong horse battery")
                    let error = await app.tokenRejection(proof)
                    names.append("\(error, default: "none")")
                } else {
                    names.append("\(await app.rejection(.code("no code")), default: "none")")
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

    @Test func hashesPasswordForEveryAddress() async throws {
        let hasher = PasswordHasher(cost: .minimal, threads: 1)
        let server = try await CompleteServer.with(hasher: hasher) {
            $0.native = NativeAuthenticationSettings(method: .password)
        }
        try await server.addAccount(known, password: "correct horse battery")
        try await server.addAccount("codes@example.com")
        // A hasher that was shut down reveals each use.
        hasher.shutdown()
        for email in [known, unknown, "codes@example.com"] {
            var app = try await NativeApp(on: server)
            try await app.begin(.signIn, email)
            try await app.requestChallenge()
            #expect(await app.tokenRejection(.password("wrong horse battery")) == .failed, "\(email)")
            let start = NativeFlowStart(flow: .signUp, email: email, password: "purple monkey dishwasher")
            #expect(await app.startRejection(start) == .failed)
        }
        #expect(try await server.mailCount == 0)
    }

    @Test func appliesSameLimitsToKnownAndUnknownAddresses() async throws {
        var limits = RateLimits()
        limits.mailsPerRecipient = .init(2, per: 3_600)
        let server = try await CompleteServer.withNativeApp(.code, limits: limits)
        try await server.addAccount(known)
        for flow in NativeFlowRequest.Flow.allCases {
            var errors: [FlowError?] = []
            for email in [known, unknown] {
                var app = try await NativeApp(on: server)
                try await app.begin(flow, email)
                try await app.requestChallenge()
                try await app.requestChallenge()
                let sent = app.step
                try await app.requestChallenge()
                #expect(app.step == sent)
                var again = try await NativeApp(on: server)
                try await again.begin(flow, email)
                errors.append(await again.rejection(.requestChallenge(.code)))
            }
            #expect(errors == Array(repeating: .mailLimitReached(retryAfter: 3_600), count: 2))
            server.clock.advance(by: 3_600)
        }
    }
}
