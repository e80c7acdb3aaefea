import Foundation
import GatehouseTesting
import MSAL
import Testing

/// Searches the output of the SDK, its facade and the server for secrets, while users sign in and every operation
/// fails.
///
/// The facade's logger is shared by the process, so the suite runs within the logger's.
extension LoggerTests {
    struct TraceTests {
        @Test func printsNoSecrets() async throws {
            try await inRun { run in
                try await run.native()
                try await run.browser()
                try await run.device()
                try await run.facade()
                let found = try await TraceSearch.search(run.trace)
                #expect(found.leaks == [])
                // An empty trace would contain no secrets either.
                #expect(
                    Set(found.printed.keys) == [
                        "error", "diagnostics", "diagnostics as JSON", "event log", ".events", "log",
                        "MSAL log",
                    ]
                )
                #expect((found.printed["error"] ?? 0) > 20)
                #expect((found.printed["log"] ?? 0) > 50)
                #expect(
                    Set(found.secrets.keys).isSuperset(of: [
                        "access_token", "refresh_token", "id_token", "code", "code_verifier", "nonce", "state",
                        "password", "address", "continuation_token", "device_code", "user_code", "mailed code", "otp",
                    ])
                )
            }
        }

        private func inRun(_ body: (TraceRun) async throws -> Void) async throws {
            let directory = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: directory) }
            let run = try await TraceRun(in: directory)
            ModuleLog.capture(.verbose) { [trace = run.trace] _, text, _ in trace.print(text ?? "", from: "MSAL log") }
            defer { ModuleLog.restore() }
            try await body(run)
        }
    }
}
