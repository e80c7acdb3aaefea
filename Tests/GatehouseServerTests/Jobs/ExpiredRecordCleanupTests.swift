import Foundation
import GatehouseConcurrency
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct ExpiredRecordCleanupTests {
    /// Records the delays between runs and ends the loop after a number of them.
    private final class Delays: Sendable {
        private let recorded = Mutex<[Duration]>([])
        let limit: Int

        init(_ limit: Int) {
            self.limit = limit
        }

        var all: [Duration] { recorded.withLock { $0 } }

        func wait(_ duration: Duration) throws {
            let count = recorded.withLock { recorded in
                recorded.append(duration)
                return recorded.count
            }
            if count == limit { throw CancellationError() }
        }
    }

    @Test func keepsCodeAndSessionForOneDayAfterTheyEnd() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let account = try await server.addAccount()
        let code = try await server.addCode(client, account)
        let token = try await server.redeem(code, by: client).refreshToken
        let session = try #require(try await server.store.sessions(of: account.id).first).id
        try await server.store.commit([.session(.end(session, reason: .revoked, at: server.now))])
        let cleanup = server.identity.jobs.cleanup(wait: { _ in })

        server.clock.advance(by: 86_400)
        #expect(try await cleanup.deleteExpired() == 0)
        server.clock.advance(by: 0.001)
        #expect(try await cleanup.deleteExpired() == 1, "The session: it ended when it was revoked.")
        #expect(try await server.record(of: code) != nil)
        server.clock.advance(by: 60)
        #expect(try await cleanup.deleteExpired() == 1, "The code: it expired after one minute.")
        #expect(try await server.record(of: code) == nil)
        #expect(try await oauthError { try await server.refresh(token, by: client) }.code == .invalidGrant)
        #expect(try await server.store.account(account.id) != nil)
    }

    @Test func deletesUnusedClientsWithoutOperatorAfterThirtyDays() async throws {
        let server = try ServerHarness()
        _ = try await server.addClient("operated")
        _ = try await server.addClient("unused") { $0.origin = ClientOrigin(kind: .registration) }
        let cleanup = server.identity.jobs.cleanup(wait: { _ in })
        server.clock.advance(by: 30 * 86_400)
        #expect(try await cleanup.deleteExpired() == 0)
        server.clock.advance(by: 0.001)
        #expect(try await cleanup.deleteExpired() == 1)
        #expect(try await server.store.clients(after: nil, limit: 9).map(\.id) == ["operated"])
    }

    @Test func keepsSessionInUse() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let account = try await server.addAccount()
        var token = try await server.signIn(account, to: client).refreshToken
        let cleanup = server.identity.jobs.cleanup(wait: { _ in })
        for _ in 0..<6 {
            server.clock.advance(by: 59 * 86_400)
            _ = try await cleanup.deleteExpired()
            token = try await server.refresh(token, by: client).refreshToken
        }
        #expect(try await server.store.sessions(of: account.id).count == 1)
    }

    @Test func runsEveryTenMinutesDespiteFailures() async throws {
        let server = try ServerHarness()
        let delays = Delays(3)
        server.store.isDown = true
        let cleanup = server.identity.jobs.cleanup { duration in
            server.store.isDown = false
            try delays.wait(duration)
        }
        await cleanup.run()
        #expect(delays.all == [.seconds(600), .seconds(600), .seconds(600)])
        #expect(server.store.operations.count { $0 == "sweep flows" } == 2, "The first run failed earlier.")
    }

    @Test(arguments: SweptRecords.allCases)
    func sweepsOtherKindsAfterFailureOfOne(kind: SweptRecords) async throws {
        var lifetimes = Lifetimes()
        lifetimes.auditEvents = 60
        let server = try ServerHarness(lifetimes: lifetimes)
        server.store.failing = "sweep \(kind.rawValue)"
        _ = try await server.identity.jobs.cleanup(wait: { _ in }).deleteExpired()
        let sweeps = server.store.operations.filter { $0.hasPrefix("sweep ") }
        #expect(sweeps == SweptRecords.allCases.map { "sweep \($0.rawValue)" })
        #expect(try await server.store.lastCleanup() == server.now)
    }

    @Test(arguments: ["createPartitions(at:)", "dropPartitions(at:sessions:events:)"])
    func maintainsPartitionsIndependently(failing: String) async throws {
        let server = try ServerHarness()
        server.store.failing = failing
        _ = try await server.identity.jobs.cleanup(wait: { _ in }).deleteExpired()
        let operations = server.store.operations
        #expect(operations.contains("createPartitions(at:)"))
        #expect(operations.contains("dropPartitions(at:sessions:events:)"))
        #expect(operations.contains("sweep sessions"))
    }

    @Test func beginsNoSweepOnceServerStops() async throws {
        let server = try ServerHarness()
        try await server.store.commit([.revokeToken(id: "one", until: server.now)])
        server.clock.advance(by: 1)
        let cleanup = server.identity.jobs.cleanup(wait: { _ in })
        let task = Task {
            // Ends when the task is cancelled.
            try? await Task.sleep(for: .seconds(60))
            return try await cleanup.deleteExpired()
        }
        task.cancel()
        #expect(try await task.value == 0)
        #expect(server.store.operations.filter { $0.hasPrefix("sweep ") } == [])
        #expect(try await server.store.lastCleanup() == nil)
    }

    @Test func pausesBetweenBatches() async throws {
        let server = try ServerHarness()
        try await server.store.commit((1...600).map { .revokeToken(id: "\($0)", until: server.now) })
        server.clock.advance(by: 1)
        let delays = Delays(10)
        let cleanup = server.identity.jobs.cleanup(wait: delays.wait)
        #expect(try await cleanup.deleteExpired() == 600)
        #expect(delays.all == [.milliseconds(10)])
    }

    @Test func leavesSweepsToServerWithLease() async throws {
        let server = try ServerHarness()
        let cleanup = server.identity.jobs.cleanup(wait: { _ in })
        let isHeld = try await server.store.acquireLease(
            "cleanup",
            holder: "other",
            at: server.now,
            until: server.now + 30
        )
        #expect(isHeld)
        #expect(try await cleanup.deleteExpired() == 0)
        #expect(server.store.operations.count { $0.hasPrefix("sweep ") } == 0)
        server.clock.advance(by: 30)
        _ = try await cleanup.deleteExpired()
        #expect(server.store.operations.count { $0 == "sweep flows" } == 1)
        let isReleased = try await server.store.acquireLease(
            "cleanup",
            holder: "other",
            at: server.now,
            until: server.now + 30
        )
        #expect(isReleased)
    }

    /// A server that was suspended for longer than the lease must not report a complete sweep.
    @Test func stopsOnceOtherServerHasLease() async throws {
        let server = try ServerHarness()
        try await server.store.commit((1...600).map { .revokeToken(id: "\($0)", until: server.now) })
        server.clock.advance(by: 1)
        let cleanup = server.identity.jobs.cleanup { _ in
            server.clock.advance(by: 31)
            let now = server.now
            _ = try await server.store.acquireLease("cleanup", holder: "other", at: now, until: now + 30)
        }
        #expect(try await cleanup.deleteExpired() == 600)
        #expect(server.store.operations.last { $0.hasPrefix("sweep ") } == "sweep revokedTokens")
        #expect(try await server.store.lastCleanup() == nil)
        server.clock.advance(by: 31)
        _ = try await cleanup.deleteExpired()
        #expect(try await server.store.lastCleanup() == server.now)
    }

    @Test func acquiresLeaseAgainAfterItCouldNotBeReleased() async throws {
        let server = try ServerHarness()
        try await server.store.commit((1...600).map { .revokeToken(id: "\($0)", until: server.now) })
        server.clock.advance(by: 1)
        let cleanup = server.identity.jobs.cleanup { _ in server.store.failing = "acquireLease(_:holder:at:until:)" }
        _ = try await cleanup.deleteExpired()
        server.store.failing = nil
        server.clock.advance(by: 31)
        let end = server.now + 30
        #expect(try await server.store.acquireLease("cleanup", holder: "other", at: server.now, until: end))
        #expect(try await cleanup.deleteExpired() == 0)
        server.clock.advance(by: 31)
        _ = try await cleanup.deleteExpired()
        #expect(try await server.store.lastCleanup() == server.now)
    }

    @Test func deletesRecordsOfDeletedClient() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let account = try await server.addAccount()
        for _ in 1...3 { _ = try await server.signIn(account, to: client) }
        try await server.store.commit([.client(.markDeleted(client.id, at: server.now))])
        _ = try await server.identity.jobs.cleanup(wait: { _ in }).deleteExpired()
        #expect(try await server.store.client(client.id) == nil)
        #expect(try await server.store.sessions(of: account.id) == [])
        #expect(try await server.store.account(account.id) != nil)
    }

    @Test func rejectsTokensOfDeletedClientAtOnce() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let account = try await server.addAccount()
        let tokens = try await server.signIn(account, to: client)
        try await server.store.commit([.client(.markDeleted(client.id, at: server.now))])
        let error = try await oauthError { try await server.refresh(tokens.refreshToken, by: client) }
        #expect(error.code == .invalidClient)
        #expect(try await server.store.sessions(of: account.id).count == 1)
    }

    // MARK: - Clock

    private static let day: TimeInterval = 86_400

    /// Returns a server with a number of new sessions and one completed cleanup.
    private func serverInUse(_ sessions: Int = 30, trustsClock: Bool = false) async throws -> ServerHarness {
        var settings = try ServerHarness().identity.settings
        settings.trustsClock = trustsClock
        let server = try ServerHarness(settings: settings)
        let client = try await server.addClient()
        let account = try await server.addAccount()
        for _ in 1...sessions { _ = try await server.signIn(account, to: client) }
        _ = try await server.identity.jobs.cleanup(wait: { _ in }).deleteExpired()
        return server
    }

    private func sessions(_ server: ServerHarness) async throws -> Int {
        try await server.store.sessions(of: "account-1").count
    }

    @Test func deletesNothingAfterForwardClockJump() async throws {
        let server = try await serverInUse()
        server.clock.advance(by: 62 * Self.day)
        let error = await #expect(throws: StoreError.self) {
            try await server.identity.jobs.cleanup(wait: { _ in }).deleteExpired()
        }
        guard case .unavailable(let reason) = error else { return #expect(Bool(false)) }
        #expect(reason.hasPrefix("Nothing was deleted: 30 of 30 sessions would have expired at once."))
        #expect(try await sessions(server) == 30)
    }

    @Test func createsPartitionsAfterForwardClockJump() async throws {
        let server = try await serverInUse()
        server.clock.advance(by: 62 * Self.day)
        let known = server.store.operations.count
        await #expect(throws: StoreError.self) {
            try await server.identity.jobs.cleanup(wait: { _ in }).deleteExpired()
        }
        let operations = server.store.operations.dropFirst(known)
        #expect(operations.contains("createPartitions(at:)"))
        #expect(!operations.contains("dropPartitions(at:sessions:events:)"))
    }

    @Test func deletesExpiredRecordsWithTrustedClock() async throws {
        let server = try await serverInUse(trustsClock: true)
        server.clock.advance(by: 62 * Self.day)
        _ = try await server.identity.jobs.cleanup(wait: { _ in }).deleteExpired()
        #expect(try await sessions(server) == 0)
    }

    @Test func deletesAnyShareWithinOneHourOfLastRun() async throws {
        let server = try await serverInUse()
        let cleanup = server.identity.jobs.cleanup(wait: { _ in })
        for _ in 0..<(62 * 24) {
            server.clock.advance(by: 3_600)
            _ = try await cleanup.deleteExpired()
        }
        #expect(try await sessions(server) == 0)
    }

    @Test func deletesNothingWithClockBehindLastRun() async throws {
        let server = try await serverInUse()
        server.clock.advance(by: -31)
        let error = await #expect(throws: StoreError.self) {
            try await server.identity.jobs.cleanup(wait: { _ in }).deleteExpired()
        }
        #expect(error == .unavailable("Nothing was deleted: the clock is 31 seconds behind the last cleanup."))
    }

    @Test func usesDatabaseClock() async throws {
        let server = try await serverInUse(5)
        server.store.databaseTime = server.now
        server.clock.advance(by: 62 * Self.day)
        _ = try await server.identity.jobs.cleanup(wait: { _ in }).deleteExpired()
        #expect(try await sessions(server) == 5)
        server.store.databaseTime = server.now
        _ = try await server.identity.jobs.cleanup(wait: { _ in }).deleteExpired()
        #expect(try await sessions(server) == 0, "So few records may be deleted in one run.")
    }

    @Test func erasesAccountsByDatabaseClock() async throws {
        let server = try await serverInUse(1)
        let found = try await server.store.account("account-1")
        var account = try #require(found)
        account.deletion = AccountDeletion(requestedAt: server.now, dueAt: server.now + Self.day)
        account.revision += 1
        try await server.store.commit([.account(.update(account))])
        server.store.databaseTime = server.now
        server.clock.advance(by: Self.day)
        _ = try await server.identity.jobs.cleanup(wait: { _ in }).deleteExpired()
        #expect(try await server.store.account(account.id) != nil)
        server.store.databaseTime = server.now
        _ = try await server.identity.jobs.cleanup(wait: { _ in }).deleteExpired()
        #expect(try await server.store.account(account.id) == nil)
    }

    @Test func keepsDueAccountsAfterForwardClockJump() async throws {
        let server = try await serverInUse()
        let found = try await server.store.account("account-1")
        var account = try #require(found)
        account.deletion = AccountDeletion(requestedAt: server.now, dueAt: server.now + Self.day)
        account.revision += 1
        try await server.store.commit([.account(.update(account))])
        server.clock.advance(by: 62 * Self.day)
        await #expect(throws: StoreError.self) {
            try await server.identity.jobs.cleanup(wait: { _ in }).deleteExpired()
        }
        #expect(try await server.store.account(account.id) != nil)
    }
}

/// Retention of audit events.
@Suite struct AuditRetentionTests {
    private func server(retention: TimeInterval?) async throws -> ServerHarness {
        var lifetimes = Lifetimes()
        lifetimes.auditEvents = retention
        let server = try ServerHarness(lifetimes: lifetimes)
        try await server.store.commit([server.identity.audit.event(.signedIn, server.context)])
        server.clock.advance(by: 86_400)
        try await server.store.commit([server.identity.audit.event(.signedOut, server.context)])
        return server
    }

    @Test func deletesEventsAfterRetention() async throws {
        let server = try await server(retention: 90 * 86_400)
        let cleanup = server.identity.jobs.cleanup(wait: { _ in })
        server.clock.advance(by: 89 * 86_400)
        #expect(try await cleanup.deleteExpired() == 0)
        server.clock.advance(by: 0.001)
        #expect(try await cleanup.deleteExpired() == 1)
        #expect(try await server.auditKinds() == [.signedOut])
    }

    @Test func keepsEventsWithoutRetentionLimit() async throws {
        let server = try await server(retention: nil)
        server.clock.advance(by: 10_000 * 86_400)
        #expect(try await server.identity.jobs.cleanup(wait: { _ in }).deleteExpired() == 0)
        #expect(try await server.auditKinds() == [.signedIn, .signedOut])
    }
}
