import Foundation
import GRDB
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseTestSupport
import Testing

@testable import GatehouseStoreSQLite

/// Copies from another file, which reads like any other source.
@Suite struct SQLiteCopyTargetTests {
    private let source = TemporaryDirectory()
    private let target = TemporaryDirectory()

    @discardableResult
    private func copy() async throws -> RowCounts {
        let snapshot = try await SQLiteSnapshot(of: source.database)
        return try await SQLiteCopyTarget(path: target.database).fill(from: snapshot) { _ in }
    }

    private func edit(_ directory: TemporaryDirectory, _ sql: String) throws {
        let queue = try DatabaseQueue(path: directory.database)
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }

    @Test func copiesRecordsToNewFile() async throws {
        try await source.fill()
        let counts = try await copy()
        #expect(counts[.accounts] == TemporaryDirectory.accountCount)
        let mode = try FileManager.default.attributesOfItem(atPath: target.database)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let (before, after) = (try source.store(), try target.store())
        let accounts = try await after.accounts(after: nil, limit: .max)
        #expect(try await before.accounts(after: nil, limit: .max) == accounts)
        try await before.close()
        try await after.close()
    }

    @Test func keepsNonEmptyTargetUnchanged() async throws {
        try await source.fill()
        let store = try target.store()
        try await store.commit([.account(.insert(SampleRecords.account("theirs")))])
        try await store.close()
        await #expect(throws: CopyError.notEmpty(.accounts, rows: 1)) { try await copy() }
        let reopened = try target.store()
        #expect(try await reopened.accounts(after: nil, limit: .max).map(\.id) == ["theirs"])
        try await reopened.close()
    }

    @Test func rejectsFileOfRunningServer() async throws {
        try await source.fill()
        let server = try SQLiteStore(path: target.database, isServer: true)
        let failure = await #expect(throws: CopyError.self) { try await copy() }
        guard case .target(.unavailable(let reason)) = failure else {
            Issue.record("The copy did not fail because of the server.")
            return
        }
        #expect(reason.hasPrefix("Another server uses"))
        try await server.close()
    }

    @Test func rollsBackWhenRowIsRejected() async throws {
        try await source.fill()
        try await target.store().close()
        try edit(target, "CREATE UNIQUE INDEX one ON account_identifiers (kind)")
        let failure = await #expect(throws: CopyError.self) { try await copy() }
        guard case .refused(.accountIdentifiers, _) = failure else {
            Issue.record("The copy did not fail because of the row.")
            return
        }
        let store = try target.store()
        #expect(try await store.accounts(after: nil, limit: .max) == [])
        try await store.close()
    }

    @Test func rejectsUnknownColumns() async throws {
        try await source.fill()
        try await target.store().close()
        try edit(target, "ALTER TABLE consents ADD COLUMN later INTEGER")
        await #expect(throws: CopyError.unknownColumn(.consents, "later")) { try await copy() }
    }
}
