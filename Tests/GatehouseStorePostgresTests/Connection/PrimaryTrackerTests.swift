import Foundation
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseWire
import Testing

@testable import GatehouseStorePostgres

/// All connections of a store must reach the same database server, in the same or a later state.
@Suite(.needsPostgres) struct PrimaryTrackerTests {
    private func primary(_ system: String = "1", _ timeline: String = "00000002", checks: Int = 7) -> Primary {
        Primary(system: system, timeline: timeline, checks: checks)
    }

    private func rejectionReason(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch PostgresConnectionError.refused(let reason) {
            return reason
        } catch {
            return "\(error)"
        }
    }

    @Test func followsPromotedStandby() throws {
        let tracker = PrimaryTracker()
        try tracker.admit(primary(), after: 0)
        try tracker.admit(primary(), after: tracker.checks)
        try tracker.admit(primary("1", "0000000A", checks: 8), after: tracker.checks)
        #expect(!tracker.isCurrent(primary()))
        #expect(tracker.isCurrent(primary("1", "0000000A")))
        #expect(rejectionReason { try tracker.admit(primary(), after: 0) }?.contains("has been replaced") == true)
    }

    @Test func rejectsOtherServerAndLostCommits() throws {
        let tracker = PrimaryTracker()
        try tracker.admit(primary(), after: 0)
        #expect(
            rejectionReason { try tracker.admit(primary("2"), after: 0) }?.contains("has changed") == true
        )
        let promoted = primary("1", "00000003", checks: 6)
        let reason = rejectionReason { try tracker.admit(promoted, after: tracker.checks) }
        #expect(reason?.contains("has lost commits") == true)
    }

    @Test func readsIdentityOfEveryServer() async throws {
        try await TestDatabase.with { database throws in
            await (try database.store()).close()
            let found = try PostgresConnection(to: database.url, .reading).primary()
            #expect(found.system?.isEmpty == false)
            #expect(found.timeline == "00000001")
        }
    }

    /// Returns the reason that reads and writes of the store fail with, once it has detected the change.
    private func reason(_ store: PostgresStore) async throws -> String {
        for _ in 0..<400 {
            do {
                try await store.checkHealth()
            } catch .unavailable(let reason) where !reason.contains("was lost") && !reason.contains("be reached") {
                let read = await #expect(throws: StoreError.self) { try await store.account(Account.ID("user")) }
                #expect(read == .unavailable(reason))
                return reason
            } catch {}
            try await Task.sleep(for: .milliseconds(10))
        }
        return ""
    }

    @Test func rejectsResetDatabase() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await store.commit([.account(.insert(SampleRecords.account("user")))])
            for _ in 1...3 { try await store.checkHealth() }
            try await database.execute("UPDATE health SET checks = 2; DELETE FROM accounts")
            try await database.execute(Self.end)
            #expect(try await reason(store).hasPrefix("The database has lost commits."))

            // Recovers once the commits are restored.
            try await database.execute("UPDATE health SET checks = 3")
            for _ in 0..<400 {
                do { try await store.checkHealth() } catch {
                    try await Task.sleep(for: .milliseconds(10))
                    continue
                }
                break
            }
            #expect(try await store.account(Account.ID("user")) == nil)
            await store.close()
        }
    }

    @Test func rejectsOtherServerAtSameAddress() async throws {
        let (first, second) = (try await PostgresCluster(), try await PostgresCluster())
        let name = "postgres"
        let url = Secret(first.url(of: name).reveal().replacing("/postgres", with: ",\(second.host)/postgres"))
        await (try PostgresStore(url: second.url(of: name), readers: 1, environment: .live)).close()
        let store = try await PostgresStore(url: url, readers: 2, environment: .live)
        try await store.commit([.account(.insert(SampleRecords.account("user")))])
        try await first.stop()
        #expect(try await reason(store).hasPrefix("The database server has changed since the start."))
        await store.close()
        try await second.stop()
    }

    private static let end = """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """
}
