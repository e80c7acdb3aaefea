import Foundation
import GRDB
package import GatehouseStore
import GatehouseStoreSQL

/// A consistent snapshot of a store's file, taken while servers keep using it.
///
/// It is an unnamed temporary file, which is deleted when the process ends for any reason.
package final class SQLiteSnapshot: CopySource {
    private let queue: DatabaseQueue

    /// Takes the snapshot and migrates it, without changing the file.
    ///
    /// - Parameter path: The database file.
    /// - Throws: ``StoreError/unavailable(_:)`` if the file is missing, is not a store's, was created by a newer
    ///   version, or if the disk is full.
    package convenience init(of path: String) async throws(StoreError) {
        try await self.init(of: path, by: SQLiteMigrations.steps)
    }

    /// Takes the snapshot and applies these migrations.
    init(of path: String, by steps: [Migration]) async throws(StoreError) {
        guard FileManager.default.fileExists(atPath: path) else {
            throw .unavailable("File \(path) not found.")
        }
        queue = try await SQLiteCopy.inBackground {
            var configuration = Configuration.gatehouse
            configuration.readonly = true
            let source = try DatabaseQueue(path: path, configuration: configuration)
            // The empty name creates a temporary file.
            let snapshot = try DatabaseQueue(path: "", configuration: .gatehouse)
            // Copies all pages in one step, so that no commit can intervene.
            try source.backup(to: snapshot)
            try source.close()
            guard try snapshot.read({ try $0.tableExists(TableName.accounts.name) }) else {
                throw StoreError.unavailable("\(path) contains no Gatehouse data.")
            }
            try SQLiteMigrations.migrate(snapshot, by: steps)
            return snapshot
        }
    }

    package func count(of table: TableName) throws(StoreError) -> Int {
        try read { db in try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table.name)") ?? 0 }
    }

    package func columns(of table: TableName) throws(StoreError) -> [String] {
        try read { db in try db.columns(in: table.name).map(\.name) }
    }

    package func months(of table: TableName) throws(StoreError) -> Set<Month> {
        switch table {
        case .sessions:
            // IDs of older servers, which begin with any character, have a partition of their own, or none.
            let sql = "SELECT DISTINCT substr(id, 1, 4) FROM sessions WHERE id GLOB '[0-3][0-9][01][0-9]-*'"
            return Set(try read { db in try String.fetchAll(db, sql: sql) }.compactMap { Month(name: "20" + $0) })
        case .auditEvents:
            // A damaged record can have any date: those of no year from 1970 to 9999 have no partition.
            let sql = "SELECT DISTINCT at / 86400000 FROM \(table.name) WHERE at BETWEEN 0 AND 253402300799999"
            let days = try read { db in try Int64.fetchAll(db, sql: sql) }
            return Set(days.map { Month(of: Date(milliseconds: $0 * 86_400_000)) })
        default: return []
        }
    }

    package func forEachRow(
        of table: TableName,
        _ take: ([ColumnValue]) throws(CopyError) -> Void
    ) throws(CopyError) {
        do {
            try queue.read { db in
                let columns = try db.columns(in: table.name).map(\.name).joined(separator: ", ")
                let rows = try Row.fetchCursor(db, sql: "SELECT \(columns) FROM \(table.name)")
                while let row = try rows.next() { try take(row.databaseValues.map(ColumnValue.init)) }
            }
        } catch let error as CopyError {
            throw error
        } catch {
            throw .source(StoreError(error))
        }
    }

    private func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do { return try queue.read(body) } catch { throw StoreError(error) }
    }
}

extension ColumnValue {
    fileprivate init(_ value: DatabaseValue) throws {
        switch value.storage {
        case .null: self = .null
        case .int64(let number): self = .integer(number)
        case .string(let text): self = .text(text)
        case .blob(let bytes): self = .bytes(bytes)
        // No column has this type, and the tables are strict.
        case .double: throw StoreError.corrupt("number")
        }
    }
}
