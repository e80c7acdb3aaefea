import Foundation
import GRDB
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseTestSupport
import Testing

@testable import GatehouseStoreSQLite

@Suite struct SQLiteSalvageTests {
    private let directory = TemporaryDirectory()
    private var salvaged: String { directory.path + "/salvaged.sqlite" }

    private func salvage() async throws -> [TableName: SQLiteSalvage.Outcome] {
        try await SQLiteSalvage(from: directory.database, to: salvaged).run()
    }

    @Test func copiesIntactFile() async throws {
        try await directory.fill()
        let count = TemporaryDirectory.accountCount
        let outcomes = try await salvage()
        #expect(outcomes.count == TableName.allCases.count)
        #expect(outcomes[.accounts] == .init(kept: count, lost: 0))
        #expect(outcomes[.accountIdentifiers] == .init(kept: count, lost: 0))
        #expect(outcomes[.keys] == .init(kept: 0, lost: 0))
        #expect(try await SQLiteCopy(path: salvaged).check().accounts == count)
    }

    @Test func keepsRowsOnBothSidesOfTheDamage() async throws {
        try await directory.fill()
        try directory.damageAccounts()
        let before = try Data(contentsOf: URL(filePath: directory.database))
        let outcomes = try await salvage()
        let accounts = try #require(outcomes[.accounts])
        #expect(accounts.kept > TemporaryDirectory.accountCount / 2)
        #expect(accounts.kept + (accounts.lost ?? 0) == TemporaryDirectory.accountCount)
        #expect(accounts.kept < TemporaryDirectory.accountCount)
        // A name without its account is lost with it.
        #expect(outcomes[.accountIdentifiers] == accounts)
        #expect(try await SQLiteCopy(path: salvaged).check().accounts == accounts.kept)
        #expect(try Data(contentsOf: URL(filePath: directory.database)) == before)

        let store = try SQLiteStore(path: salvaged)
        let (first, last) = ("a1@example.com", "a\(TemporaryDirectory.accountCount)@example.com")
        #expect(try await store.account(.email, first)?.id == "account 1")
        #expect(try await store.account(.email, last) != nil)
        try await store.close()
    }

    @Test func readsCommitsInTheLog() async throws {
        let store = try directory.store()
        try await store.commit([.account(.insert(SampleRecords.account("ada")))])
        #expect(try await salvage()[.accounts] == .init(kept: 1, lost: 0))
        try await store.close()
    }

    @Test func changesNothingBehindSymbolicLink() async throws {
        let store = try directory.store()
        try await store.commit([.account(.insert(SampleRecords.account("ada")))])
        // The files of a server that was killed.
        let killed = directory.path + "/killed.sqlite"
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: directory.database + suffix, toPath: killed + suffix)
        }
        try await store.close()
        let link = directory.path + "/link.sqlite"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: killed)
        let outcomes = try await SQLiteSalvage(from: link, to: salvaged).run()
        #expect(outcomes[.accounts] == .init(kept: 1, lost: 0))
        #expect(FileManager.default.fileExists(atPath: killed + "-wal"))
    }

    @Test func upgradesOlderSchema() async throws {
        let (older, steps) = (directory.database, Array(SQLiteMigrations.steps.prefix(2)))
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: older)
        try SQLiteMigrations.migrate(queue, by: steps)
        try queue.close()
        #expect(try await salvage()[.credentials] == nil)
        let version = try await SQLiteCopy(path: salvaged).version()
        let count = SQLiteMigrations.steps.count
        #expect(version == .init(schema: SchemaState(version: count, latest: count), newest: nil))
    }

    @Test func rejectsOtherFiles() async throws {
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        try Data(repeating: 0x41, count: 8192).write(to: URL(filePath: directory.database))
        await #expect(throws: StoreError.damagedFile("SQLite result 26")) { try await salvage() }
    }
}
