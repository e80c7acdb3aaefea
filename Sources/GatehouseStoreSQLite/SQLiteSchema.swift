import GRDB
package import GatehouseStore

/// Reads the schema of a database file without changing it.
package enum SQLiteSchema {
    /// Returns the schema of an existing file.
    ///
    /// - Throws: ``StoreError/unavailable(_:)`` if the file cannot be opened, ``StoreError/damaged(_:)`` if it is
    ///   damaged or not a database.
    package static func state(ofFileAt path: String) async throws(StoreError) -> SchemaState {
        try await SQLiteCopy.inBackground {
            let queue = try DatabaseQueue(path: path, configuration: .unchanging(DatabaseFile(path: path)))
            let version = try queue.read { db in
                guard try db.tableExists("grdb_migrations") else { return 0 }
                return try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM grdb_migrations") ?? 0
            }
            try queue.close()
            return SchemaState(version: version, latest: SQLiteMigrations.steps.count)
        }
    }
}
