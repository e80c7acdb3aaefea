import Foundation
import GatehouseStore
import Testing

/// The contract of counters.
enum CounterContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Counts within a window that the first increment starts") { store throws in
            try await store.commit([increment(at: 0, until: 60), increment(at: 10, until: 70)])
            #expect(try await store.counter("key", at: SampleRecords.now) == counter(2, until: 60))
            #expect(try await store.counter("other", at: SampleRecords.now) == nil)
        },
        StoreContractTest("Expires a counter at the end of its window") { store throws in
            try await store.commit([increment(at: 0, until: 60)])
            #expect(try await store.counter("key", at: SampleRecords.now + 59.999) == counter(1, until: 60))
            #expect(try await store.counter("key", at: SampleRecords.now + 60) == nil)
        },
        StoreContractTest("Rejects an increment beyond the limit") { store throws in
            try await store.commit([
                increment(at: 0, until: 60), increment(at: 0, until: 60), increment(at: 0, until: 60),
            ])
            await store.expectConflict(increment(at: 59.999, until: 200))
            #expect(try await store.counter("key", at: SampleRecords.now) == counter(3, until: 60))
        },
        StoreContractTest("Starts a new window after the end of the last") { store throws in
            try await store.commit([
                increment(at: 0, until: 60), increment(at: 0, until: 60), increment(at: 0, until: 60),
            ])
            try await store.commit([increment(at: 60, until: 120)])
            #expect(try await store.counter("key", at: SampleRecords.now + 60) == counter(1, until: 120))
        },
        StoreContractTest("Counts different keys separately") { store throws in
            try await store.commit([
                increment(at: 0, until: 60),
                .counter(.increment(key: "b", limit: 1, at: SampleRecords.now, expiresAt: SampleRecords.now + 9)),
            ])
            #expect(try await store.counter("b", at: SampleRecords.now)?.count == 1)
            #expect(try await store.counter("key", at: SampleRecords.now)?.count == 1)
        },
        StoreContractTest("Decrements a counter within its window, but not below zero") {
            store throws in
            try await store.commit([increment(at: 0, until: 60), increment(at: 1, until: 60), decrement(at: 2)])
            #expect(try await store.counter("key", at: SampleRecords.now) == counter(1, until: 60))
            try await store.commit([decrement(at: 60)])
            #expect(try await store.counter("key", at: SampleRecords.now) == counter(1, until: 60))
            try await store.commit([decrement(at: 3), decrement(at: 4)])
            #expect(try await store.counter("key", at: SampleRecords.now) == counter(0, until: 60))
            try await store.commit([.counter(.decrement(key: "unknown", at: SampleRecords.now))])
            #expect(try await store.counter("unknown", at: SampleRecords.now) == nil)
        },
        StoreContractTest("Resets a counter, and ignores a missing one") { store throws in
            try await store.commit([increment(at: 0, until: 60), .counter(.reset(key: "key"))])
            #expect(try await store.counter("key", at: SampleRecords.now) == nil)
            try await store.commit([.counter(.reset(key: "key")), increment(at: 1, until: 90)])
            #expect(try await store.counter("key", at: SampleRecords.now) == counter(1, until: 90))
        },
        StoreContractTest("Accepts as many of 50 concurrent increments as the limit allows") { store throws in
            let count = await store.successCount { _ in
                [.counter(.increment(key: "key", limit: 7, at: SampleRecords.now, expiresAt: SampleRecords.now + 60))]
            }
            #expect(count == 7)
            #expect(try await store.counter("key", at: SampleRecords.now) == counter(7, until: 60))
        },
        StoreContractTest(
            "Adds to open windows without extending them, starts new ones, and returns the counts"
        ) {
            store throws in
            try await store.commit([increment(at: 0, until: 60), increment(at: 0, until: 60)])
            let added = [counter(5, until: 90), Counter(key: "b", count: 7, expiresAt: SampleRecords.now + 90)]
            let held = try await store.increment(added, at: SampleRecords.now + 59.999)
            #expect(held.sorted { $0.key < $1.key } == [added[1], counter(7, until: 60)])
            #expect(try await store.counter("key", at: SampleRecords.now) == counter(7, until: 60))
            #expect(try await store.counter("b", at: SampleRecords.now) == added[1])
            #expect(try await store.increment([], at: SampleRecords.now) == [])
        },
        StoreContractTest("Starts a new window when adding after the end of the last") { store throws in
            _ = try await store.increment([counter(5, until: 60)], at: SampleRecords.now)
            #expect(
                try await store.increment([counter(2, until: 120)], at: SampleRecords.now + 60) == [
                    counter(2, until: 120)
                ]
            )
            #expect(try await store.counter("key", at: SampleRecords.now + 60) == counter(2, until: 120))
        },
        StoreContractTest("Counts all of 50 concurrent additions to the same counters") { store throws in
            try await withThrowingTaskGroup { group in
                for number in 0..<50 {
                    let keys = number.isMultiple(of: 2) ? ["a", "b", "c"] : ["c", "b", "a"]
                    let counts = keys.map { Counter(key: $0, count: 2, expiresAt: SampleRecords.now + 60) }
                    group.addTask { _ = try await store.increment(counts, at: SampleRecords.now) }
                }
                try await group.waitForAll()
            }
            for key in ["a", "b", "c"] { #expect(try await store.counter(key, at: SampleRecords.now)?.count == 100) }
        },
    ]

    private static func increment(at offset: TimeInterval, until end: TimeInterval) -> Change {
        .counter(.increment(key: "key", limit: 3, at: SampleRecords.now + offset, expiresAt: SampleRecords.now + end))
    }

    private static func decrement(at offset: TimeInterval) -> Change {
        .counter(.decrement(key: "key", at: SampleRecords.now + offset))
    }

    private static func counter(_ count: Int, until end: TimeInterval) -> Counter {
        Counter(key: "key", count: count, expiresAt: SampleRecords.now + end)
    }
}
