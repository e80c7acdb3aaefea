import Foundation
import GRDB
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseTestSupport
import Testing

@testable import GatehouseStoreSQLite

@Suite struct SQLiteSnapshotTests {
    private let directory = TemporaryDirectory()

    private func files() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: directory.path))
    }

    @Test func containsEveryTableWithRecords() async throws {
        try await directory.store().close()
        let queue = try DatabaseQueue(path: directory.database)
        let names = try await queue.read { db in
            try String.fetchAll(
                db,
                sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            )
        }
        try queue.close()
        #expect(Set(names) == Set(TableName.allCases.map(\.name) + ["grdb_migrations", "health", "leases"]))
    }

    @Test func containsConsistentStateOfRunningServer() async throws {
        let store = try directory.store()
        try await store.commit([
            .account(.insert(SampleRecords.account("ada", names: [SampleRecords.email("ada@example.com")])))
        ])
        let before = try files()
        let snapshot = try await SQLiteSnapshot(of: directory.database)
        try await store.commit([.account(.insert(SampleRecords.account("late")))])
        #expect(try snapshot.count(of: .accounts) == 1)
        let columns = try snapshot.columns(of: .accountIdentifiers)
        #expect(columns == ["kind", "value", "spelling", "account_id", "position", "verified_at"])
        var rows: [[ColumnValue]] = []
        try snapshot.forEachRow(of: .accountIdentifiers) { row throws(CopyError) in rows.append(row) }
        #expect(
            rows == [
                [
                    .text("email"), .text("ada@example.com"), .null, .text("ada"), .integer(0),
                    .integer(SampleRecords.now.milliseconds),
                ]
            ]
        )
        // The snapshot has no file name.
        #expect(try files() == before)
        try await store.close()
    }

    @Test func migratesOlderSchemaInSnapshotOnly() async throws {
        try await directory.store().close()
        let later = Migration(name: "nicknames", sql: "ALTER TABLE accounts ADD COLUMN nickname TEXT")
        let snapshot = try await SQLiteSnapshot(of: directory.database, by: SQLiteMigrations.steps + [later])
        #expect(try snapshot.columns(of: .accounts).contains("nickname"))
        let queue = try DatabaseQueue(path: directory.database)
        let columns = try await queue.read { db in try db.columns(in: "accounts").map(\.name) }
        #expect(!columns.contains("nickname"))
        try queue.close()
    }

    @Test func rejectsOtherFilesAndNewerSchemas() async throws {
        let reason = "File \(directory.database) not found."
        await #expect(throws: StoreError.unavailable(reason)) { try await SQLiteSnapshot(of: directory.database) }
        try await directory.store().close()
        let queue = try DatabaseQueue(path: directory.database)
        try await queue.write { db in try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('v99')") }
        await #expect(
            throws: StoreError.unavailable(
                "The database was created by a newer version of Gatehouse. Start that version, or restore an older backup."
            )
        ) { try await SQLiteSnapshot(of: directory.database) }
        try queue.close()

        let other = directory.path + "/other.sqlite"
        let others = try DatabaseQueue(path: other)
        try await others.write { db in try db.execute(sql: "CREATE TABLE things (id INTEGER)") }
        try others.close()
        await #expect(throws: StoreError.unavailable("\(other) contains no Gatehouse data.")) {
            try await SQLiteSnapshot(of: other)
        }
        try Data("no database".utf8).write(to: URL(filePath: other))
        await #expect(throws: StoreError.self) { try await SQLiteSnapshot(of: other) }
    }
}
