import Foundation
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseWire
import Testing

@testable import GatehouseStorePostgres

/// Reads and writes whose connection is lost.
@Suite(.needsPostgres) struct ConnectionLossTests {
    private static let terminateAll = """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """

    @Test func reconnectsAfterLossWhileIdle() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store(readers: 1)
            try await store.commit([.account(.insert(SampleRecords.account("a")))])
            for number in 1...3 {
                #expect(try await store.account("a") != nil)
                #expect(try await database.execute(Self.terminateAll) == "2")
                try await database.wait(until: "0", is: Self.othersCount)
                try await store.commit([SampleRecords.counter("key")])
                #expect(try await store.counter("key", at: SampleRecords.now)?.count == number)
            }
            await store.close()
        }
    }

    @Test func retriesReadAfterConnectionLoss() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store(readers: 2)
            try await store.commit([.account(.insert(SampleRecords.account("a")))])
            let blocker = try Blocker(database, "LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE")
            let account = Task { try await store.account("a") }
            try await database.wait(until: "1", is: Self.terminateWaiting)
            try await database.wait(until: "1", is: TestDatabase.waitingCount)
            try await blocker.release()
            #expect(try await account.value == SampleRecords.account("a"))
            await store.close()
        }
    }

    @Test func failsReadAfterSecondConnectionLoss() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store(readers: 2)
            let blocker = try Blocker(database, "LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE")
            let account = Task { try await store.account("a") }
            for _ in 1...2 {
                try await database.wait(until: "1", is: Self.terminateWaiting)
            }
            await #expect(throws: StoreError.unavailable("The connection to the database was lost.")) {
                try await account.value
            }
            try await blocker.release()
            await store.close()
        }
    }

    @Test func recoversAfterConnectionLossDuringWrite() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await store.commit([SampleRecords.counter("key")])
            let blocker = try Blocker(database, "LOCK TABLE counters IN ACCESS EXCLUSIVE MODE")
            let write = Task { try await store.commit([SampleRecords.counter("key")]) }
            try await database.wait(until: "1", is: Self.terminateWaiting)
            await #expect(throws: StoreError.unavailable("The connection to the database was lost.")) {
                try await write.value
            }
            try await blocker.release()
            try await store.commit([SampleRecords.counter("key")])
            #expect(try await store.counter("key", at: SampleRecords.now)?.count == 2)
            await store.close()
        }
    }

    @Test func waitsForLockedRow() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await store.commit([SampleRecords.counter("key")])
            let blocker = try Blocker(database, "SELECT 1 FROM counters WHERE key = 'key' FOR UPDATE")
            let write = Task { try await store.commit([SampleRecords.counter("key")]) }
            try await database.wait(until: "1", is: TestDatabase.waitingCount)
            try await blocker.release()
            try await write.value
            #expect(try await store.counter("key", at: SampleRecords.now)?.count == 2)
            await store.close()
        }
    }

    @Test func keepsAcknowledgedCommitsAcrossRestartsUnderLoad() async throws {
        let cluster = try await PostgresCluster()
        let database = TestDatabase(cluster: cluster, name: "postgres")
        let store = try await database.store()
        let isOver = Flag()
        async let acknowledged = withTaskGroup(of: [String].self) { group in
            for worker in 0..<16 {
                group.addTask {
                    var acknowledged: [String] = []
                    var number = 0
                    while !isOver.isSet {
                        number += 1
                        let id = "\(worker) \(number)"
                        do throws(StoreError) {
                            try await store.commit([.account(.insert(SampleRecords.account(.init(id))))])
                            acknowledged.append(id)
                            #expect(try await store.account(.init(id)) != nil)
                        } catch .unavailable {
                            continue
                        } catch {
                            Issue.record(error)
                        }
                    }
                    return acknowledged
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        for signal in ["INT", "QUIT", "INT"] {
            try await cluster.restart(by: signal)
            try await store.commit([.audit(AuditEvent(id: .init(signal), at: SampleRecords.now, kind: .signedIn))])
            try await store.checkHealth()
        }
        isOver.set()
        let ids = await acknowledged
        #expect(ids.count > 16)
        let stored = Set(try await store.accounts(after: nil, limit: 1_000_000).map(\.id.rawValue))
        #expect(Set(ids).subtracting(stored) == [])
        await store.close()
    }

    @Test func reconnectsAfterServerBecomesReadOnly() async throws {
        let cluster = try await PostgresCluster.shared.value
        let database = TestDatabase(cluster: cluster, name: "copy")
        let administration = TestDatabase(cluster: cluster, name: "postgres")
        try await database.create()
        let url = Secret(database.url.reveal() + "?target_session_attrs=any")
        let store = try await PostgresStore(url: url, readers: 1, environment: .live)
        let others = "FROM pg_stat_activity WHERE datname = 'copy'"
        let setting = "ALTER DATABASE copy SET default_transaction_read_only"

        try await administration.execute("\(setting) = on")
        try await administration.execute("SELECT count(pg_terminate_backend(pid)) \(others)")
        try await administration.wait(until: "0", is: "SELECT count(*) \(others)")
        let results = await ConflictTests.commit(30, on: store) { _ in [SampleRecords.counter("key")] }
        #expect(results.count == 30)
        #expect(results.values.allSatisfy { $0 == StoreError(.readOnlyTransaction) })

        try await administration.execute("\(setting) = off")
        try await store.commit([SampleRecords.counter("key")])
        #expect(try await store.counter("key", at: SampleRecords.now)?.count == 1)
        await store.close()
    }

    @Test func failsAfterClose() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            await store.close()
            let closed = StoreError.unavailable("The store is closed.")
            await #expect(throws: closed) { try await store.commit([SampleRecords.counter("key")]) }
            await #expect(throws: closed) { try await store.account(Account.ID("user")) }
            await #expect(throws: closed) { try await store.checkHealth() }
            #expect(try await database.execute(Self.othersCount) == "0")
        }
    }

    @Test func waitsForCommitsInProgressOnClose() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            let successes = await withTaskGroup(of: Bool.self) { group in
                for number in 1...200 {
                    group.addTask {
                        do throws(StoreError) {
                            try await store.commit([.account(.insert(SampleRecords.account(.init("\(number)"))))])
                            return true
                        } catch {
                            #expect(error == .unavailable("The store is closed."))
                            return false
                        }
                    }
                }
                group.addTask {
                    await store.close()
                    return false
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(try await database.execute("SELECT count(*) FROM accounts") == "\(successes)")
        }
    }

    @Test func failsWhenDatabaseStaysUnreachable() async throws {
        let cluster = try await PostgresCluster()
        let environment = RetryTiming(wait: { _ in await Task.yield() }, random: { 0 })
        let store = try await PostgresStore(url: cluster.url(of: "postgres"), readers: 2, environment: environment)
        try await store.commit([SampleRecords.counter("key")])
        try await cluster.stop()
        let unreachable = StoreError.unavailable("The database server cannot be reached. Check host, port and TLS.")
        await #expect(throws: unreachable) { try await store.commit([SampleRecords.counter("key")]) }
        await #expect(throws: unreachable) { try await store.counter("key", at: SampleRecords.now) }
        await store.close()
    }

    private static let othersCount = """
        SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        """
    private static let terminateWaiting = """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
        """
}
