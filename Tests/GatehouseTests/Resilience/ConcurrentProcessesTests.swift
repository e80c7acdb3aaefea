import Foundation
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import Gatehouse

/// Eight processes that share one stored session and request a token at each of a thousand expirations.
@Suite(.timeLimit(.minutes(15))) struct ConcurrentProcessesTests {
    private static let rounds = 1_000

    @Test func refreshesOncePerExpirationForAllProcesses() async throws {
        try await Directory.temporary { directory in
            let store = FileTokenStore(directory: directory, protection: .keyFile(in: directory))
            let app = try TestApp { $0.tokenStore = store }
            try await app.gatehouse.signIn()
            try await LocalServer.run(app.server) { port in
                let processes = try (0..<8).map { _ in try RefreshingProcess(in: directory, port: port) }
                for round in 1...Self.rounds {
                    app.clock.advance(by: 3700)
                    for process in processes { try process.requestToken(at: app.clock.server) }
                    var reports: Set<RefreshingProcess.Report> = []
                    for process in processes { reports.insert(try await process.report) }
                    // Tokens are numbered; the sign-in used the first two numbers.
                    try #require(reports == [.init(token: "access-\(round + 2)")], "round \(round)")
                    let stored = try await store.sessions(TestApp.key)?.sessions.map(\.refreshToken)
                    try #require(stored == [Secret("refresh-\(round + 2)")], "round \(round)")
                }
                for process in processes { try process.finish() }
                for process in processes { #expect(try await process.end == .exited(0)) }
            }
            let usedTokens = app.server.calls(TokenEndpoint.path).compactMap { $0.parameters[.refreshToken] }
            #expect(usedTokens == (1...Self.rounds).map { "refresh-\($0 + 1)" })
        }
    }
}
