import Foundation
import GRDB
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseTestSupport
import Testing

@testable import GatehouseStoreSQLite

@Suite struct ClosingTests {
    private let directory = TemporaryDirectory()
    private var log: String { directory.database + "-wal" }

    private func count(_ store: SQLiteStore) async throws -> Int {
        try await store.accounts(after: nil, limit: 1000).count
    }

    @Test(arguments: [true, false]) func movesLogIntoFile(isServer: Bool) async throws {
        let store = try SQLiteStore(path: directory.database, isServer: isServer)
        for number in 1...30 { try await store.commit([.account(.insert(SampleRecords.account(.init("\(number)"))))]) }
        #expect(try await store.account(Account.ID("7")) != nil)
        #expect(try await count(store) == 30)
        try await store.close()

        #expect(!FileManager.default.fileExists(atPath: log))
        let copy = TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: copy.path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try FileManager.default.copyItem(atPath: directory.database, toPath: copy.database)
        let copied = try copy.store()
        #expect(try await count(copied) == 30)
        try await copied.close()
    }

    @Test func reportsCommitsKeptInLogByOtherReader() async throws {
        let store = try SQLiteStore(path: directory.database, isServer: true)
        var configuration = Configuration()
        configuration.readonly = true
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: directory.database, configuration: configuration)
        try await reader.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN")
            _ = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM accounts")
        }
        try await store.commit([.account(.insert(SampleRecords.account("user")))])
        await #expect {
            try await store.close()
        } throws: { error in
            guard case StoreError.unavailable(let reason) = error else { return false }
            return reason.contains("the last commits are still in \(log)")
        }
        try await reader.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
        try reader.close()
        let again = try directory.store()
        #expect(try await count(again) == 1)
        try await again.close()
    }

    @Test func allowsOneServerPerFile() async throws {
        let first = try SQLiteStore(path: directory.database, isServer: true)
        #expect {
            _ = try SQLiteStore(path: directory.database, isServer: true)
        } throws: { error in
            guard case StoreError.unavailable(let reason) = error else { return false }
            return reason.hasPrefix("Another server uses \(directory.database).")
        }
        let command = try directory.store()
        try await command.commit([.account(.insert(SampleRecords.account("user")))])
        try await command.close()
        #expect(try await count(first) == 1)
        try await first.close()
        try await SQLiteStore(path: directory.database, isServer: true).close()
    }

    @Test func allowsOneServerPerFileThroughSymbolicLinks() async throws {
        let first = try SQLiteStore(path: directory.database, isServer: true)
        let link = directory.path + "/other.sqlite"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: directory.database)
        #expect(throws: StoreError.self) { _ = try SQLiteStore(path: link, isServer: true) }
        try await first.close()
    }
}
