import Foundation
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

/// Pages and store operations do not depend on the existence of an account.
@Suite struct AccountEnumerationTests {
    private let known = "ada@example.com"
    private let unknown = "bob@example.com"

    private static let entryPoints: [(name: String, input: @Sendable (String) -> FlowInput)] = [
        ("sign-in by code", { .signInByCode(email: $0) }),
        ("sign-up", { .signUp(email: $0, password: nil) }),
        ("sign-up with a password", { .signUp(email: $0, password: "purple monkey dishwasher") }),
        ("reset", { .reset(email: $0) }),
    ]

    @Test func hidesAccountExistenceAtEveryEntryPoint() async throws {
        let store = SpyStore()
        let server = try await CompleteServer.with(store: store)
        try await server.addAccount(known, password: "correct horse battery")
        for entry in Self.entryPoints {
            var traces: [[String]] = []
            for email in [known, unknown] {
                var driver = try await BrowserDriver(on: server)
                let mails = try await server.subjects(to: email).count
                let before = store.operations.count
                try await driver.submit(entry.input(email))
                traces.append(Array(store.operations.dropFirst(before)))
                #expect(driver.step.name == "code")
                #expect(driver.step.code?.attemptsRemaining == 5)
                #expect(try await server.subjects(to: email).count == mails + 1, "\(entry.name)")

                let wrong = store.operations.count
                #expect(await driver.rejection(.code("no code")) == .wrongCode(attemptsRemaining: 4))
                traces[traces.count - 1] += store.operations.dropFirst(wrong)
            }
            #expect(traces[0] == traces[1], "\(entry.name)")
            #expect(traces[0].count > 4)
            server.clock.advance(by: 30)
        }
    }

    @Test func performsSameOperationsForEveryWrongPassword() async throws {
        let store = SpyStore()
        let server = try await CompleteServer.with(store: store)
        try await server.addAccount(known, password: "correct horse battery")
        try await server.addAccount("codes@example.com")
        var traces: [[String]] = []
        for email in [known, unknown, "codes@example.com"] {
            var driver = try await BrowserDriver(on: server)
            try await driver.submit(.signInByPassword(email: email))
            let before = store.operations.count
            #expect(await driver.rejection(.password("wrong horse battery")) == .wrongCredentials)
            traces.append(Array(store.operations.dropFirst(before)))
        }
        #expect(traces[0] == traces[1])
        #expect(traces[0] == traces[2])
    }

    /// Neither the page nor the work before a proof tells whether the account has a passkey.
    @Test func performsSameOperationsWithAndWithoutPasskey() async throws {
        let store = SpyStore()
        let server = try await CompleteServer.with(store: store)
        let account = try await server.addAccount(known, password: "correct horse battery")
        try await server.addAccount("codes@example.com", password: "correct horse battery")
        let passkey = Credential(
            id: "passkey",
            accountID: account.id,
            factor: .passkey,
            name: "Laptop",
            createdAt: server.clock.now,
            state: Data("{}".utf8)
        )
        try await store.commit([.credential(.insert(passkey))])
        for inputs: [@Sendable (String) -> FlowInput] in [
            [{ .signInByPassword(email: $0) }, { _ in .password("wrong horse battery") }],
            [{ .signInByCode(email: $0) }, { _ in .code("no code") }],
            [{ .reset(email: $0) }, { _ in .code("no code") }],
        ] {
            var traces: [[String]] = []
            for email in [known, "codes@example.com"] {
                var driver = try await BrowserDriver(on: server)
                let before = store.operations.count
                for input in inputs { try? await driver.submit(input(email)) }
                traces.append([driver.step.name] + store.operations.dropFirst(before))
            }
            #expect(traces[0] == traces[1])
            #expect(traces[0].count > 3)
        }
    }

    @Test func hashesPasswordForEveryAddress() async throws {
        let hasher = PasswordHasher(cost: .minimal, threads: 1)
        let server = try await CompleteServer.with(hasher: hasher)
        try await server.addAccount(known, password: "correct horse battery")
        try await server.addAccount("codes@example.com")
        // A hasher that was shut down reveals each use.
        hasher.shutdown()
        for email in [known, unknown, "codes@example.com"] {
            var driver = try await BrowserDriver(on: server)
            try await driver.submit(.signInByPassword(email: email))
            #expect(await driver.rejection(.password("wrong horse battery")) == .failed, "\(email)")
            try await driver.submit(.show(.signUp))
            #expect(await driver.rejection(.signUp(email: email, password: "purple monkey dishwasher")) == .failed)
        }
        #expect(try await server.mailCount == 0)
    }
}
