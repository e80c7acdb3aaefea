import Foundation
import GatehouseStore
import Testing

@Suite struct AuditKindTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    @Test func listsEachKindOnce() throws {
        let source = try text("Sources/GatehouseStore/Records/AuditKind.swift")
        #expect(AuditKind.all.count == source.components(separatedBy: "= AuditKind(rawValue:").count - 1)
        #expect(Set(AuditKind.all).count == AuditKind.all.count)
    }

    /// The rows of the table are `| kind | party | when |`.
    @Test func documentsEachKindWithItsParty() throws {
        let rows = try text("docs/events.md").split(separator: "\n").filter { $0.hasPrefix("| `") && $0.contains(".") }
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) } }
        let documented = rows.filter { $0.count == 3 }.map { [$0[0], $0[1]] }
        #expect(documented == AuditKind.all.map { [$0.rawValue, $0.party.rawValue] })
    }
}
