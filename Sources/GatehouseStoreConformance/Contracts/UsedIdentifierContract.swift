import Foundation
import GatehouseStore
import Testing

/// The contract of single-use identifiers.
enum UsedIdentifierContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Accepts one of 50 concurrent uses of an identifier") { store throws in
            let count = await store.successCount { _ in
                [.useIdentifier("assertion", until: SampleRecords.now + 60, at: SampleRecords.now)]
            }
            #expect(count == 1)
        },
        StoreContractTest("Accepts an identifier again after its validity has ended") { store throws in
            let until = SampleRecords.now + 60
            try await store.commit([.useIdentifier("assertion", until: until, at: SampleRecords.now)])
            await store.expectConflict(.useIdentifier("assertion", until: until + 60, at: until - 0.001))
            try await store.commit([.useIdentifier("assertion", until: until + 60, at: until)])
            await store.expectConflict(.useIdentifier("assertion", until: until + 60, at: until))
        },
        StoreContractTest("Deletes used identifiers after their validity has ended") { store throws in
            try await store.commit([
                .useIdentifier("past", until: SampleRecords.now - 0.001, at: SampleRecords.now - 9),
                .useIdentifier("present", until: SampleRecords.now + 9, at: SampleRecords.now - 9),
            ])
            #expect(try await store.deleteExpired(before: SampleRecords.now, grace: 100) == 1)
            await store.expectConflict(.useIdentifier("present", until: SampleRecords.now + 9, at: SampleRecords.now))
        },
    ]
}
