import GRDB
import GatehouseStore

/// The schema migrations in order; `grdb_migrations` lists the applied ones.
enum SQLiteMigrations {
    static let steps = [SQLiteSchema1.migration]

    /// Applies pending migrations, each in its own transaction.
    ///
    /// - Throws: ``StoreError/unavailable(_:)`` if the file has migrations of a newer version.
    static func migrate(_ database: some DatabaseWriter, by steps: [Migration] = steps) throws {
        var migrator = DatabaseMigrator()
        for step in steps {
            migrator.registerMigration(step.name) { db in try db.execute(sql: step.sql) }
        }
        guard try !database.writeWithoutTransaction(migrator.hasBeenSuperseded) else {
            throw StoreError.unavailable(
                "The database was created by a newer version of Gatehouse. Start that version, or restore an older backup."
            )
        }
        try migrator.migrate(database)
    }
}

/// A migration from one schema version to the next; never changed once released.
struct Migration: Sendable {
    let name: String
    let sql: String
}
