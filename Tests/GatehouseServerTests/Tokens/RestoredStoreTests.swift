import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// A database that was restored to an earlier state while apps hold newer tokens.
@Suite struct RestoredStoreTests {
    private let server: ServerHarness
    private let client: Client
    private let account: Account
    /// The token that the app holds, and a forged one.
    private let token: Secret
    private let forged: Secret

    init() async throws {
        server = try ServerHarness()
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

    private var probe: ReadinessProbe { ReadinessProbe(core: server.core) }

    @Test func reportsUnavailableForTokenNewerThanStore() async throws {
        try await probe.check()
        let error = try await oauthError { try await server.refresh(token, by: client) }
        #expect(error.code == .temporarilyUnavailable)
        #expect(error.retryAfter != nil)
        await #expect(throws: StoreError.self) { try await probe.check() }
        #expect(try await server.store.sessions(of: account.id).count == 1)

        server.clock.advance(by: StoreFaults.memory)
        try await probe.check()
    }

    @Test func staysReadyAfterForgedToken() async throws {
        #expect(try await oauthError { try await server.refresh(forged, by: client) }.code == .invalidGrant)
        try await probe.check()
    }

    @Test func rejectsNewerTokenAfterIntendedRestore() async throws {
        var settings = server.core.settings
        settings.restoredAt = server.now
        let restored = try ServerHarness(store: server.store, clock: server.clock, settings: settings)
        #expect(try await oauthError { try await restored.refresh(token, by: client) }.code == .invalidGrant)
        try await ReadinessProbe(core: restored.core).check()
    }

    @Test func reportsUnavailableForCorruptRecord() async throws {
        let error = server.core.oauthError(StoreError.corrupt("session.factors"))
        #expect(error.code == .temporarilyUnavailable)
        await #expect(throws: StoreError.self) { try await probe.check() }
        server.clock.advance(by: StoreFaults.memory)
        try await probe.check()
    }
}
