import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

/// A process is killed at every point of a refresh; the next one finds the session, or says why it cannot be there.
@Suite(.timeLimit(.minutes(15))) struct KillMatrixTests {
    /// One place of the matrix.
    struct Cell: Sendable, CustomTestStringConvertible {
        /// As `KillPoint` of the process calls it.
        var killPoint: String
        /// Whether the server repeats its answer to the token one behind.
        var overlaps: Bool
        var hasLocks: Bool

        /// Whether the server has spent the token whose successor is not stored.
        var isTornApart: Bool { ["afterCommit", "beforeWrite", "inWrite"].contains(killPoint) }

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

    @Test(arguments: Cell.all) func noSessionIsLost(cell: Cell) async throws {
        try await Directory.temporary { directory in
            let store = FileTokenStore(directory: directory, protection: .keyFile(in: directory))
            let app = try TestApp { $0.tokenStore = store }
            app.server.repeatAnswers(cell.overlaps)
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
                if cell.killPoint == "inWrite" { #expect(try sizes(in: directory).contains(100)) }
                // A lease of somebody who is gone runs out.
                if !cell.hasLocks { app.clock.advance(by: RefreshLease.length + 1) }
                return try await ask(hasLocks: cell.hasLocks, in: directory, port: port, at: app.clock.server)
            }
            let grants = try await store.load(TestApp.key)?.grants ?? []
            let refreshes = app.server.calls(TokenEndpoint.path).count { $0.parameters[.refreshToken] != nil }
            #expect(refreshes == (cell.isTornApart ? 2 : 1))
            if cell.isTornApart, !cell.overlaps {
                #expect(report == .init(code: "signedOut", reason: "interruptedRefresh"))
                #expect(grants == [])
            } else {
                #expect(report == .init(token: "access-3"))
                #expect(grants.map(\.refreshToken) == [Secret("refresh-3")])
                #expect(grants.map(\.lease) == [nil])
                let open = try await store.openIntents(TestApp.key)
                #expect(!open.contains { intent in grants.contains(where: intent.isOpen) })
            }
        }
    }

    @Test(arguments: Cell.killPoints) func noSessionIsLostAtTheServerItself(killPoint: String) async throws {
        try await Directory.temporary { directory in
            try await TestServer.listening { server, _ in
                try await server.addPublicClient("app")
                let key = TokenKey(issuer: server.issuer.absoluteString, clientID: "app")
                let store = FileTokenStore(directory: directory, protection: .keyFile(in: directory))
                var configuration = server.configuration(
                    clientID: "app",
                    person: ScriptedPerson(email: "ada@example.com")
                )
                configuration.tokenStore = store
                try await GatehouseClient(configuration).signIn()
                let first = try #require(try await store.load(key)?.grants.first)
                server.clock.advance(by: 3700)
                let port = try #require(server.issuer.port)
                try await kill(at: killPoint, key: key, in: directory, port: port, at: server.clock.now)
                let report = try await ask(key: key, in: directory, port: port, at: server.clock.now)
                let grant = try #require(try await store.load(key)?.grants.first)
                #expect(report == .init(token: grant.accessToken.reveal()))
                #expect(grant.refreshToken != first.refreshToken)
                #expect(grant.id == first.id)
            }
        }
    }

    @Test func aStartAloneEndsWhatSomebodyHadBegun() async throws {
        try await Directory.temporary { directory in
            let store = FileTokenStore(directory: directory, protection: .keyFile(in: directory))
            let app = try TestApp { $0.tokenStore = store }
            app.server.repeatAnswers()
            try await app.gatehouse.signIn()
            app.clock.advance(by: 3700)
            try await LocalServer.run(app.server) { port in
                try await kill(at: "afterCommit", in: directory, port: port, at: app.clock.server)
            }
            let relaunched = try app.relaunched { $0.tokenStore = store }
            _ = try await relaunched.session()
            await relaunched.finishBackgroundWork()
            #expect(try await store.load(TestApp.key)?.currentGrant?.refreshToken == Secret("refresh-3"))
        }
    }

    /// A process that refreshes, until it is killed.
    private func kill(
        at killPoint: String,
        key: TokenKey = TestApp.key,
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
        try process.ask(at: time)
        try process.finish()
        #expect(try await process.end == .killed(killPoint == "inWrite" ? SIGXFSZ : SIGKILL))
    }

    /// What the next process finds.
    private func ask(
        key: TokenKey = TestApp.key,
        hasLocks: Bool = true,
        in directory: URL,
        port: Int,
        at time: Date
    ) async throws -> RefreshingProcess.Report {
        let process = try RefreshingProcess(in: directory, port: port, key: key, hasLocks: hasLocks)
        try process.ask(at: time)
        try process.finish()
        let report = try await process.report
        #expect(try await process.end == .exited(0))
        return report
    }

    /// How large the files are that the store has not put in their place.
    private func sizes(in directory: URL) throws -> [Int] {
        try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: [.fileSizeKey])
            .filter { $0.pathExtension == "new" }
            .compactMap { try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize }
    }
}
