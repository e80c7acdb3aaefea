import Foundation
import Testing

@testable import Gatehouse

/// What another process does to the sessions in a file that both use.
@Suite struct OtherProcessTests {
    @Test(.timeLimit(.minutes(1))) func noticesSignOutAtOnce() async throws {
        try await Directory.temporary { directory in
            let (app, gatehouse, other) = try await signedIn(in: directory)
            let session = try #require(try await gatehouse.session())
            #expect(try await session.accessToken().value == "access-of-ada")
            var states = gatehouse.states.makeAsyncIterator()
            #expect(await states.next() == .signedIn(session.account))
            try await untilWatching(gatehouse)

            // No time passes for the client: the system reports it.
            #expect(try await other.ask("save 2") == "saved")
            #expect(await states.next() == .signedOut(.elsewhere))
            let error = try await failure { try await session.accessToken() }
            #expect(error.signedOutReason == .elsewhere)
            withExtendedLifetime(app) {}
        }
    }

    @Test(.timeLimit(.minutes(1))) func noticesSignInThatFollows() async throws {
        try await Directory.temporary { directory in
            let (_, gatehouse, other) = try await signedIn(in: directory)
            var states = gatehouse.states.makeAsyncIterator()
            _ = await states.next()
            try await untilWatching(gatehouse)
            #expect(try await other.ask("save 2") == "saved")
            #expect(await states.next() == .signedOut(.elsewhere))
            #expect(try await other.ask("save 3 bob") == "saved")
            guard case .signedIn(let account)? = await states.next() else {
                Issue.record("not signed in")
                return
            }
            #expect(account.id == "bob")
        }
    }

    @Test(.timeLimit(.minutes(1))) func noticesThatTheFileIsGone() async throws {
        try await Directory.temporary { directory in
            let (_, gatehouse, other) = try await signedIn(in: directory)
            var states = gatehouse.states.makeAsyncIterator()
            _ = await states.next()
            try await untilWatching(gatehouse)
            #expect(try await other.ask("remove") == "removed")
            #expect(await states.next() == .signedOut(.elsewhere))
        }
    }

    @Test(.timeLimit(.minutes(1))) func pollsTwiceASecondWhereTheSystemReportsNoChanges() async throws {
        try await Directory.temporary { directory in
            let (app, gatehouse, other) = try await signedIn(in: directory, polls: true)
            var states = gatehouse.states.makeAsyncIterator()
            _ = await states.next()
            while app.clock.sleeperCount == 0 { await Task.yield() }
            #expect(try await other.ask("save 2") == "saved")
            app.clock.advance(by: 0.5)
            #expect(await states.next() == .signedOut(.elsewhere))
        }
    }

    @Test(.timeLimit(.minutes(1))) func watchEndsWithTheDirectory() async throws {
        try await Directory.temporary { directory in
            let store = FileTokenStore(directory: directory.appending(path: "sessions"), protection: .plaintext)
            try await store.save(StoredSessions(generation: 1), for: TestApp.key, replacing: nil)
            var changes = store.changes(of: TestApp.key) { _ in }.makeAsyncIterator()
            #expect(await changes.next() != nil)
            try FileManager.default.removeItem(at: directory.appending(path: "sessions"))
            while await changes.next() != nil {}
        }
    }

    @Test(.timeLimit(.minutes(1))) func directoryThatDoesNotExistIsNotWatched() async throws {
        try await Directory.temporary { directory in
            let store = FileTokenStore(directory: directory.appending(path: "sessions"), protection: .plaintext)
            var changes = store.changes(of: TestApp.key) { _ in }.makeAsyncIterator()
            #expect(await changes.next() == nil)
        }
    }

    /// A client of a session that another process has stored, and that process.
    private func signedIn(
        in directory: URL,
        polls: Bool = false
    ) async throws -> (TestApp, GatehouseClient, StoreProcess) {
        let environment = ProcessInfo.processInfo.environment.filter { ["PATH", "LD_LIBRARY_PATH"].contains($0.key) }
        let other = try StoreProcess(
            environment.merging(["HOME": directory.path, "XDG_STATE_HOME": directory.path]) { $1 },
            protection: "plaintext"
        )
        #expect(try await other.ask("save 1 ada") == "saved")
        let app = try TestApp()
        // The probe's tokens expire when the clock of the tests begins.
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
        return (app, GatehouseClient(configuration), other)
    }

    private func untilWatching(_ gatehouse: GatehouseClient) async throws {
        while await gatehouse.keeper.storeWatch == nil { await Task.yield() }
        await gatehouse.keeper.idle()
    }
}
