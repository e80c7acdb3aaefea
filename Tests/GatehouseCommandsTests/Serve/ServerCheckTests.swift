import Foundation
import GatehouseCommands
import GatehouseStoreSQLite
import Testing

/// `gatehouse serve --check`.
@Suite struct ServerCheckTests {
    /// Nothing listens on this port.
    private static let options = ["--issuer", "http://localhost:8080", "--smtp", "smtp://127.0.0.1:9"]

    /// Runs the check; returns the status and detail of each finding by name.
    private func findings(_ terminal: Terminal, _ options: [String]) async throws -> [String: [String]] {
        _ = await terminal.run(all: ["serve", "--check", "--json"] + options)
        let report = try #require(try terminal.json() as? [String: [[String: String]]])
        let checks = try #require(report["checks"])
        return Dictionary(
            uniqueKeysWithValues: checks.map { check in
                (check["name"] ?? "", [check["status"] ?? "", check["detail"] ?? "", check["advice"] ?? ""])
            }
        )
    }

    private func files(of terminal: Terminal) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: terminal.folder.path)) ?? []).sorted()
    }

    /// Replaces the terminal's placeholder with a database of this version.
    private func createDatabase(_ terminal: Terminal) async throws {
        let file = terminal.folder.appending(path: "gatehouse.sqlite")
        try FileManager.default.removeItem(at: file)
        try await SQLiteStore(path: file.path).close()
    }

    @Test func reportsInvalidSettings() async throws {
        let terminal = Terminal(hasServerData: false)
        let found = try await findings(terminal, ["--issuer", "http://login.example.com"])
        #expect(found.keys.sorted() == ["Settings"])
        #expect(found["Settings"]?[0] == "failed")
        #expect(terminal.errorOutput == "gatehouse: 1 problem found.\n")
    }

    @Test func reportsInvalidSettingsOfLog() async throws {
        let found = try await findings(Terminal(hasServerData: false), ["--dev", "--log-level", "loud"])
        #expect(found["Settings"]?[0] == "failed")
    }

    @Test func acceptsMissingDataAndCreatesNone() async throws {
        let terminal = Terminal(hasServerData: false)
        #expect(await terminal.run("serve", "--check", "--dev") == .success)
        let text = terminal.printed
        #expect(text.contains("created at the first start"))
        #expect(text.contains("set up at the first start"))
        #expect(!FileManager.default.fileExists(atPath: terminal.folder.path))
    }

    @Test func reportsSchemaAndLeavesFilesUnchanged() async throws {
        let terminal = Terminal()
        try await createDatabase(terminal)
        let before = files(of: terminal)
        let found = try await findings(terminal, ["--dev"])
        #expect(found["Database"]?[0] == "passed")
        #expect(found["Database"]?[1].contains(", schema ") == true)
        #expect(found["Clock"]?[0] == "passed")
        #expect(files(of: terminal) == before)
    }

    @Test func reportsKeyWithoutDatabase() async throws {
        let terminal = Terminal()
        try FileManager.default.removeItem(at: terminal.folder.appending(path: "gatehouse.sqlite"))
        let found = try await findings(terminal, ["--dev"])
        #expect(found["Database"]?[0] == "failed")
        #expect(found["Database"]?[2].contains("--begin-anew") == true)
        let anew = try await findings(terminal, ["--dev", "--begin-anew"])
        #expect(anew["Database"]?[0] == "passed")
    }

    @Test func reportsDamagedDatabase() async throws {
        // The placeholder of the terminal is not a database.
        let found = try await findings(Terminal(), ["--dev"])
        #expect(found["Database"]?[0] == "failed")
    }

    @Test func reportsMailServerCertificateAndProxy() async throws {
        let terminal = Terminal(hasServerData: false)
        let mail = try await findings(terminal, Self.options)
        #expect(mail["Mail server"]?[0] == "failed")
        #expect(mail["Mail server"]?[1].hasPrefix("127.0.0.1 port 9: ") == true)
        let missing = try await findings(
            terminal,
            ["--dev", "--issuer", "https://localhost:8080", "--tls-certificate", "/none.pem", "--tls-key", "/none.pem"]
        )
        #expect(
            missing["Certificate"] == [
                "failed", "File '/none.pem' not found.", "Check --tls-certificate and --tls-key.",
            ]
        )
        let proxy = try await findings(
            terminal,
            ["--issuer", "https://login.example.com", "--smtp", "smtp://127.0.0.1:9"]
        )
        #expect(proxy["Issuer"]?[0] == "warning")
    }

    @Test func rejectsReportFormatWithoutCheck() async {
        let terminal = Terminal(hasServerData: false)
        #expect(await terminal.run("serve", "--dev", "--json") == .failure)
        #expect(terminal.errorOutput.contains("--json requires --check."))
    }
}
