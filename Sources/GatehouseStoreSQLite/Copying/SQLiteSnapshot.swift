import Foundation
import GRDB
package import GatehouseStore

/// What a store's file held at one moment, to be read while servers go on using the file.
///
/// It lies in a temporary file without a name, which is gone when the process ends, however it ends.
package final class SQLiteSnapshot: CopySource {
    private let queue: DatabaseQueue

    /// Takes it, and brings it, not the file, up to date.
    ///
    /// - Parameter path: The file, which is not changed.
    /// - Throws: ``StoreError/unavailable(_:)`` when it is missing, no store's, of a newer version, or there is no room for the snapshot.
    package init(of path: String) async throws(StoreError) {
        guard FileManager.default.fileExists(atPath: path) else {
            throw .unavailable("There is no file \(path).")
        }
        queue = try await SQLiteCopy.inBackground {
            var configuration = Configuration.gatehouse
            configuration.readonly = true
            let source = try DatabaseQueue(path: path, configuration: configuration)
            // The empty name stands for a temporary file.
            let snapshot = try DatabaseQueue(path: "", configuration: .gatehouse)
            // All pages at once, so that no commit comes in between.
            try source.backup(to: snapshot)
            try source.close()
            guard try snapshot.read({ try $0.tableExists(CopiedTable.accounts.name) }) else {
                throw StoreError.unavailable("The file \(path) is no database of Gatehouse's.")
            }
            try Migrations.bringUpToDate(snapshot)
            return snapshot
        }
    }

    package func count(of table: CopiedTable) throws(StoreError) -> Int {
        try read { db in try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table.name)") ?? 0 }
    }

    package func columns(of table: CopiedTable) throws(StoreError) -> [String] {
        try read { db in try db.columns(in: table.name).map(\.name) }
    }

    package func forEachRow(
        of table: CopiedTable,
        _ take: ([CopiedValue]) throws(CopyError) -> Void
    ) throws(CopyError) {
        do {
            try queue.read { db in
                let columns = try db.columns(in: table.name).map(\.name).joined(separator: ", ")
                let rows = try Row.fetchCursor(db, sql: "SELECT \(columns) FROM \(table.name)")
                while let row = try rows.next() { try take(row.databaseValues.map(CopiedValue.init)) }
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

extension CopiedValue {
    fileprivate init(_ value: DatabaseValue) throws {
        switch value.storage {
        case .null: self = .null
        case .int64(let number): self = .integer(number)
        case .string(let text): self = .text(text)
        case .blob(let bytes): self = .bytes(bytes)
        // No column is of this type, and the tables are strict.
        case .double: throw StoreError.corrupt("number")
        }
    }
}
