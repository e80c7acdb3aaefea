import Foundation
import GatehouseTesting
import MSAL
import Testing

/// All that the SDK, its facade and the server print while people sign in and everything fails, searched for everybody's secrets.
///
/// The facade's logger is one for the process, so that this runs in its suite.
extension LoggerTests {
    struct TraceTests {
        @Test func nothingThatIsPrintedHoldsASecret() async throws {
            try await inRun { run in
                try await run.native()
                try await run.browser()
                try await run.device()
                try await run.facade()
                let found = try await TraceSearch.search(run.trace)
                #expect(found.leaks == [])
                // What was searched, and for what: an empty search finds nothing either.
                #expect(
                    Set(found.printed.keys) == [
                        "error", "diagnostics", "diagnostics as JSON", "flight recorder", ".events", "log",
                        "MSAL log",
                    ]
                )
                #expect((found.printed["error"] ?? 0) > 20)
                #expect((found.printed["log"] ?? 0) > 50)
                #expect(
                    Set(found.secrets.keys).isSuperset(of: [
                        "access_token", "refresh_token", "id_token", "code", "code_verifier", "nonce", "state",
                        "password", "address", "continuation_token", "device_code", "user_code", "mailed code", "oob",
                    ])
                )
            }
        }

        private func inRun(_ body: (TraceRun) async throws -> Void) async throws {
            let directory = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: directory) }
            let run = try await TraceRun(in: directory)
            ModuleLog.hand(.verbose) { [trace = run.trace] _, text, _ in trace.print(text ?? "", from: "MSAL log") }
            defer { ModuleLog.restore() }
            try await body(run)
        }
    }
}
