import Foundation
import GatehouseStore
import GatehouseWire
import Testing

@testable import GatehouseStorePostgres

/// Connections of one store lead to one database server, in the same state or a later one.
@Suite(.needsPostgres) struct PrimaryTests {
    private func primary(_ system: String = "1", _ timeline: String = "00000002", checks: Int = 7) -> Primary {
        Primary(system: system, timeline: timeline, checks: checks)
    }

    private func refusal(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch LinkError.refused(let reason) {
            return reason
        } catch {
            return "\(error)"
        }
    }

    @Test func followsAPromotedCopyAndNeverGoesBack() throws {
        let tracker = PrimaryTracker()
        try tracker.admit(primary(), after: 0)
        try tracker.admit(primary(), after: tracker.checks)
        try tracker.admit(primary("1", "0000000A", checks: 8), after: tracker.checks)
        #expect(!tracker.isCurrent(primary()))
        #expect(tracker.isCurrent(primary("1", "0000000A")))
        #expect(refusal { try tracker.admit(primary(), after: 0) }?.contains("another has replaced") == true)
    }

    @Test func refusesAnotherServerAndOneThatLacksCommits() throws {
        let tracker = PrimaryTracker()
        try tracker.admit(primary(), after: 0)
        #expect(
            refusal { try tracker.admit(primary("2"), after: 0) }?.contains("another one than at the start") == true
        )
        let promoted = primary("1", "00000003", checks: 6)
        #expect(refusal { try tracker.admit(promoted, after: tracker.checks) }?.contains("lacks commits") == true)
    }

    @Test func readsTheIdentityOfEveryServer() async throws {
        try await TestDatabase.with { database throws in
            await (try database.store()).close()
            let found = try Link(to: database.url, .reading).primary()
            #expect(found.system?.isEmpty == false)
            #expect(found.timeline == "00000001")
        }
    }

    /// The reason that a read or a write of the store fails with, once it has noticed.
    private func reason(_ store: PostgresStore) async throws -> String {
        for _ in 0..<400 {
            do {
                try await store.checkHealth()
            } catch .unavailable(let reason) where !reason.contains("lost") && !reason.contains("reached") {
                let read = await #expect(throws: StoreError.self) { try await store.account(Account.ID("person")) }
                #expect(read == .unavailable(reason))
                return reason
            } catch {}
            try await Task.sleep(for: .milliseconds(10))
        }
        return ""
    }

    @Test func refusesADatabaseThatWasSetBack() async throws {
        try await TestDatabase.with { database throws in
            let store = try await database.store()
            try await store.commit([.account(.insert(Records.account("person")))])
            for _ in 1...3 { try await store.checkHealth() }
            try await database.execute("UPDATE health SET checks = 2; DELETE FROM accounts")
            try await database.execute(Self.end)
            #expect(try await reason(store).hasPrefix("The database lacks commits that it had before."))

            // It comes back by itself when they do.
            try await database.execute("UPDATE health SET checks = 3")
            for _ in 0..<400 {
                do { try await store.checkHealth() } catch {
                    try await Task.sleep(for: .milliseconds(10))
                    continue
                }
                break
            }
            #expect(try await store.account(Account.ID("person")) == nil)
            await store.close()
        }
    }

    @Test func refusesAnotherServerAtTheSameAddress() async throws {
        let (first, second) = (try await PostgresCluster(), try await PostgresCluster())
        let name = "postgres"
        let url = Secret(first.url(of: name).reveal().replacing("/postgres", with: ",\(second.host)/postgres"))
        await (try PostgresStore(url: second.url(of: name), readers: 1, environment: .live)).close()
        let store = try await PostgresStore(url: url, readers: 2, environment: .live)
        try await store.commit([.account(.insert(Records.account("person")))])
        try await first.stop()
        #expect(try await reason(store).hasPrefix("The database server is another one than at the start."))
        await store.close()
        try await second.stop()
    }

    private static let end = """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """
}
