import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// Eight processes on one stored credential, all of which want a token the moment it has expired, a thousand times.
@Suite(.timeLimit(.minutes(15))) struct EightProcessesTests {
    private static let rounds = 1_000

    @Test func eachExpiryCostsOneRequestAndEverybodyHasItsToken() async throws {
        try await Directory.temporary { directory in
            let store = FileTokenStore(directory: directory, protection: .keyFile(in: directory))
            let app = try TestApp { $0.tokenStore = store }
            try await app.gatehouse.signIn()
            try await LocalServer.run(app.server) { port in
                let processes = try (0..<8).map { _ in try RefreshingProcess(in: directory, port: port) }
                for round in 1...Self.rounds {
                    app.clock.advance(by: 3700)
                    for process in processes { try process.ask(at: app.clock.server) }
                    var reports: Set<RefreshingProcess.Report> = []
                    for process in processes { reports.insert(try await process.report) }
                    // Tokens are numbered, and the sign-in has taken two numbers.
                    try #require(reports == [.init(token: "access-\(round + 2)")], "round \(round)")
                    let stored = try await store.load(TestApp.key)?.grants.map(\.refreshToken)
                    try #require(stored == [Secret("refresh-\(round + 2)")], "round \(round)")
                }
                for process in processes { try process.finish() }
                for process in processes { #expect(try await process.end == .exited(0)) }
            }
            let spent = app.server.calls(TokenEndpoint.path).compactMap { $0.parameters[.refreshToken] }
            #expect(spent == (1...Self.rounds).map { "refresh-\($0 + 1)" })
        }
    }
}
