import GRDB
import GatehouseStore
import GatehouseStoreSQL

/// The schema migrations; `grdb_migrations` lists the applied ones.
enum SQLiteMigrations {
    static let steps = Migration.all(for: .sqlite)

    /// Applies pending migrations, each in its own transaction.
    ///
    /// - Throws: ``StoreError/unavailable(_:)`` if the file has migrations of a newer version.
    static func migrate(_ database: some DatabaseWriter, by steps: [Migration] = steps) throws {
        var migrator = DatabaseMigrator()
        for step in steps {
            migrator.registerMigration(step.name) { db in try db.execute(sql: step.sql) }
        }
        guard try !database.writeWithoutTransaction(migrator.hasBeenSuperseded) else {
            throw newerVersion
        }
        try migrator.migrate(database)
    }

    static let newerVersion = StoreError.unavailable(
        "The database was created by a newer version of Gatehouse. Start that version, or restore an older backup."
    )
}
