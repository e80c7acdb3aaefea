import Foundation
import GatehouseHTTP
import GatehouseServer
import Testing

/// Compares the string tables with their uses in code and templates.
@Suite struct StringUseTests {
    @Test func usesEveryString() throws {
        let sources = try Self.sources()
        let code = try Self.sources(except: "PageMessage.swift")
        let unused = StringTable.of(.english).keys.filter { key in
            let parts = key.split(separator: ".").map(String.init)
            return switch parts[0] {
            // Counts assignments of messages; a `case` with the same name does not count.
            case "message": !["= .", ": .", "? .", "return ."].contains { code.contains($0 + parts[1]) }
            case "error" where parts.count == 3: ErrorPage.Kind(rawValue: parts[1]) == nil
            case "consent" where parts.count == 3:
                ![
                    "openid", "profile", "email", "phone", "address", "account", "offline_access", "postal_code",
                    "profile:user_id", "profile+email", "other",
                ].contains(parts[2])
            case "mail" where parts[1] == "notice" && !["secure", "undo", "keepFactors"].contains(parts[2]):
                AccountNotice(rawValue: parts[2]) == nil
            case "mail" where parts[1] == "notice": !sources.contains("\"mail.notice.\(parts[2])\"")
            case "mail" where parts.count == 3 && ["subject", "heading", "body", "link", "action"].contains(parts[2]):
                !sources.contains("\"mail.\(parts[1])\"")
            default: !sources.contains("\"\(key)\"") && !sources.contains("{{text.\(key)}}")
            }
        }
        #expect(unused == [])
    }

    @Test func definesEveryMessage() throws {
        let names = try Self.sources().matches(of: /PageMessage\("([\w.]+)"/).map { "message." + $0.1 }
        #expect(names.count > 20)
        #expect(Set(names).subtracting(StringTable.of(.english).keys) == [])
    }

    /// Returns the Swift code and the templates of the server, concatenated.
    private static func sources(except left: String? = nil) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources")
        return try ["GatehouseServer", "GatehouseHTTP"].flatMap { module in
            let folder = root.appending(path: module)
            let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            return try files.compactMap { $0 as? URL }
                .filter { ["swift", "mustache"].contains($0.pathExtension) && $0.lastPathComponent != left }
                .map { try String(contentsOf: $0, encoding: .utf8) }
        }.joined(separator: "\n")
    }
}
