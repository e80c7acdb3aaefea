package import Foundation
package import GatehouseStore
import Testing

/// A test of the storage contract; ``allCases`` is the whole contract.
///
/// Each test needs an empty store of its own:
///
///     @Test(arguments: StoreContractTest.allCases)
///     func conforms(to test: StoreContractTest) async throws {
///         try await test.run(on: MemoryStore())
///     }
package struct StoreContractTest: Sendable, CustomTestStringConvertible {
    /// The requirement.
    package let testDescription: String
    private let body: @Sendable (any Store) async throws -> Void

    init(_ requirement: String, _ body: @escaping @Sendable (any Store) async throws -> Void) {
        testDescription = requirement
        self.body = body
    }

    /// Runs the test, and records an issue for each violation of the contract.
    package func run(on store: any Store) async throws {
        try await body(store)
    }
}

/// Helpers of the contract tests.
extension Store {
    /// Inserts the account `user` and the client `app`, which other records reference.
    func seed() async throws {
        try await commit([.account(.insert(SampleRecords.account())), .client(.insert(SampleRecords.client()))])
    }

    /// Deletes all expired records, as a cleanup does, and returns their number.
    package func deleteExpired(before date: Date, grace: TimeInterval) async throws(StoreError) -> Int {
        var count = 0
        for kind in SweptRecords.allCases {
            guard let cutoff = kind.cutoff(at: date, grace: grace) else { continue }
            count += try await sweepAll(kind, before: cutoff)
        }
        return count
    }

    /// Sweeps until no records of a kind are left, and returns their number.
    package func sweepAll(_ kind: SweptRecords, before date: Date) async throws(StoreError) -> Int {
        var total = 0
        while true {
            let count = try await sweep(kind, before: date)
            total += count
            if count < SweptRecords.batchSize { return total }
        }
    }

    /// Expects the commit to conflict at the given position.
    func expectConflict(
        _ changes: Change...,
        at position: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await #expect(throws: StoreError.conflict(at: position), sourceLocation: sourceLocation) {
            try await commit(changes)
        }
    }

    /// Commits the changes of 50 concurrent contenders, and returns the number that succeeded.
    ///
    /// The others must conflict.
    func successCount(_ changes: @escaping @Sendable (_ contender: Int) -> [Change]) async -> Int {
        await Contenders.successCount(of: 50, on: [self], changes)
    }
}

/// Concurrent commits, some of which must conflict.
package enum Contenders {
    /// Commits the changes of concurrent contenders, distributed over the stores; returns the number that succeeded.
    ///
    /// The others must conflict.
    package static func successCount(
        of count: Int,
        on stores: [any Store],
        _ changes: @escaping @Sendable (_ contender: Int) -> [Change]
    ) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for contender in 1...count {
                group.addTask {
                    do throws(StoreError) {
                        try await stores[contender % stores.count].commit(changes(contender))
                        return true
                    } catch .conflict {
                        return false
                    } catch {
                        Issue.record(error)
                        return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }
}
