import Foundation
import GatehouseCommands
import GatehouseDelivery
import GatehouseHTTP
import GatehouseWire
import Testing

/// `gatehouse init` with and without a terminal.
@Suite struct InitCommandTests: SettingsReader {
    private static let options = [
        "--issuer", "https://login.example.com", "--smtp", "smtps://user:PASSWORD@mail.example.com",
    ]

    /// Runs the command in a new folder; returns the file's text.
    private func write(_ terminal: Terminal, _ options: [String]) async throws -> String {
        let file = try file(of: terminal)
        #expect(await terminal.run(all: ["init", "--config", file] + options) == .success)
        return try String(contentsOfFile: file, encoding: .utf8)
    }

    private func file(of terminal: Terminal) throws -> String {
        try FileManager.default.createDirectory(at: terminal.folder, withIntermediateDirectories: true)
        return terminal.folder.appending(path: "gatehouse.yaml").path
    }

    private func mode(of path: String) throws -> Int {
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        return (mode ?? 0) & 0o777
    }

    @Test func writesFileOfPackage() async throws {
        let terminal = Terminal(hasServerData: false)
        let text = try await write(terminal, Self.options)
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let packaged = try String(contentsOf: root.appending(path: "packaging/gatehouse.yaml"), encoding: .utf8)
        let path = terminal.folder.appending(path: "gatehouse.yaml").path
        #expect(text.replacing(path, with: "/etc/gatehouse/gatehouse.yaml") == packaged)
        #expect(try mode(of: path) == 0o600)
    }

    @Test func asksFiveQuestions() async throws {
        let terminal = Terminal(isTerminal: true, hasServerData: false)
        terminal.enqueueInput(
            "http://login.example.com",
            "https://login.example.com",
            "postgres://gatehouse@db.example.com/gatehouse",
            "smtps://user@mail.example.com",
            "p@ss: word",
            "/etc/gatehouse/chain.pem",
            "",
            "com.example.app:/callback"
        )
        let text = try await write(terminal, [])
        #expect(terminal.errorOutput.contains("--issuer must use https"))
        #expect(terminal.typedSecrets == ["p@ss: word"])
        #expect(terminal.printed.contains("--redirect-uri com.example.app:/callback"))
        try await withFile(text) { file in
            let settings = try await settings(file: file, mustServe: true)
            #expect(settings.issuer.text == "https://login.example.com")
            #expect(settings.database.name == "postgres://db.example.com/gatehouse")
            #expect(settings.data.folder.path == "/var/lib/gatehouse")
            #expect(settings.certificate?.certificate == "/etc/gatehouse/chain.pem")
            #expect(settings.certificate?.key == "/etc/gatehouse/key.pem")
            #expect(settings.listen.port == 443)
            let url = try #require(settings.smtp)
            #expect(try settings.mailServer(url).credentials?.password.reveal() == "p@ss: word")
        }
    }

    @Test(arguments: [
        ["--data", "it's: #1 folder"], ["--data", "null"], ["--data", "No"], ["--data", "1.5"], ["--data", "0x1F"],
        ["--data", "2026-11-27"], ["--data", "1:30"], ["--proxy", "10.0.0.0/8"], ["--proxy", "::1"],
        ["--issuer", "http://localhost:8080"], ["--issuer", "https://login.example.com:8443", "--proxy", "/c.pem"],
    ])
    func writesFileThatServerAccepts(options: [String]) async throws {
        let given = options.contains("--issuer") ? Array(Self.options.dropFirst(2)) : Self.options
        let text = try await write(Terminal(hasServerData: false), given + options)
        try await withFile(text) { file in
            let settings = try await settings(file: file, mustServe: true)
            for (option, value) in zip(options, options.dropFirst()) {
                switch option {
                case "--data": #expect(settings.data.folder.lastPathComponent == value)
                case "--issuer": #expect(settings.issuer.text == value)
                default: break
                }
            }
            #expect((settings.certificate != nil) == options.contains("/c.pem"))
        }
    }

    @Test func keepsExistingFile() async throws {
        let terminal = Terminal(hasServerData: false)
        let path = try file(of: terminal)
        try Data("issuer: mine".utf8).write(to: URL(filePath: path))
        #expect(await terminal.run(all: ["init", "--config", path] + Self.options) == .failure)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "issuer: mine")
    }

    @Test func sharesFileWithGroupOfSharedFolder() async throws {
        let terminal = Terminal(hasServerData: false)
        let path = try file(of: terminal)
        try FileManager.default.setAttributes([.posixPermissions: 0o2750], ofItemAtPath: terminal.folder.path)
        #expect(await terminal.run(all: ["init", "--config", path] + Self.options) == .success)
        #expect(try mode(of: path) == 0o640)
        #expect(terminal.printed.contains("sudo systemctl enable --now gatehouse"))
    }

    @Test(arguments: [
        [], ["--issuer", "https://login.example.com"], options + ["--redirect-uri", "http://app.example.com/"],
        options + ["--data", "mysql://db.example.com/"], options + ["--data", "sqlite:/srv/gatehouse.sqlite"],
        options + ["--proxy", "proxy"], options + ["--proxy", "10.0.0.0/33"],
        ["--issuer", "https://login.example.com", "--smtp", "smtps://user@mail.example.com"],
    ])
    func writesNothingAfterInvalidAnswer(options: [String]) async throws {
        let terminal = Terminal(hasServerData: false)
        let path = try file(of: terminal)
        #expect(await terminal.run(all: ["init", "--config", path] + options) == .failure)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: ["mysql://db.example.com/", "sqlite:gatehouse.sqlite", "sqlite:///srv/gatehouse.sqlite"])
    func namesPlacesOfDataAfterOtherURL(url: String) async throws {
        let terminal = Terminal(hasServerData: false)
        let path = try file(of: terminal)
        #expect(await terminal.run(all: ["init", "--config", path, "--data", url] + Self.options) == .failure)
        #expect(terminal.errorOutput.contains("Use the path of a folder, or postgres://USER@HOST/DATABASE."))
    }

    @Test(arguments: [
        ["--smtp", "smtps://user:PASS/WORD@mail.example.com"], ["--smtp", "smtps://user:PASS/WORD@[mail"],
        options + ["--data", "mysql://user:PASS/WORD@db.example.com/"],
    ])
    func repeatsNoPasswordOfInvalidURL(options: [String]) async throws {
        let terminal = Terminal(hasServerData: false)
        let path = try file(of: terminal)
        let issuer = options.contains("--issuer") ? [] : Array(Self.options.prefix(2))
        #expect(await terminal.run(all: ["init", "--config", path] + issuer + options) == .failure)
        #expect(!terminal.errorOutput.contains("WORD"))
    }

    @Test func keepsPathWithLineBreakInComment() async throws {
        let terminal = Terminal(hasServerData: false)
        let path = try file(of: terminal) + "\nadmin-listen: 0.0.0.0:9090"
        #expect(await terminal.run(all: ["init", "--config", path] + Self.options) == .success)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix("admin-listen") })
    }

    @Test func writesNothingIfInputEnds() async throws {
        let terminal = Terminal(isTerminal: true, hasServerData: false)
        terminal.enqueueInput("https://login.example.com")
        let path = try file(of: terminal)
        #expect(await terminal.run(all: ["init", "--config", path]) == .cancelled)
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
