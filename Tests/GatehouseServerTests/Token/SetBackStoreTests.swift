import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// A database that was put back to an earlier state, under apps that hold what it has forgotten.
@Suite struct SetBackStoreTests {
    private let server: TestServer
    private let client: Client
    private let account: Account
    /// The token that the app holds, and one that the server never issued.
    private let token: Secret
    private let forged: Secret

    init() async throws {
        server = try TestServer()
        client = try await server.addClient()
        account = try await server.addAccount()
        let first = try #require(try await server.signIn(account, to: client).refreshToken)
        let record = try #require(try await server.store.sessions(of: account.id).first)
        let second = try #require(try await server.refresh(first, by: client).refreshToken)
        token = try #require(try await server.refresh(second, by: client).refreshToken)
        var parts = token.reveal().split(separator: ".").map(String.init)
        parts[2] = "9"
        forged = Secret(parts.joined(separator: "."))
        // Deleting an account deletes its sessions too.
        try await server.store.commit([.account(.delete(account.id)), .account(.insert(account))])
        try await server.store.commit([.session(.insert(record))])
    }

    private var readiness: Readiness { Readiness(core: server.core) }

    @Test func answersNoValidTokenAsIfItWereInvalid() async throws {
        try await readiness.check()
        let error = try await refusal { try await server.refresh(token, by: client) }
        #expect(error.code == .temporarilyUnavailable)
        #expect(error.retryAfter != nil)
        await #expect(throws: StoreError.self) { try await readiness.check() }
        #expect(try await server.store.sessions(of: account.id).count == 1)

        server.clock.advance(by: StoreFaults.memory)
        try await readiness.check()
    }

    @Test func staysReadyWhenATokenIsForged() async throws {
        #expect(try await refusal { try await server.refresh(forged, by: client) }.code == .invalidGrant)
        try await readiness.check()
    }

    @Test func endsSessionsThatAreBehindOnPurpose() async throws {
        var settings = server.core.settings
        settings.restoredAt = server.now
        let restored = try TestServer(store: server.store, clock: server.clock, settings: settings)
        #expect(try await refusal { try await restored.refresh(token, by: client) }.code == .invalidGrant)
        try await Readiness(core: restored.core).check()
    }

    @Test func answersDamagedRecordsWithUnavailable() async throws {
        let error = server.core.failure(StoreError.corrupt("session.methods"))
        #expect(error.code == .temporarilyUnavailable)
        await #expect(throws: StoreError.self) { try await readiness.check() }
        server.clock.advance(by: StoreFaults.memory)
        try await readiness.check()
    }
}
