import Foundation
import GatehouseCommands
import Testing

@Suite struct MigrateLoginWithAmazonTests {
    private static let fixtures = URL(filePath: #filePath).appending(path: "../../../Fixtures/Migration").standardized
    private static let app = fixtures.appending(path: "ExampleApp").path

    /// Creates a folder with files.
    private func folder(_ files: [String: String]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "migrate-\(UUID().uuidString)")
        for (path, text) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        return folder
    }

    /// Returns the symbols that the command lists, each with its file and line.
    private func uses(below folder: URL, path: String? = nil) async throws -> [String] {
        let terminal = Terminal()
        #expect(await terminal.run("migrate", "lwa", path ?? folder.path, "--json") == .success)
        let report = try #require(try terminal.json() as? [String: Any])
        let uses = try #require(report["uses"] as? [[String: Any]])
        return uses.map {
            "\($0["file"] ?? "")".replacing(folder.path + "/", with: "") + ":\($0["line"] ?? "") \($0["symbol"] ?? "")"
        }
    }

    // MARK: Output

    @Test func printsUsesByFile() async throws {
        let terminal = Terminal()
        #expect(await terminal.run("migrate", "lwa", Self.app) == .success)
        let printed = terminal.printed.replacing(Self.app + "/", with: "")
        let file = Self.fixtures.appending(path: "ExampleApp.txt")
        if ProcessInfo.processInfo.environment["GATEHOUSE_RECORD"] == "1" {
            try Data(printed.utf8).write(to: file)
        }
        #expect(printed == String(decoding: try Data(contentsOf: file), as: UTF8.self))
        #expect(terminal.errorOutput == "")
    }

    @Test func printsJSON() async throws {
        let terminal = Terminal()
        #expect(await terminal.run("migrate", "lwa", Self.app, "--json") == .success)
        let report = try #require(try terminal.json() as? [String: Any])
        #expect(Set(report.keys) == ["files", "uses", "apps", "remarks", "skipped", "unread"])
        #expect(report["files"] as? Int == 5)
        let uses = try #require(report["uses"] as? [[String: Any]])
        let use = try #require(uses.first { $0["kind"] as? String == "call" })
        #expect(use["file"] as? String == Self.app + "/AppDelegate.m")
        #expect(use["line"] as? Int == 17)
        #expect(use["column"] as? Int == 13)
        #expect(use["symbol"] as? String == "+[AIMobileLib handleOpenURL:sourceApplication:]")
        #expect(use["replacement"] as? String == "AMZNAuthorizationManager.handleOpen(_:sourceApplication:)")
        #expect((use["difference"] as? String)?.hasPrefix("Returns true once") == true)
        let renamed = try #require(uses.first { $0["symbol"] as? String == "kAIApplicationNotAuthorized" })
        #expect(renamed["difference"] == nil)
        let app = try #require((report["apps"] as? [[String: Any]])?.first)
        #expect((app["key"] as? [String: String])?["bundle"] == "com.example.app")
    }

    @Test func usesColorOnlyOnTerminal() async {
        let terminal = Terminal(isTerminal: true)
        await terminal.run("migrate", "lwa", Self.app)
        #expect(terminal.printed.contains("-> \u{1B}[32mAMZNUser.fetch(_:)\u{1B}[0m"))
        let plain = Terminal(isTerminal: true, environment: ["NO_COLOR": "1"])
        await plain.run("migrate", "lwa", Self.app)
        #expect(!plain.printed.contains("\u{1B}"))
    }

    @Test func succeedsWithoutUses() async throws {
        let folder = try folder([
            "A.swift": "import LoginWithAmazon\nAMZNAuthorizationManager.shared().signOut { _ in }\n"
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let terminal = Terminal()
        #expect(await terminal.run("migrate", "lwa", folder.path) == .success)
        #expect(terminal.printed == "No use of the v2 API in 1 source file.\n")
        try FileManager.default.removeItem(at: folder.appending(path: "A.swift"))
        #expect(await terminal.run("migrate", "lwa", folder.path) == .success)
        #expect(terminal.printed == "No Swift or Objective-C source files found.\n")
    }

    @Test func showsProgressOnlyOnTerminal() async throws {
        let files = Dictionary(uniqueKeysWithValues: (0..<1001).map { ("\($0).swift", "") })
        let folder = try folder(files)
        defer { try? FileManager.default.removeItem(at: folder) }
        let terminal = Terminal(isTerminal: true)
        await terminal.run("migrate", "lwa", folder.path)
        #expect(terminal.errorOutput == "Read 500 of 1001 files.\nRead 1000 of 1001 files.\n")
        let pipe = Terminal()
        await pipe.run("migrate", "lwa", folder.path)
        #expect(pipe.errorOutput == "")
    }

    // MARK: Files

    @Test func changesNoFiles() async throws {
        let folder = try folder(["A.swift": "AIMobileLib.getProfile(self)\n"])
        defer { try? FileManager.default.removeItem(at: folder) }
        let before = try FileManager.default.attributesOfItem(atPath: folder.path)[.modificationDate] as? Date
        await Terminal().run("migrate", "lwa", folder.path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["A.swift"])
        #expect(try FileManager.default.attributesOfItem(atPath: folder.path)[.modificationDate] as? Date == before)
        let text = try String(contentsOf: folder.appending(path: "A.swift"), encoding: .utf8)
        #expect(text == "AIMobileLib.getProfile(self)\n")
    }

    @Test func skipsBuildAndDependencyFolders() async throws {
        let call = "AIMobileLib.getProfile(self)"
        let folder = try folder([
            "App/A.swift": call, ".git/B.swift": call, ".build/C.swift": call, "build/D.swift": call,
            "DerivedData/E.swift": call, "App/Pods/F.swift": call, "LoginWithAmazon.framework/Headers/G.h": call,
            "App/.H.swift": call, "I.txt": call,
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try await uses(below: folder) == ["App/A.swift:1 AIMobileLib.getProfile(_:)"])
        let pods = folder.appending(path: "App/Pods").path
        #expect(try await uses(below: folder, path: pods) == ["App/Pods/F.swift:1 AIMobileLib.getProfile(_:)"])
        let terminal = Terminal()
        await terminal.run("migrate", "lwa", folder.path, "--json")
        let report = try #require(try terminal.json() as? [String: Any])
        let skipped = try #require(report["skipped"] as? [String]).map { $0.replacing(folder.path + "/", with: "") }
        #expect(skipped == ["App/Pods", "DerivedData", "LoginWithAmazon.framework", "build"])
    }

    @Test func readsSingleFileAnywhere() async throws {
        let folder = try folder(["Pods/A.mm": "[AIMobileLib getClientId];"])
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Pods/A.mm").path
        #expect(try await uses(below: folder, path: file) == ["Pods/A.mm:1 +[AIMobileLib getClientId]"])
    }

    @Test func replacesControlCharacters() async throws {
        let name = "A\u{1B}]0;owned\u{07}.swift"
        let folder = try folder([name: "AIMobileLib.getProfile(self)"])
        defer { try? FileManager.default.removeItem(at: folder) }
        let terminal = Terminal()
        #expect(await terminal.run("migrate", "lwa", folder.path) == .success)
        #expect(terminal.printed.contains("A\u{FFFD}]0;owned\u{FFFD}.swift"))
        #expect(!terminal.printed.contains("\u{1B}"))
    }

    @Test func followsLinksOnceWithoutLoops() async throws {
        let folder = try folder([
            "App/A.swift": "AIMobileLib.getProfile(self)", "Shared/B.swift": "AIMobileLib.getClientId()",
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let manager = FileManager.default
        for (link, target) in [
            ("App/Up", ".."), ("App/Again.swift", "A.swift"), ("App/Shared", "../Shared"),
            ("App/Self.swift", "Self.swift"),
            ("App/Gone.swift", "nowhere"), ("App/Gone.txt", "nowhere"),
        ] {
            try manager.createSymbolicLink(
                atPath: folder.appending(path: link).path,
                withDestinationPath: target
            )
        }
        let app = folder.appending(path: "App").path
        #expect(
            try await uses(below: folder, path: app) == [
                "App/A.swift:1 AIMobileLib.getProfile(_:)", "App/Shared/B.swift:1 AIMobileLib.getClientId()",
            ]
        )
        let terminal = Terminal()
        #expect(await terminal.run("migrate", "lwa", app) == .success)
        let printed = terminal.printed
        #expect(printed.contains("App/Gone.swift: The link is broken."))
        #expect(printed.contains("App/Self.swift: The link is broken."))
        #expect(!printed.contains("Gone.txt"))
        #expect(printed.contains("App/Up"))
    }

    @Test func reportsUnreadableFiles() async throws {
        let folder = try folder(["A.swift": "AIMobileLib.getProfile(self)"])
        defer { try? FileManager.default.removeItem(at: folder) }
        let latin = folder.appending(path: "Latin.m")
        try Data([0x2F, 0x2F, 0xE9]).write(to: latin)
        let terminal = Terminal()
        #expect(await terminal.run("migrate", "lwa", folder.path) == .success)
        let printed = terminal.printed
        #expect(printed.contains("Not read\n  \(latin.path): The file is not UTF-8.\n"))
        #expect(printed.contains("1 use of the v2 API in 1 of 1 source file."))
        #expect(await terminal.run("migrate", "lwa", latin.path) == .failure)
        #expect(terminal.errorOutput == "gatehouse: \(latin.path): The file is not UTF-8.\n")
    }

    @Test func failsForInvalidPath() async throws {
        let folder = try folder(["A.txt": ""])
        defer { try? FileManager.default.removeItem(at: folder) }
        let terminal = Terminal()
        #expect(await terminal.run("migrate", "lwa", folder.path + "/nowhere") == .failure)
        #expect(terminal.errorOutput.hasPrefix("gatehouse: '\(folder.path)/nowhere' doesn't exist. "))
        #expect(await terminal.run("migrate", "lwa", folder.path + "/A.txt") == .failure)
        #expect(terminal.errorOutput.hasPrefix("gatehouse: '\(folder.path)/A.txt' is neither Swift nor Objective-C. "))
        #expect(terminal.printed == "")
    }

    // MARK: Evidence

    @Test func countsAmbiguousNamesOnlyWithEvidence() async throws {
        let folder = try folder([
            "A.swift": "let a: APIError? = nil", "B.swift": "import LoginWithAmazon\nlet b: APIError? = nil",
            "C.h": "#import <LoginWithAmazon/LoginWithAmazon.h>", "D.m": "#import \"C.h\"\nAPIError *d;",
            "E.m": "APIError *e;",
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let expected = [
            "B.swift:1 import LoginWithAmazon", "B.swift:2 APIError",
            "C.h:1 #import <LoginWithAmazon/LoginWithAmazon.h>",
            "D.m:2 APIError",
        ]
        #expect(try await uses(below: folder) == expected)

        let bridge = folder.appending(path: "App-Bridging-Header.h")
        try Data("#import <LoginWithAmazon/LoginWithAmazon.h>".utf8).write(to: bridge)
        #expect(try await uses(below: folder).first == "A.swift:1 APIError")

        try Data("enum APIError: Error {}".utf8).write(to: folder.appending(path: "Z.swift"))
        #expect(try await uses(below: folder).filter { $0.hasSuffix(" APIError") } == [])
    }

    @Test func listsSharedNamesOnlyWithOtherUses() async throws {
        let code = "import LoginWithAmazon\nlet a = [kAMZNLWAAccessDenied, kAMZNLWAServerError]\n"
        let folder = try folder(["A.swift": code, "B.swift": code + "AIMobileLib.getProfile(b)\n"])
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(
            try await uses(below: folder) == [
                "B.swift:1 import LoginWithAmazon", "B.swift:2 kAMZNLWAAccessDenied",
                "B.swift:3 AIMobileLib.getProfile(_:)",
            ]
        )
    }

    @Test func reportsMissingAPIKey() async throws {
        let folder = try folder(["A.swift": "AIMobileLib.getProfile(self)", "Info.plist": "{ CFBundleName = App; }"])
        defer { try? FileManager.default.removeItem(at: folder) }
        let terminal = Terminal()
        await terminal.run("migrate", "lwa", folder.path, "--json")
        let report = try #require(try terminal.json() as? [String: Any])
        #expect((report["remarks"] as? [String])?.first?.hasPrefix("No Info.plist with an APIKey") == true)
        #expect((report["apps"] as? [Any])?.count == 0)
    }
}
