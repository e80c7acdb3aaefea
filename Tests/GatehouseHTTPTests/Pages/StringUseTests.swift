import Foundation
import GatehouseHTTP
import GatehouseServer
import Testing

/// The string tables and what reads them, held against each other.
@Suite struct StringUseTests {
    @Test func everySentenceIsSaidSomewhere() throws {
        let sources = try Self.sources()
        let said = try Self.sources(except: "PageMessage.swift")
        let unused = StringTable.of(.english).keys.filter { key in
            let parts = key.split(separator: ".").map(String.init)
            return switch parts[0] {
            // Where it is put on a page: a `case` of the same name does not count.
            case "message": !["= .", ": .", "? ."].contains { said.contains($0 + parts[1]) }
            case "error" where parts.count == 3: ErrorPage.Kind(rawValue: parts[1]) == nil
            case "consent" where parts.count == 3:
                ![
                    "openid", "profile", "email", "phone", "address", "account", "offline_access", "postal_code",
                    "profile:user_id", "profile+email", "other",
                ].contains(parts[2])
            case "mail" where parts.count == 3 && ["subject", "heading", "body", "link", "action"].contains(parts[2]):
                !sources.contains("\"mail.\(parts[1])\"")
            default: !sources.contains("\"\(key)\"") && !sources.contains("{{text.\(key)}}")
            }
        }
        #expect(unused == [])
    }

    @Test func everyMessageHasItsSentence() throws {
        let names = try Self.sources().matches(of: /PageMessage\("(\w+)"/).map { "message." + $0.1 }
        #expect(names.count > 20)
        #expect(Set(names).subtracting(StringTable.of(.english).keys) == [])
    }

    /// The Swift code and the templates of the server, in one piece.
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
