import Foundation
import GatehouseStore
import GatehouseStoreSQLite

/// A backup that was checked, as the command line shows it.
struct BackupCheck: Encodable {
    let folder: String
    let accounts: Int
    let clients: Int
    let sessions: Int
    let bytes: Int
    /// The number of the schema.
    let schema: Int
    /// Whether a restore upgrades the schema.
    let isOutdated: Bool
    /// The date of the newest record.
    let newest: Date?
    private let contents: String

    private enum CodingKeys: String, CodingKey {
        case folder, accounts, clients, sessions, bytes, schema, newest
        case isOutdated = "outdated"
    }

    init(_ summary: BackupSummary, _ version: SQLiteCopy.Version) {
        folder = summary.folder
        accounts = summary.accounts
        clients = summary.clients
        sessions = summary.sessions
        bytes = summary.bytes
        schema = version.schema.version
        isOutdated = version.schema.version < version.schema.latest
        newest = version.newest
        contents = summary.contents
    }

    func write(to output: Output) {
        output.line("The backup \(folder) is complete: \(contents).")
        output.line("The key file belongs to the database.")
        output.line("Schema \(schema)\(isOutdated ? ", which a restore upgrades" : ", the current one").")
        output.line("Newest record: \(newest.map { $0.formatted(.iso8601) } ?? "none").")
    }
}

/// The rows that were recovered from a damaged database, as the command line shows them.
struct RecoverySummary: Encodable {
    struct Rows: Encodable {
        let kept: Int
        /// The number of lost rows; `nil` if it is unknown.
        let lost: Int?
    }

    let folder: String
    let bytes: Int
    let tables: [String: Rows]

    init(_ outcomes: [TableName: SQLiteSalvage.Outcome], _ summary: BackupSummary) {
        folder = summary.folder
        bytes = summary.bytes
        tables = Dictionary(
            uniqueKeysWithValues: outcomes.map { ($0.key.name, Rows(kept: $0.value.kept, lost: $0.value.lost)) }
        )
    }

    func write(to output: Output) {
        var table = Table("TABLE", "KEPT", "LOST")
        for (name, rows) in tables.sorted(by: { $0.key < $1.key }) {
            table.add(name, String(rows.kept), rows.lost.map { String($0) } ?? "unknown")
        }
        table.write(to: output, empty: "")
        let lost = tables.values.compactMap(\.lost).reduce(0, +)
        let kept = tables.values.map(\.kept).reduce(0, +)
        let bound = tables.values.contains { $0.lost == nil } ? "at least " : ""
        output.line("Restored to \(folder): \(kept) rows. Lost: \(bound)\(lost) rows.")
    }
}
