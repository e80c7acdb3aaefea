import Foundation
import GRDB
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseTestSupport
import Testing

@testable import GatehouseStoreSQLite

/// Migrations of a newer version; there are none yet, so these are examples.
@Suite struct MigrationTests {
    private static let later = [
        Migration(name: "nicknames", sql: "ALTER TABLE accounts ADD COLUMN nickname TEXT"),
        Migration(name: "nicknames-are-found", sql: "CREATE INDEX accounts_by_nickname ON accounts (nickname)"),
    ]

    private static let current = SQLiteMigrations.steps.map(\.name)

    private let directory = TemporaryDirectory()

    @Test func appliesEachMigrationOnce() async throws {
        let account = SampleRecords.account("ada", names: [SampleRecords.email("ada@example.com")])
        let older = try directory.store()
        try await older.commit([.account(.insert(account)), SampleRecords.counter("key")])
        try await older.close()
        for _ in 1...2 {
            try migrate(by: SQLiteMigrations.steps + Self.later)
            #expect(try appliedSteps() == Self.current + ["nicknames", "nicknames-are-found"])
            #expect(try texts("SELECT id FROM accounts WHERE nickname IS NULL") == ["ada"])
        }
    }

    @Test func continuesSessionsOfFirstSchema() async throws {
        let store = try upgrade(from: 1, UpgradeSample.insertions(no: "0", yes: "1") { "X'\($0)'" })
        try await UpgradeSample.verify(on: store)
        try await store.close()
    }

    @Test(arguments: [2, 3, 4])
    func continuesSessionsOfLaterSchema(version: Int) async throws {
        let store = try upgrade(from: version, SecondSchemaSample.insertions(no: "0", yes: "1") { "X'\($0)'" })
        #expect(try appliedSteps() == Self.current)
        try await SecondSchemaSample.verify(on: store)
        try await store.close()
    }

    @Test func rejectsNewerDatabase() async throws {
        try await directory.store().close()
        try migrate(by: SQLiteMigrations.steps + Self.later)
        #expect(
            throws: StoreError.unavailable(
                "The database was created by a newer version of Gatehouse. Start that version, or restore an older backup."
            )
        ) { try directory.store() }
    }

    @Test func keepsMigrationsBeforeFailedOne() async throws {
        try await directory.store().close()
        let broken = Migration(name: "broken", sql: "CREATE TABLE half (id INTEGER); SELECT * FROM nothing")
        #expect(throws: DatabaseError.self) {
            try migrate(by: SQLiteMigrations.steps + Self.later.prefix(1) + [broken])
        }
        #expect(try appliedSteps() == Self.current + ["nicknames"])
        #expect(try texts("SELECT name FROM sqlite_schema WHERE name = 'half'") == [])
        try migrate(by: SQLiteMigrations.steps + Self.later)
        #expect(try appliedSteps() == Self.current + ["nicknames", "nicknames-are-found"])
    }

    /// Opens a database with records of an earlier schema version.
    private func upgrade(from version: Int, _ insertions: String) throws -> SQLiteStore {
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        try migrate(by: Array(SQLiteMigrations.steps.prefix(version)))
        do {
            let database = try DatabaseQueue(path: directory.database)
            defer { try? database.close() }
            try database.write { db in try db.execute(sql: insertions) }
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: directory.database)
        return try directory.store()
    }

    private func migrate(by steps: [Migration]) throws {
        let database = try DatabaseQueue(path: directory.database)
        defer { try? database.close() }
        try SQLiteMigrations.migrate(database, by: steps)
    }

    private func appliedSteps() throws -> [String] {
        try texts("SELECT identifier FROM grdb_migrations ORDER BY rowid")
    }

    private func texts(_ sql: String) throws -> [String] {
        let database = try DatabaseQueue(path: directory.database)
        defer { try? database.close() }
        return try database.read { db in try String.fetchAll(db, sql: sql) }
    }
}
