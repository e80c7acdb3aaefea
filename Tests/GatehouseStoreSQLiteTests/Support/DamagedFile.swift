import Foundation
import GRDB
import GatehouseStore
import GatehouseStoreConformance
import GatehouseTestSupport
import Testing

@testable import GatehouseStoreSQLite

extension TemporaryDirectory {
    /// The number of accounts of ``damageAccounts()``.
    static let accountCount = 400

    /// Creates a store with many accounts.
    func fill() async throws {
        let store = try store()
        let accounts = (1...Self.accountCount).map { number in
            SampleRecords.account(.init("account \(number)"), names: [SampleRecords.email("a\(number)@example.com")])
        }
        try await store.commit(accounts.map { .account(.insert($0)) })
        try await store.close()
    }

    /// Overwrites a page of the table of accounts, which is neither its first nor its last.
    func damageAccounts() throws {
        let queue = try DatabaseQueue(path: database)
        let (root, size) = try queue.read { db in
            let root = try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'accounts'")
            return (try #require(root), try #require(try Int.fetchOne(db, sql: "PRAGMA page_size")))
        }
        try queue.close()
        let file = try FileHandle(forUpdating: URL(filePath: database))
        defer { try? file.close() }
        try file.seek(toOffset: UInt64((root - 1) * size))
        let page = [UInt8](try #require(try file.read(upToCount: size)))
        // The root is an inner page, whose cells begin with the number of a page below it (SQLite, File Format §1.6).
        try #require(page[0] == 5)
        let cell = Int(page[14]) << 8 | Int(page[15])
        let below = page[cell..<cell + 4].reduce(0) { $0 << 8 | UInt64($1) }
        try file.seek(toOffset: (below - 1) * UInt64(size))
        try file.write(contentsOf: Data(repeating: 0, count: size))
    }
}
