import Foundation
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

/// Kills a process at every point of a refresh; the next one must find the session or report why it ended.
@Suite(.timeLimit(.minutes(15))) struct KillMatrixTests {
    /// A cell of the matrix.
    struct Cell: Sendable, CustomTestStringConvertible {
        /// The raw value of the `KillPoint` in `RefreshProcess`.
        var killPoint: String
        /// Whether the server repeats its response for the previous refresh token.
        var overlaps: Bool
        var hasLocks: Bool

        /// Whether the server has replaced the refresh token before the new one is stored.
        var isTokenLost: Bool { ["afterCommit", "beforeWrite", "inWrite"].contains(killPoint) }

        var testDescription: String {
            "\(killPoint), overlap \(overlaps ? "on" : "off"), \(hasLocks ? "locks" : "leases")"
        }

        static let killPoints = [
            "beforeRequest", "afterCommit", "beforeWrite", "inWrite", "afterWrite", "atEvent", "beforeTurnEnds",
        ]

        static let all: [Cell] = killPoints.flatMap { point in
            [true, false].flatMap { overlaps in
                // A lease ends with the write.
                (point == "beforeTurnEnds" ? [true] : [true, false]).map { hasLocks in
                    Cell(killPoint: point, overlaps: overlaps, hasLocks: hasLocks)
                }
            }
        }
    }

    @Test(arguments: Cell.all) func keepsSessionAfterKill(cell: Cell) async throws {
        try await Directory.temporary { directory in
            let store = FileTokenStore(directory: directory, protection: .keyFile(in: directory))
            let app = try TestApp { $0.tokenStore = store }
            app.server.repeatResponses(cell.overlaps)
            try await app.gatehouse.signIn()
            app.clock.advance(by: 3700)
            let report = try await LocalServer.run(app.server) { port in
                try await kill(
                    at: cell.killPoint,
                    hasLocks: cell.hasLocks,
                    in: directory,
                    port: port,
                    at: app.clock.server
                )
                if cell.killPoint == "inWrite" { #expect(try temporaryFileSizes(in: directory).contains(100)) }
                // The lease of a killed process expires.
                if !cell.hasLocks { app.clock.advance(by: RefreshLease.length + 1) }
                return try await runNextProcess(
                    hasLocks: cell.hasLocks,
                    in: directory,
                    port: port,
                    at: app.clock.server
                )
            }
            let grants = try await store.sessions(TestApp.key)?.sessions ?? []
            let refreshes = app.server.calls(TokenEndpoint.path).count { $0.parameters[.refreshToken] != nil }
            #expect(refreshes == (cell.isTokenLost ? 2 : 1))
            if cell.isTokenLost, !cell.overlaps {
                #expect(report == .init(code: "signedOut", reason: "interruptedRefresh"))
                #expect(grants == [])
            } else {
                #expect(report == .init(token: "access-3"))
                #expect(grants.map(\.refreshToken) == [Secret("refresh-3")])
                #expect(grants.map(\.lease) == [nil])
                let open = try await store.refreshLock?.abandonedEntries(TestApp.key) ?? []
                #expect(!open.contains { entry in grants.contains(where: entry.isOpen) })
            }
        }
    }

    @Test(arguments: Cell.killPoints) func keepsSessionAfterKillAgainstTestServer(killPoint: String) async throws {
        try await Directory.temporary { directory in
            try await TestServer.listening { server, _ in
                try await server.clients.addPublic("app")
                let key = TokenStoreKey(issuer: server.issuer.absoluteString, clientID: "app")
                let store = FileTokenStore(directory: directory, protection: .keyFile(in: directory))
                var configuration = server.configuration(
                    clientID: "app",
                    user: ScriptedUser(email: "ada@example.com")
                )
                configuration.tokenStore = store
                try await GatehouseClient(configuration: configuration).signIn()
                let first = try #require(try await store.sessions(key)?.sessions.first)
                server.clock.advance(by: 3700)
                let port = try #require(server.issuer.port)
                try await kill(at: killPoint, key: key, in: directory, port: port, at: server.clock.now)
                let report = try await runNextProcess(key: key, in: directory, port: port, at: server.clock.now)
                let grant = try #require(try await store.sessions(key)?.sessions.first)
                #expect(report == .init(token: grant.accessToken.reveal()))
                #expect(grant.refreshToken != first.refreshToken)
                #expect(grant.id == first.id)
            }
        }
    }

    @Test func completesInterruptedRefreshAtLaunch() async throws {
        try await Directory.temporary { directory in
            let store = FileTokenStore(directory: directory, protection: .keyFile(in: directory))
            let app = try TestApp { $0.tokenStore = store }
            app.server.repeatResponses()
            try await app.gatehouse.signIn()
            app.clock.advance(by: 3700)
            try await LocalServer.run(app.server) { port in
                try await kill(at: "afterCommit", in: directory, port: port, at: app.clock.server)
            }
            let relaunched = try app.relaunched { $0.tokenStore = store }
            _ = try await relaunched.session()
            await relaunched.waitForPendingWork()
            #expect(try await store.sessions(TestApp.key)?.currentSession?.refreshToken == Secret("refresh-3"))
        }
    }

    /// Starts a process that refreshes until it is killed.
    private func kill(
        at killPoint: String,
        key: TokenStoreKey = TestApp.key,
        hasLocks: Bool = true,
        in directory: URL,
        port: Int,
        at time: Date
    ) async throws {
        let process = try RefreshingProcess(
            in: directory,
            port: port,
            key: key,
            hasLocks: hasLocks,
            killPoint: killPoint
        )
        try process.requestToken(at: time)
        try process.finish()
        #expect(try await process.end == .killed(killPoint == "inWrite" ? SIGXFSZ : SIGKILL))
    }

    /// Returns the result of the next process.
    private func runNextProcess(
        key: TokenStoreKey = TestApp.key,
        hasLocks: Bool = true,
        in directory: URL,
        port: Int,
        at time: Date
    ) async throws -> RefreshingProcess.Report {
        let process = try RefreshingProcess(in: directory, port: port, key: key, hasLocks: hasLocks)
        try process.requestToken(at: time)
        try process.finish()
        let report = try await process.report
        #expect(try await process.end == .exited(0))
        return report
    }

    /// Returns the sizes of the temporary files that the store has not renamed.
    private func temporaryFileSizes(in directory: URL) throws -> [Int] {
        try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: [.fileSizeKey])
            .filter { $0.pathExtension == "new" }
            .compactMap { try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize }
    }
}
