import Foundation
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseStoreSQLite

@Suite struct DatabaseFileTests {
    private let directory = TemporaryDirectory()

    @Test func createsFilesReadableOnlyByOwner() async throws {
        let store = try directory.store()
        try await store.checkHealth()
        #expect(try mode(of: directory.path) == 0o700)
        for suffix in ["", "-wal", "-shm"] {
            #expect(try mode(of: directory.database + suffix) == 0o600)
        }
        try await store.close()
    }

    @Test func createsDatabaseInEmptyFile() async throws {
        try makeDirectory()
        try Data().write(to: URL(fileURLWithPath: directory.database))
        try setMode(0o600, of: directory.database)
        let store = try directory.store()
        try await store.commit([SampleRecords.counter("key")])
        try await store.close()
    }

    @Test func rejectsFileThatIsNotADatabase() throws {
        try makeDirectory()
        try Data(repeating: 0x41, count: 8192).write(to: URL(fileURLWithPath: directory.database))
        try setMode(0o600, of: directory.database)
        #expect(throws: StoreError.damagedFile("SQLite result 26")) { try SQLiteStore(path: directory.database) }
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o644, 0o602])
    func rejectsDatabaseAccessibleToOtherUsers(mode: Int) async throws {
        try await directory.store().close()
        try setMode(mode, of: directory.database)
        let octal = String(mode, radix: 8)
        try expectRejection("The file \(directory.database) is accessible to other users (mode 0\(octal)).")
        #expect(try self.mode(of: directory.database) == mode)
    }

    @Test(arguments: [0o770, 0o702, 0o1777]) func rejectsFolderWritableByOtherUsers(mode: Int) async throws {
        try makeDirectory()
        try setMode(mode, of: directory.path)
        let octal = String(mode, radix: 8)
        try expectRejection("The folder \(directory.path) is writable by other users (mode 0\(octal)).")
        #expect(!FileManager.default.fileExists(atPath: directory.database))
    }

    @Test func rejectsLinkIntoFolderWritableByOtherUsers() async throws {
        let other = TemporaryDirectory()
        try await other.store().close()
        try makeDirectory()
        try FileManager.default.createSymbolicLink(
            atPath: directory.database,
            withDestinationPath: other.database
        )
        try await directory.store().close()
        try setMode(0o777, of: other.path)
        try expectRejection("The folder \(other.path) is writable by other users (mode 0777).")
    }

    @Test(arguments: ["-wal", "-shm", "-journal"])
    func rejectsAuxiliaryFileWritableByOtherUsers(suffix: String) async throws {
        try await directory.store().close()
        let file = directory.database + suffix
        try Data().write(to: URL(fileURLWithPath: file))
        try setMode(0o666, of: file)
        try expectRejection("The file \(file) is accessible to other users (mode 0666).")
    }

    @Test func reportsDirectoryThatCannotBeCreated() throws {
        try makeDirectory()
        try Data().write(to: URL(fileURLWithPath: directory.path + "/file"))
        #expect(throws: StoreError.unavailable("The database directory cannot be created.")) {
            try SQLiteStore(path: directory.path + "/file/gatehouse.sqlite")
        }
    }

    @Test func rejectsNewerDatabase() async throws {
        try await directory.store().close()
        try alterFile("first-schema", to: "later-schema")
        #expect(
            throws: StoreError.unavailable(
                "The database was created by a newer version of Gatehouse. Start that version, or restore an older backup."
            )
        ) {
            try SQLiteStore(path: directory.database)
        }
    }

    @Test func reportsRecordAndColumnOfCorruptValue() async throws {
        let store = try directory.store()
        var account = SampleRecords.account()
        account.attributes = ["given_name": "Example"]
        try await store.commit([.account(.insert(account))])
        try await store.close()
        try alterFile(#"{"given_name":"#, to: #"<"given_name":"#)

        let reopened = try directory.store()
        await #expect(throws: StoreError.corrupt("account.attributes")) {
            try await reopened.account(Account.ID("user"))
        }
        #expect(try await reopened.account(Account.ID("other")) == nil)
        try await reopened.close()
    }

    @Test func createsSchemaOnceForConcurrentStores() async throws {
        let directory = directory
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                group.addTask {
                    let store = try directory.store()
                    try await store.commit([.account(.insert(SampleRecords.account(.init("\(number)"))))])
                    try await store.close()
                }
            }
            try await group.waitForAll()
        }
        let store = try directory.store()
        #expect(try await store.accounts(after: nil, limit: 100).count == 8)
        try await store.close()
    }

    private func expectRejection(_ prefix: String) throws {
        let error = try #require(#expect(throws: StoreError.self) { try SQLiteStore(path: directory.database) })
        guard case .unavailable(let reason) = error, reason.hasPrefix(prefix) else {
            Issue.record("\(error)")
            return
        }
    }

    private func makeDirectory() throws {
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        try setMode(0o755, of: directory.path)
    }

    private func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// Replaces every occurrence of a text in the closed database by one of the same length.
    private func alterFile(_ text: String, to replacement: String) throws {
        let url = URL(fileURLWithPath: directory.database)
        var content = try Data(contentsOf: url)
        var occurrences = 0
        while let range = content.range(of: Data(text.utf8)) {
            content.replaceSubrange(range, with: Data(replacement.utf8))
            occurrences += 1
        }
        #expect(occurrences > 0)
        try content.write(to: url)
        try setMode(0o600, of: directory.database)
    }
}
