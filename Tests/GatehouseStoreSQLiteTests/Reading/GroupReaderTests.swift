import Dispatch
import GRDB
import GatehouseStore
import Testing

@testable import GatehouseStoreSQLite

@Suite struct GroupReaderTests {
    private let directory = TemporaryDirectory()

    @Test func manyAtOnceEachGetTheirOwnAnswer() async throws {
        let store = try directory.store()
        for number in 0..<50 { try await store.commit([.account(.insert(Records.account("\(number)")))]) }
        let found = try await withThrowingTaskGroup(of: (Int, Account?).self) { group in
            for number in 0..<1000 {
                group.addTask { (number, try await store.account(Account.ID("\(number % 100)"))) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for number in 0..<1000 {
            #expect(found[number] == (number % 100 < 50 ? Records.account("\(number % 100)") : nil))
        }
        try await store.close()
    }

    @Test func afterTheEndNothingIsRead() async throws {
        let store = try directory.store()
        try await store.close()
        await #expect(throws: StoreError.self) { try await store.account("person") }
    }

    @Test func whereThereIsNoConnectionEveryReadIsRefusedUntilThereIsOne() async throws {
        let file = try ScarceFile(directory)
        let reader = GroupReader(file.pool)
        file.refuse(true)
        let refusal = StoreError(DatabaseError(resultCode: .SQLITE_CANTOPEN))
        #expect(await Self.read(200, by: reader) == Array(repeating: .failure(refusal), count: 200))
        file.refuse(false)
        #expect(await Self.read(200, by: reader) == (0..<200).map { .success($0) })
        reader.close()
        try file.pool.close()
    }

    @Test func aReaderWithoutAConnectionLeavesWhatWaitsToTheOneThatHasOne() async throws {
        let file = try ScarceFile(directory)
        let reader = GroupReader(file.pool)
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let end = DispatchSemaphore(value: 0)
        async let long = reader.perform { _ in
            beginning.finish()
            end.wait()
        }
        for await _ in begun {}
        file.refuse(true)
        async let others = Self.read(200, by: reader)
        for await _ in file.attempts { break }
        // Who gets no connection is told one after the other, so the reader that was to help has left by then.
        let isRefused = await withCheckedContinuation { continuation in
            file.pool.asyncUnsafeRead { continuation.resume(returning: (try? $0.get()) == nil) }
        }
        #expect(isRefused)
        end.signal()
        try await long
        #expect(await others == (0..<200).map { .success($0) })
        reader.close()
        try file.pool.close()
    }

    /// What comes of so many reads at once, in their order.
    private static func read(_ count: Int, by reader: GroupReader) async -> [Result<Int, StoreError>] {
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
