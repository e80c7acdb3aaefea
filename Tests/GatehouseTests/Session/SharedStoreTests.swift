import Foundation
import GatehouseConcurrency
import GatehouseTestSupport
import Testing

@testable import Gatehouse

/// Changes that another process makes to sessions in a shared file.
@Suite struct SharedStoreTests {
    @Test(.timeLimit(.minutes(1))) func detectsSignOutImmediately() async throws {
        try await Directory.temporary { directory in
            let (app, gatehouse, other) = try await signedIn(in: directory)
            let session = try #require(try await gatehouse.session())
            #expect(try await session.accessToken().value == "access-of-ada")
            var states = gatehouse.states.makeAsyncIterator()
            #expect(await states.next() == .signedIn(session.account.info))
            try await untilWatching(gatehouse)

            // The clock does not advance: the file system reports the change.
            #expect(try await other.send("save 2") == "saved")
            #expect(await states.next() == .signedOut(.endedByAnotherProcess))
            let error = try await failure { try await session.accessToken() }
            #expect(error.signedOutReason == .endedByAnotherProcess)
            withExtendedLifetime(app) {}
        }
    }

    @Test(.timeLimit(.minutes(1))) func detectsSubsequentSignIn() async throws {
        try await Directory.temporary { directory in
            let (_, gatehouse, other) = try await signedIn(in: directory)
            var states = gatehouse.states.makeAsyncIterator()
            _ = await states.next()
            try await untilWatching(gatehouse)
            #expect(try await other.send("save 2") == "saved")
            #expect(await states.next() == .signedOut(.endedByAnotherProcess))
            #expect(try await other.send("save 3 bob") == "saved")
            guard case .signedIn(let account)? = await states.next() else {
                Issue.record("not signed in")
                return
            }
            #expect(account.id == "bob")
        }
    }

    @Test(.timeLimit(.minutes(1))) func detectsFileRemoval() async throws {
        try await Directory.temporary { directory in
            let (_, gatehouse, other) = try await signedIn(in: directory)
            var states = gatehouse.states.makeAsyncIterator()
            _ = await states.next()
            try await untilWatching(gatehouse)
            #expect(try await other.send("remove") == "removed")
            #expect(await states.next() == .signedOut(.endedByAnotherProcess))
        }
    }

    @Test(.timeLimit(.minutes(1))) func pollsTwicePerSecondWithoutFileSystemEvents() async throws {
        try await Directory.temporary { directory in
            let (app, gatehouse, other) = try await signedIn(in: directory, polls: true)
            var states = gatehouse.states.makeAsyncIterator()
            _ = await states.next()
            try await waitUntil { app.clock.sleeperCount > 0 }
            #expect(try await other.send("save 2") == "saved")
            app.clock.advance(by: 0.5)
            #expect(await states.next() == .signedOut(.endedByAnotherProcess))
        }
    }

    /// The ways in which the directory of a store goes away.
    enum Departure: CaseIterable {
        case renamed, deleted, deletedWhileOpen
    }

    @Test(.timeLimit(.minutes(1)), arguments: Departure.allCases)
    func watchesReplacementOfDirectory(departure: Departure) async throws {
        try await Directory.temporary { directory in
            let (app, gatehouse, other) = try await signedIn(in: directory)
            var states = gatehouse.states.makeAsyncIterator()
            _ = await states.next()
            try await untilWatching(gatehouse)

            let sessions = directory.appending(path: "gatehouse")
            // The system reports the end of a directory when the last process closes it.
            let open = departure == .deletedWhileOpen ? try FileHandle(forReadingFrom: sessions) : nil
            if departure == .renamed {
                try FileManager.default.moveItem(at: sessions, to: directory.appending(path: "old"))
            } else {
                // The client may write its log of events meanwhile.
                while FileManager.default.fileExists(atPath: sessions.path) {
                    try? FileManager.default.removeItem(at: sessions)
                }
            }
            #expect(await states.next() == .signedOut(.endedByAnotherProcess))
            #expect(try await other.send("save 1 bob") == "saved")
            try await waitUntil { app.clock.sleeperCount > 0 }
            app.clock.advance(by: 0.5)
            guard case .signedIn(let account)? = await states.next() else {
                Issue.record("not signed in")
                return
            }
            #expect(account.id == "bob")

            // No more time passes for the client: the system reports the changes of the new directory.
            #expect(try await other.send("save 2") == "saved")
            #expect(await states.next() == .signedOut(.endedByAnotherProcess))
            try open?.close()
        }
    }

    @Test(.timeLimit(.minutes(1))) func watchesExchangedDirectory() async throws {
        try await Directory.temporary { directory in
            let (app, gatehouse, other) = try await signedIn(in: directory)
            var states = gatehouse.states.makeAsyncIterator()
            _ = await states.next()
            let new = directory.appending(path: "new")
            let key = TokenStoreKey(issuer: "https://id.example.com", clientID: "probe")
            try await FileTokenStore(directory: new, protection: .plaintext)
                .save(StoredSessions(generation: 1), for: key, replacing: nil)
            try await untilWatching(gatehouse)

            let sessions = directory.appending(path: "gatehouse")
            try FileManager.default.moveItem(at: sessions, to: directory.appending(path: "old"))
            try FileManager.default.moveItem(at: new, to: sessions)
            #expect(await states.next() == .signedOut(.endedByAnotherProcess))
            try await waitUntil { app.clock.sleeperCount > 0 }
            app.clock.advance(by: 0.5)
            #expect(try await other.send("save 2 bob") == "saved")
            guard case .signedIn(let account)? = await states.next() else {
                Issue.record("not signed in")
                return
            }
            #expect(account.id == "bob")
        }
    }

    @Test(.timeLimit(.minutes(1))) func pollsTwicePerSecondForMissingDirectory() async throws {
        try await Directory.temporary { directory in
            let store = FileTokenStore(directory: directory.appending(path: "sessions"), protection: .plaintext)
            let clock = TwoClocks()
            let sleep = clock.environment.backgroundSleep
            var changes = try #require(store.changes(of: TestApp.key, sleep: sleep)).makeAsyncIterator()
            #expect(await changes.next() != nil)
            try await waitUntil { clock.sleeperCount > 0 }
            try await store.save(StoredSessions(generation: 1), for: TestApp.key, replacing: nil)
            clock.advance(by: 0.5)
            #expect(await changes.next() != nil)
        }
    }

    @Test func asksOnceForChangesOfUnwatchableStore() async throws {
        let store = UnwatchableStore()
        let app = try TestApp { $0.tokenStore = store }
        try await app.gatehouse.signIn()
        #expect(try await app.gatehouse.session() != nil)
        #expect(store.requestCount == 1)
    }

    /// Returns a client of a session stored by another process, and that process.
    private func signedIn(
        in directory: URL,
        polls: Bool = false
    ) async throws -> (TestApp, GatehouseClient, StoreProcess) {
        let environment = ProcessInfo.processInfo.environment.filter { ["PATH", "LD_LIBRARY_PATH"].contains($0.key) }
        let other = try StoreProcess(
            environment.merging(["HOME": directory.path, "XDG_STATE_HOME": directory.path]) { $1 },
            protection: "plaintext"
        )
        #expect(try await other.send("save 1 ada") == "saved")
        let app = try TestApp()
        // The probe's tokens expire when the tests' clock starts.
        app.clock.advance(by: -3600)
        var configuration = GatehouseClient.Configuration(
            issuer: try #require(URL(string: "https://id.example.com")),
            clientID: "probe"
        )
        var store = FileTokenStore(directory: directory.appending(path: "gatehouse"), protection: .plaintext)
        store.polls = polls
        configuration.tokenStore = store
        configuration.transport = app.server
        configuration.environment = app.clock.environment
        return (app, GatehouseClient(configuration: configuration), other)
    }

    private func untilWatching(_ gatehouse: GatehouseClient) async throws {
        try await waitUntil { await gatehouse.manager.storeWatch != nil }
        await gatehouse.manager.tasks.waitUntilIdle()
    }
}

/// A store that reports no changes, and counts the requests for them.
private final class UnwatchableStore: TokenStore {
    private let store = MemoryTokenStore()
    private let requests = Mutex(0)

    var requestCount: Int { requests.withLock(\.self) }

    func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> Data? {
        try await store.load(key)
    }

    func save(_ data: Data, for key: TokenStoreKey, replacing current: Data?) async throws(TokenStoreError) {
        try await store.save(data, for: key, replacing: current)
    }

    func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await store.remove(key)
    }

    func changes(
        of key: TokenStoreKey,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) -> AsyncStream<Void>? {
        requests.withLock { $0 += 1 }
        return nil
    }
}
