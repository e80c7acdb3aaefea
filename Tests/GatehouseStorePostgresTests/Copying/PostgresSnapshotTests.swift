import Foundation
import GatehouseConcurrency
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseStoreSQLite
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseStorePostgres

/// Copies from PostgreSQL to an SQLite file.
@Suite(.needsPostgres) struct PostgresSnapshotTests {
    private let directory = TemporaryDirectory()
    private var target: SQLiteCopyTarget { SQLiteCopyTarget(path: directory.path + "/gatehouse.sqlite") }

    @Test func copiesAllRecordsToSQLite() async throws {
        try await TestDatabase.with { database throws in
            let source = try await database.store()
            try await source.commit(SampleData.changes)
            try await source.commit(SampleData.later)
            let snapshot = try await PostgresSnapshot.take(of: database.url)
            // Later commits are not in the snapshot.
            try await source.commit([.account(.insert(SampleRecords.account("late")))])
            let reports = Mutex<[CopyProgress]>([])
            let counts = try await target.fill(from: snapshot) { report in reports.withLock { $0.append(report) } }
            #expect(TableName.allCases.map { counts[$0] } == SampleData.counts)
            #expect(reports.withLock { $0.last?.rows } == counts.total)

            let copy = try SQLiteStore(path: directory.path + "/gatehouse.sqlite")
            let contents = try await SampleData.Contents(of: copy)
            #expect(contents.isComplete)
            // New records are ordered after the copied ones.
            try await copy.commit([.account(.insert(SampleRecords.account("third")))])
            #expect(try await copy.accounts(after: nil, limit: 9).map(\.id) == ["ada", "grace", "third"])
            try await copy.close()
            await source.close()
        }
    }

    @Test func returnsSameRecordsAfterCopyThereAndBack() async throws {
        try await TestDatabase.with { database throws in
            let source = try SourceFile()
            try await source.store.commit(SampleData.changes)
            try await source.store.commit(SampleData.later)
            _ = try await PostgresCopyTarget(url: database.url, environment: .live)
                .fill(from: source.snapshot()) { _ in }
            _ = try await target.fill(from: PostgresSnapshot.take(of: database.url)) { _ in }
            let copy = try SQLiteStore(path: directory.path + "/gatehouse.sqlite")
            #expect(try await SampleData.Contents(of: copy) == SampleData.Contents(of: source.store))
            try await copy.close()
        }
    }

    @Test func rejectsDatabaseWithoutSchemaOfThisVersion() async throws {
        try await TestDatabase.with { database throws in
            await #expect(throws: StoreError.unavailable("The database contains no Gatehouse data.")) {
                try await PostgresSnapshot.take(of: database.url)
            }
            await (try database.store()).close()
            try await database.execute("DELETE FROM schema_migrations WHERE version = 1")
            try await database.execute("UPDATE schema_migrations SET version = version - 1 WHERE version > 1")
            let failure = await #expect(throws: StoreError.self) {
                try await PostgresSnapshot.take(of: database.url)
            }
            #expect(failure?.reason.contains("of another version") == true)
        }
    }
}

@Suite struct TableCopyReaderTests {
    private let columns = [
        PostgresColumn(name: "id", type: "text"), PostgresColumn(name: "at", type: "bigint"),
        PostgresColumn(name: "flag", type: "boolean"), PostgresColumn(name: "state", type: "bytea"),
    ]
    private let rows: [[ColumnValue]] = [
        [.text("ä\n"), .integer(-1), .integer(1), .bytes(Data([0, 255]))],
        [.null, .integer(.max), .integer(0), .bytes(Data())],
    ]

    private func read(_ messages: [[UInt8]]) throws -> [[ColumnValue]] {
        var reader = TableCopyReader(.flows, columns)
        var found: [[ColumnValue]] = []
        for message in messages { try reader.read(message) { row throws(CopyError) in found.append(row) } }
        return found
    }

    private func written() throws -> [[UInt8]] {
        let format = try TableCopyFormat(.flows, columns: columns, source: columns.map(\.name))
        return try rows.map { row in
            var bytes: [UInt8] = []
            try format.append(row, to: &bytes)
            return bytes
        }
    }

    @Test func readsRowsThatTheFormatWrites() throws {
        let messages = try written()
        let header = TableCopyFormat.header
        #expect(try read([header + messages[0], messages[1], TableCopyFormat.trailer]) == rows)
        #expect(try read([header, messages[0] + messages[1] + TableCopyFormat.trailer]) == rows)
    }

    @Test func rejectsIncompleteRows() throws {
        let messages = try written()
        #expect(throws: CopyError.self) { try read([TableCopyFormat.header, messages[0].dropLast()]) }
    }
}
