import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

/// What a stranger sees, and what the server does, is the same whether an address has an account or not.
@Suite struct SameForStrangersTests {
    private let known = "ada@example.com"
    private let unknown = "bob@example.com"

    private static let doors: [(name: String, input: @Sendable (String) -> TransactionInput)] = [
        ("sign-in by code", { .signInByCode(email: $0) }),
        ("sign-up", { .signUp(email: $0, password: nil) }),
        ("sign-up with a password", { .signUp(email: $0, password: "purple monkey dishwasher") }),
        ("reset", { .reset(email: $0) }),
    ]

    @Test func everyDoorDoesTheSameWorkShowsTheSameStepAndSendsOneMail() async throws {
        let store = SpyStore()
        let server = try await FullServer.with(store: store)
        try await server.addAccount(known, password: "correct horse battery")
        for door in Self.doors {
            var traces: [[String]] = []
            for email in [known, unknown] {
                var visit = try await Visit(on: server)
                let mails = try await server.subjects(to: email).count
                let before = store.operations.count
                try await visit.submit(door.input(email))
                traces.append(Array(store.operations.dropFirst(before)))
                #expect(visit.step.name == "code")
                #expect(visit.step.code?.triesLeft == 5)
                #expect(try await server.subjects(to: email).count == mails + 1, "\(door.name)")

                let wrong = store.operations.count
                #expect(await visit.refused(.code("no code")) == .wrongCode(triesLeft: 4))
                traces[traces.count - 1] += store.operations.dropFirst(wrong)
            }
            #expect(traces[0] == traces[1], "\(door.name)")
            #expect(traces[0].count > 4)
            server.clock.advance(by: 30)
        }
    }

    @Test func aPasswordIsLookedUpAndComparedTheSame() async throws {
        let store = SpyStore()
        let server = try await FullServer.with(store: store)
        try await server.addAccount(known, password: "correct horse battery")
        try await server.addAccount("codes@example.com")
        var traces: [[String]] = []
        for email in [known, unknown, "codes@example.com"] {
            var visit = try await Visit(on: server)
            try await visit.submit(.signInByPassword(email: email))
            let before = store.operations.count
            #expect(await visit.refused(.password("wrong horse battery")) == .wrongCredentials)
            traces.append(Array(store.operations.dropFirst(before)))
        }
        #expect(traces[0] == traces[1])
        #expect(traces[0] == traces[2])
    }

    @Test func aPasswordIsHashedWhateverTheAddress() async throws {
        let hasher = PasswordHasher(cost: .minimal, threads: 1)
        let server = try await FullServer.with(hasher: hasher)
        try await server.addAccount(known, password: "correct horse battery")
        try await server.addAccount("codes@example.com")
        // A hasher that has ended shows who asks it.
        hasher.shutdown()
        for email in [known, unknown, "codes@example.com"] {
            var visit = try await Visit(on: server)
            try await visit.submit(.signInByPassword(email: email))
            #expect(await visit.refused(.password("wrong horse battery")) == .failed, "\(email)")
            try await visit.submit(.show(.signUp))
            #expect(await visit.refused(.signUp(email: email, password: "purple monkey dishwasher")) == .failed)
        }
        #expect(try await server.mailCount == 0)
    }
}
