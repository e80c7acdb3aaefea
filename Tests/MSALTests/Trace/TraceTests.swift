import Foundation
import Gatehouse
import GatehouseTesting
import MSAL
import Testing

/// All that the SDK, its facade and the server print while people sign in and everything fails, searched for everybody's secrets.
///
/// The facade's logger is one for the process, so that these run in its suite.
extension LoggerTests {
    struct TraceTests {
        @Test func theSearchFindsWhatIsPlanted() async throws {
            try await inRun { run in
                try await run.browser()
                let names = [
                    "access_token", "refresh_token", "id_token", "code", "code_verifier", "nonce", "state", "address",
                ]
                for name in names {
                    run.book.write("... \(try #require(run.book.secret(name)))...", from: "planted \(name)")
                }
                run.book.write("login_hint=ada%2Elovelace%40example%2Ecom", from: "planted URL")
                let leaks = run.book.leaks
                for place in names + ["URL"] {
                    #expect(leaks.contains { $0.contains(" in planted \(place):") }, "\(place)")
                }
                #expect(leaks.allSatisfy { $0.contains(" in planted ") })
            }
        }

        @Test func nothingThatIsPrintedHoldsASecret() async throws {
            try await inRun { run in
                try await run.native()
                try await run.browser()
                try await run.device()
                try await run.facade()
                #expect(run.book.leaks == [])
                // What was searched, and for what: an empty search finds nothing either.
                let sources = run.book.sources
                #expect(
                    Set(sources.keys) == [
                        "error", "diagnostics", "diagnostics as JSON", "flight recorder", ".events", ".lock",
                        "server log",
                        "MSAL log",
                    ]
                )
                #expect((sources["error"] ?? 0) > 20)
                #expect((sources["server log"] ?? 0) > 50)
                let names = Set(run.book.counts.keys)
                #expect(
                    names.isSuperset(of: [
                        "access_token", "refresh_token", "id_token", "code", "code_verifier", "nonce", "state",
                        "password",
                        "address", "continuation_token", "device_code", "user_code", "mailed code", "oob",
                    ])
                )
            }
        }

        private func inRun(_ body: (TraceRun) async throws -> Void) async throws {
            let directory = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: directory) }
            let run = try await TraceRun(in: directory)
            let book = run.book
            MSALGlobalConfig.loggerConfig.setLogCallback { _, text, _ in book.write(text ?? "", from: "MSAL log") }
            defer { MSALGlobalConfig.loggerConfig.setLogCallback { _, _, _ in } }
            MSALGlobalConfig.loggerConfig.logLevel = .verbose
            defer { MSALGlobalConfig.loggerConfig.logLevel = .error }
            try await body(run)
        }
    }
}
