import GRDB
import GatehouseStore

/// The steps from an empty file to the schema of this version, in order; none is ever altered once released.
enum Migrations {
    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration(V1.name, migrate: V1.migrate)
        migrator.registerMigration(V2.name, migrate: V2.migrate)
        migrator.registerMigration(V3.name, migrate: V3.migrate)
        migrator.registerMigration(V4.name, migrate: V4.migrate)
        return migrator
    }

    /// Applies what is missing, each step in a transaction of its own.
    ///
    /// - Throws: ``StoreError/unavailable(_:)`` when the file has steps that this version does not know.
    static func bringUpToDate(_ database: some DatabaseWriter) throws {
        guard try !database.writeWithoutTransaction(migrator.hasBeenSuperseded) else {
            throw StoreError.unavailable(
                "The database was made by a newer version of Gatehouse. Start that version, or restore an older backup."
            )
        }
        try migrator.migrate(database)
    }
}
