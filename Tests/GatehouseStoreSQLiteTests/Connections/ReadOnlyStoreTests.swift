import Foundation
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseStoreSQLite
import GatehouseTestSupport
import Testing

/// Reading for `gatehouse serve --check`, which changes nothing.
@Suite struct ReadOnlyStoreTests {
    private let directory = TemporaryDirectory()

    /// Returns the files by name; of the index of the write-ahead log, which readers rebuild, the name only.
    private func files(in folder: String) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, name.hasSuffix("-shm") ? Data() : try Data(contentsOf: URL(filePath: folder + "/" + name)))
            }
        )
    }

    /// Reads the schema and the number of accounts.
    private func read(_ path: String) async throws -> Int {
        let state = try await SQLiteSchema.state(ofFileAt: path)
        #expect(state.version == state.latest)
        let store = try SQLiteStore(reading: path)
        let count = try await store.accounts(after: nil, limit: 10).count
        await #expect(throws: StoreError.self) {
            try await store.commit([.account(.insert(SampleRecords.account("late")))])
        }
        try await store.close()
        return count
    }

    @Test func leavesFilesOfStoppedServer() async throws {
        let store = try SQLiteStore(path: directory.database, isServer: true)
        try await store.commit([.account(.insert(SampleRecords.account("user")))])
        try await store.close()
        let before = try files(in: directory.path)
        #expect(try await read(directory.database) == 1)
        #expect(try files(in: directory.path) == before)
    }

    @Test func leavesFilesOfInterruptedServer() async throws {
        let store = try SQLiteStore(path: directory.database, isServer: true)
        try await store.commit([.account(.insert(SampleRecords.account("user")))])
        // The files of an open store are those that a killed server leaves.
        let interrupted = TemporaryDirectory()
        try FileManager.default.copyItem(atPath: directory.path, toPath: interrupted.path)
        try await store.close()
        let before = try files(in: interrupted.path)
        #expect(before["gatehouse.sqlite-wal"]?.isEmpty == false)
        #expect(try await read(interrupted.database) == 1)
        #expect(try files(in: interrupted.path) == before)
    }

    @Test func leavesFilesOfRunningServer() async throws {
        let store = try SQLiteStore(path: directory.database, isServer: true)
        try await store.commit([.account(.insert(SampleRecords.account("user")))])
        let before = try files(in: directory.path)
        #expect(try await read(directory.database) == 1)
        #expect(try files(in: directory.path) == before)
        try await store.checkHealth()
        try await store.close()
    }
}
