import Dispatch
import GRDB
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseTestSupport
import Testing

@testable import GatehouseStoreSQLite

@Suite struct ReadBatcherTests {
    private let directory = TemporaryDirectory()

    @Test func returnsOwnResultToEachConcurrentRead() async throws {
        let store = try directory.store()
        for number in 0..<50 { try await store.commit([.account(.insert(SampleRecords.account(.init("\(number)"))))]) }
        let found = try await withThrowingTaskGroup(of: (Int, Account?).self) { group in
            for number in 0..<1000 {
                group.addTask { (number, try await store.account(Account.ID("\(number % 100)"))) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for number in 0..<1000 {
            #expect(found[number] == (number % 100 < 50 ? SampleRecords.account(.init("\(number % 100)")) : nil))
        }
        try await store.close()
    }

    @Test func failsAfterClose() async throws {
        let store = try directory.store()
        try await store.close()
        await #expect(throws: StoreError.self) { try await store.account("user") }
    }

    @Test func failsReadsUntilConnectionIsAvailable() async throws {
        let file = try FailingConnectionPool(directory)
        let reader = ReadBatcher(file.pool)
        file.failConnections(true)
        let failure = StoreError(DatabaseError(resultCode: .SQLITE_CANTOPEN))
        #expect(await Self.read(200, by: reader) == Array(repeating: .failure(failure), count: 200))
        file.failConnections(false)
        #expect(await Self.read(200, by: reader) == (0..<200).map { .success($0) })
        reader.close()
        try file.pool.close()
    }

    @Test func leavesQueuedReadsToConnectedReader() async throws {
        let file = try FailingConnectionPool(directory)
        let reader = ReadBatcher(file.pool)
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let end = DispatchSemaphore(value: 0)
        async let long = reader.perform { _ in
            beginning.finish()
            end.wait()
        }
        for await _ in begun {}
        file.failConnections(true)
        async let others = Self.read(200, by: reader)
        for await _ in file.attempts { break }
        // GRDB reports failed connections in order, so the second reader has given up by then.
        let hasFailed = await withCheckedContinuation { continuation in
            file.pool.asyncUnsafeRead { continuation.resume(returning: (try? $0.get()) == nil) }
        }
        #expect(hasFailed)
        end.signal()
        try await long
        #expect(await others == (0..<200).map { .success($0) })
        reader.close()
        try file.pool.close()
    }

    /// Returns the results of concurrent reads, in their order.
    private static func read(_ count: Int, by reader: ReadBatcher) async -> [Result<Int, StoreError>] {
        await withTaskGroup(of: (Int, Result<Int, StoreError>).self) { group in
            for number in 0..<count {
                group.addTask {
                    do throws(StoreError) {
                        let read = try await reader.perform { db in
                            try Int.fetchOne(db, sql: "SELECT ?", arguments: [number])
                        }
                        return (number, .success(read ?? -1))
                    } catch {
                        return (number, .failure(error))
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
