import Foundation
import GatehouseConcurrency
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseStorePostgres

/// All connections of a store must reach the same database server, in the same or a later state.
@Suite(.needsPostgres) struct PrimaryTrackerTests {
    private func primary(
        _ system: String = "1",
        _ timeline: String = "00000002",
        checks: Int = 7,
        position: Int? = 500,
        instance: String = "first"
    ) -> Primary {
        Primary(system: system, timeline: timeline, checks: checks, position: position, instance: instance)
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

    private func hosts() throws -> [DatabaseHost] {
        try #require(DatabaseHost.all(in: Secret("postgres://user@a,b/x")))
    }

    /// Admits a server with the state that is known now.
    private func admit(_ found: Primary..., to tracker: PrimaryTracker) throws -> Int {
        try tracker.admit(found, after: tracker.known)
    }

    @Test func followsPromotedStandby() throws {
        let tracker = PrimaryTracker()
        for _ in 1...2 { #expect(try admit(primary(), to: tracker) == 0) }
        // Positions on two timelines are not compared.
        #expect(try admit(primary("1", "0000000A", checks: 8, position: 400), to: tracker) == 0)
        #expect(!tracker.isCurrent(primary()))
        #expect(tracker.isCurrent(primary("1", "0000000A")))
        #expect(rejectionReason { _ = try admit(primary(), to: tracker) }?.contains("is an old primary") == true)
    }

    @Test func rejectsOtherServerAndLostCommits() throws {
        let tracker = PrimaryTracker()
        #expect(try admit(primary(), to: tracker) == 0)
        let reasons = [
            primary("2"): "is a different database server", primary("1", "00000003", checks: 6): "has lost commits",
            primary(position: 499): "has lost commits",
        ]
        for (found, reason) in reasons {
            #expect(rejectionReason { _ = try admit(found, to: tracker) }?.contains(reason) == true)
        }
    }

    @Test func choosesNewestOfSeveralPrimaries() throws {
        let tracker = PrimaryTracker()
        let promoted = primary("1", "00000003", instance: "second")
        #expect(try admit(primary(), promoted, to: tracker) == 1)
        #expect(try admit(promoted, primary(), to: tracker) == 0)
        #expect(rejectionReason { _ = try admit(primary(), to: tracker) }?.contains("is an old primary") == true)
        let unrelated = rejectionReason { _ = try admit(primary(), primary("2"), to: PrimaryTracker()) }
        #expect(unrelated?.contains("unrelated database servers") == true)
    }

    @Test func servesNeitherOfTwoPrimariesOnOneTimeline() throws {
        let tracker = PrimaryTracker()
        // One server with two addresses.
        #expect(try admit(primary(), primary(), to: tracker) == 0)
        let reason = rejectionReason { _ = try admit(primary(), primary(instance: "second"), to: tracker) }
        #expect(reason?.hasPrefix("Two database servers accept writes") == true)
        #expect(!tracker.isCurrent(primary()))
        #expect(try admit(primary(), to: tracker) == 0)
        #expect(tracker.isCurrent(primary()))
        let hosts = try hosts()
        tracker.observe(.primary(primary()), at: hosts[0])
        #expect(tracker.isCurrent(primary()))
        tracker.observe(.primary(primary(instance: "second")), at: hosts[1])
        #expect(!tracker.isCurrent(primary()))
        // A failed connection to one of them does not end the split.
        tracker.connectionFailed(to: hosts[1])
        tracker.observe(.primary(primary()), at: hosts[0])
        #expect(!tracker.isCurrent(primary()))
        tracker.observe(.unreachable, at: hosts[1])
        #expect(tracker.isCurrent(primary()))
    }

    @Test func endsConnectionsWhenStandbyIsPromoted() throws {
        let tracker = PrimaryTracker()
        #expect(try admit(primary(), to: tracker) == 0)
        let hosts = try hosts()
        tracker.observe(.primary(primary()), at: hosts[0])
        for state in [HostState.unreachable, .other, .primary(primary("2", "00000009"))] {
            tracker.observe(state, at: hosts[1])
            #expect(tracker.isCurrent(primary()))
        }
        tracker.observe(.primary(primary("1", "00000003", instance: "second")), at: hosts[1])
        #expect(!tracker.isCurrent(primary()))
        tracker.observe(.unreachable, at: hosts[1])
        #expect(rejectionReason { _ = try admit(primary(), to: tracker) }?.contains("is an old primary") == true)
    }

    @Test func triesUnreachableHostsLast() throws {
        let tracker = PrimaryTracker()
        let hosts = try hosts()
        for host in hosts { #expect(!tracker.isUnreachable(host)) }
        tracker.connectionFailed(to: hosts[1])
        #expect(tracker.isUnreachable(hosts[1]) && !tracker.isUnreachable(hosts[0]))
        tracker.observe(.other, at: hosts[1])
        #expect(!tracker.isUnreachable(hosts[1]))
    }

    @Test func connectsBesideHostThatDoesNotRespond() async throws {
        try await TestDatabase.with { database throws in
            // The kernel accepts connections to it, and nothing answers.
            let silent = try LoopbackSocket(backlog: 100)
            defer { _ = close(silent.descriptor) }
            let hosts = "\(database.cluster.host):5432,127.0.0.1:\(silent.port)"
            let store = try await PostgresStore(
                url: Secret("postgres://gatehouse@\(hosts)/\(database.name)"),
                readers: 1,
                environment: .live
            )
            let time = try await ContinuousClock().measure {
                for _ in 1...2 {
                    try await database.execute(Self.end)
                    try await Task.sleep(for: .milliseconds(300))
                    try await store.commit([SampleRecords.counter("key")])
                    #expect(try await store.account("missing") == nil)
                }
            }
            // Each connection would wait for three seconds.
            #expect(time < .seconds(5))
            await store.close()
        }
    }

    @Test func watchReconnectsToHostThatHasEndedItsConnection() async throws {
        try await TestDatabase.with { database throws in
            let hosts = "\(database.cluster.host):5432,127.0.0.1:1"
            let url = Secret("postgres://gatehouse@\(hosts)/\(database.name)")
            let host = try #require(DatabaseHost.all(in: url)?.first)
            let tracker = PrimaryTracker()
            let watch = try #require(HostWatch(of: url, for: tracker, environment: .live))
            let task = Task { await watch.run() }
            defer { task.cancel() }
            // Until the watch has observed the host.
            tracker.connectionFailed(to: host)
            try await waitUntil { !tracker.isUnreachable(host) }
            let time = try #require(try await database.execute("SELECT clock_timestamp()"))
            try await database.execute(Self.end)
            try await waitUntil {
                #expect(!tracker.isUnreachable(host))
                return try await database.execute(Self.connections(since: time)) != "0"
            }
            #expect(!tracker.isUnreachable(host))
        }
    }

    @Test func triesUnreachableHostWhenNoOtherOneIsSuitable() async throws {
        let (other, known) = (try await PostgresCluster(), try await PostgresCluster())
        let file = FileManager.default.temporaryDirectory.appending(path: "database-server-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        let record = DatabaseServerFile(file, for: .record)
        let name = "postgres"
        await (try PostgresStore(url: known.url(of: name), recordingIn: record, environment: .live)).close()
        let url = Secret(other.url(of: name).reveal().replacing("/postgres", with: ",\(known.host)/postgres"))
        let tracker = try PrimaryTracker(recordingIn: record)
        tracker.connectionFailed(to: try #require(DatabaseHost.all(in: url)?.last))
        let worker = ConnectionWorker(to: url, name: "test", .writing, tracker: tracker, environment: .live)
        #expect(try await worker.open(mayCreateSchema: false))
        for cluster in [other, known] { try await cluster.stop() }
    }

    @Test func reportsOnceThatServerIsNotRecorded() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let reports = Mutex<[String?]>([])
        let file = DatabaseServerFile(folder.appending(path: "database-server"), for: .record) { problem in
            reports.withLock { $0.append(problem) }
        }
        let tracker = try PrimaryTracker(recordingIn: file)
        #expect(try admit(primary(), to: tracker) == 0)
        for checks in 8...10 { tracker.record(checks: checks, position: nil, on: nil) }
        let problem = try #require(tracker.recordingProblem)
        #expect(problem.contains("Check the free disk space"))
        #expect(reports.withLock { $0 } == [problem])
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for checks in 11...12 { tracker.record(checks: checks, position: nil, on: nil) }
        #expect(tracker.recordingProblem == nil)
        #expect(reports.withLock { $0 } == [problem, nil])
    }

    @Test func acceptsServerForCheckWithoutRecordingIt() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "database-server-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        let recorded = try PrimaryTracker(recordingIn: DatabaseServerFile(file, for: .record))
        #expect(try admit(primary(), to: recorded) == 0)
        let before = try Data(contentsOf: file)
        let checked = try PrimaryTracker(recordingIn: DatabaseServerFile(file, for: .ignore))
        #expect(try admit(primary("2"), to: checked) == 0)
        #expect(try Data(contentsOf: file) == before)
    }

    @Test func remembersServerAfterRestart() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "database-server")
        func restarted(for use: DatabaseServerFile.Use) throws -> PrimaryTracker {
            try PrimaryTracker(recordingIn: DatabaseServerFile(file, for: use))
        }
        let first = try restarted(for: .record)
        #expect(try admit(primary(), to: first) == 0)
        first.record(checks: 9, position: 800, on: "00000002")
        first.record(checks: 8, position: 900, on: "00000001")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["database-server"])
        for use in [DatabaseServerFile.Use.compare, .record] {
            let second = try restarted(for: use)
            let known = KnownServer(system: "1", timeline: "00000002", position: 800, checks: 9)
            #expect(second.known == known)
            #expect(rejectionReason { _ = try admit(primary("1", "00000001"), to: second) } != nil)
        }
        #expect(try admit(primary("2", checks: 0), to: try restarted(for: .replace)) == 0)
        #expect(try restarted(for: .record).known.system == "2")
        try Data("{".utf8).write(to: file)
        #expect(throws: StoreError.self) { try restarted(for: .record) }
        #expect(try restarted(for: .replace).known == KnownServer())
    }

    @Test func readsHostsOfURL() {
        func hosts(_ url: String) -> [[String]]? {
            DatabaseHost.all(in: Secret(url))?.map { host in
                host.parameters.map { "\($0.0)=\($0.1)" }.sorted()
            }
        }
        #expect(hosts("postgres://user@a:1,b:2/x") == [["host=a", "port=1"], ["host=b", "port=2"]])
        #expect(hosts("postgres://user@a,b:2/x") == [["host=a", "port=5432"], ["host=b", "port=2"]])
        #expect(hosts("postgres://user@%2Frun%2Fa,b/x?port=7") == [["host=/run/a", "port=7"], ["host=b", "port=7"]])
        for url in ["postgres://user@a/x", "postgres:///x", "postgres://[bad/x"] { #expect(hosts(url) == nil) }
    }

    @Test func readsIdentityOfEveryServer() async throws {
        try await TestDatabase.with { database throws in
            await (try database.store()).close()
            let found = try Primary.read(over: PostgresConnection(to: database.url, .reading))
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
        let unrelated = await #expect(throws: StoreError.self) { try await PostgresStore(url: url, environment: .live) }
        #expect(unrelated == .unavailable("The hosts of the database URL are unrelated database servers."))
        let file = FileManager.default.temporaryDirectory.appending(path: "database-server-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        let record = DatabaseServerFile(file, for: .record)
        let store = try await PostgresStore(
            url: first.url(of: name),
            readers: 2,
            recordingIn: record,
            environment: .live
        )
        try await store.checkHealth()
        await store.close()
        try await first.stop()
        let other = await #expect(throws: StoreError.self) {
            try await PostgresStore(url: second.url(of: name), recordingIn: record, environment: .live)
        }
        #expect("\(String(describing: other))".contains("This is a different database server than before."))
        let accepted = DatabaseServerFile(file, for: .replace)
        await (try PostgresStore(url: second.url(of: name), recordingIn: accepted, environment: .live)).close()
        await (try PostgresStore(url: second.url(of: name), recordingIn: record, environment: .live)).close()
        try await second.stop()
    }

    /// PostgreSQL confirms a commit whose wait for a standby was cancelled.
    @Test func doesNotConfirmCommitWithoutItsStandby() async throws {
        let cluster = try await PostgresCluster()
        let database = TestDatabase(cluster: cluster, name: "postgres")
        let store = try await database.store()
        try await store.checkHealth()
        #expect(
            try await store.replication()
                == ReplicationStatus(waitsForStandby: false, standbys: 0, asynchronousLag: nil)
        )
        try await database.execute("ALTER SYSTEM SET synchronous_standby_names = 'missing'")
        try await database.execute("SELECT pg_reload_conf()")
        try await database.wait(until: "missing", is: "SHOW synchronous_standby_names")
        let commit = Task { try await store.commit([.account(.insert(SampleRecords.account("user")))]) }
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        try await database.wait(until: "1", is: waiting)
        #expect(try await store.replication()?.waitsForStandby == true)
        try await database.execute("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        await #expect(throws: StoreError.connectionLost) { try await commit.value }
        await store.close()
        try await cluster.stop()
    }

    /// Returns a query for the number of other connections that were opened after a time.
    private static func connections(since time: String) -> String {
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
            AND backend_start > '\(time)'
        """
    }

    private static let end = """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """
}
