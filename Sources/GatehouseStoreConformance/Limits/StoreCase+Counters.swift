import Foundation
import GatehouseStore
import Testing

extension StoreCase {
    static let counters: [StoreCase] = [
        StoreCase("A counter counts within its window, whose end the first increment sets") { store throws in
            try await store.commit([add(at: 0, until: 60), add(at: 10, until: 70)])
            #expect(try await store.counter("key", at: Sample.now) == counter(2, until: 60))
            #expect(try await store.counter("other", at: Sample.now) == nil)
        },
        StoreCase("A counter is gone from the moment its window ends") { store throws in
            try await store.commit([add(at: 0, until: 60)])
            #expect(try await store.counter("key", at: Sample.now + 59.999) == counter(1, until: 60))
            #expect(try await store.counter("key", at: Sample.now + 60) == nil)
        },
        StoreCase("Incrementing a counter conflicts when its open window holds the limit") { store throws in
            try await store.commit([add(at: 0, until: 60), add(at: 0, until: 60), add(at: 0, until: 60)])
            await store.refuses(add(at: 59.999, until: 200))
            #expect(try await store.counter("key", at: Sample.now) == counter(3, until: 60))
        },
        StoreCase("Incrementing a counter whose window has ended starts a new one") { store throws in
            try await store.commit([add(at: 0, until: 60), add(at: 0, until: 60), add(at: 0, until: 60)])
            try await store.commit([add(at: 60, until: 120)])
            #expect(try await store.counter("key", at: Sample.now + 60) == counter(1, until: 120))
        },
        StoreCase("Counters of different keys are counted apart") { store throws in
            try await store.commit([
                add(at: 0, until: 60),
                .counter(.increment(key: "b", limit: 1, at: Sample.now, expiresAt: Sample.now + 9)),
            ])
            #expect(try await store.counter("b", at: Sample.now)?.count == 1)
            #expect(try await store.counter("key", at: Sample.now)?.count == 1)
        },
        StoreCase("Decrementing a counter takes one back within its window, and does nothing below zero") {
            store throws in
            try await store.commit([add(at: 0, until: 60), add(at: 1, until: 60), take(at: 2)])
            #expect(try await store.counter("key", at: Sample.now) == counter(1, until: 60))
            try await store.commit([take(at: 60)])
            #expect(try await store.counter("key", at: Sample.now) == counter(1, until: 60))
            try await store.commit([take(at: 3), take(at: 4)])
            #expect(try await store.counter("key", at: Sample.now) == counter(0, until: 60))
            try await store.commit([.counter(.decrement(key: "unknown", at: Sample.now))])
            #expect(try await store.counter("unknown", at: Sample.now) == nil)
        },
        StoreCase("Resetting a counter forgets it, and does nothing when there is none") { store throws in
            try await store.commit([add(at: 0, until: 60), .counter(.reset(key: "key"))])
            #expect(try await store.counter("key", at: Sample.now) == nil)
            try await store.commit([.counter(.reset(key: "key")), add(at: 1, until: 90)])
            #expect(try await store.counter("key", at: Sample.now) == counter(1, until: 90))
        },
        StoreCase("Of 50 that increment a counter at once, as many as its limit do") { store throws in
            let count = await store.winners { _ in
                [.counter(.increment(key: "key", limit: 7, at: Sample.now, expiresAt: Sample.now + 60))]
            }
            #expect(count == 7)
            #expect(try await store.counter("key", at: Sample.now) == counter(7, until: 60))
        },
        StoreCase("Adding to counters adds to open windows, whose ends stay, starts others, and answers what they hold")
        {
            store throws in
            try await store.commit([add(at: 0, until: 60), add(at: 0, until: 60)])
            let added = [counter(5, until: 90), Counter(key: "b", count: 7, expiresAt: Sample.now + 90)]
            let held = try await store.add(added, at: Sample.now + 59.999)
            #expect(held.sorted { $0.key < $1.key } == [added[1], counter(7, until: 60)])
            #expect(try await store.counter("key", at: Sample.now) == counter(7, until: 60))
            #expect(try await store.counter("b", at: Sample.now) == added[1])
            #expect(try await store.add([], at: Sample.now) == [])
        },
        StoreCase("Adding to a counter whose window has ended starts a new one") { store throws in
            _ = try await store.add([counter(5, until: 60)], at: Sample.now)
            #expect(try await store.add([counter(2, until: 120)], at: Sample.now + 60) == [counter(2, until: 120)])
            #expect(try await store.counter("key", at: Sample.now + 60) == counter(2, until: 120))
        },
        StoreCase("What 50 add to the same counters at once is all counted") { store throws in
            try await withThrowingTaskGroup { group in
                for number in 0..<50 {
                    let keys = number.isMultiple(of: 2) ? ["a", "b", "c"] : ["c", "b", "a"]
                    let counts = keys.map { Counter(key: $0, count: 2, expiresAt: Sample.now + 60) }
                    group.addTask { _ = try await store.add(counts, at: Sample.now) }
                }
                try await group.waitForAll()
            }
            for key in ["a", "b", "c"] { #expect(try await store.counter(key, at: Sample.now)?.count == 100) }
        },
    ]

    private static func add(at offset: TimeInterval, until end: TimeInterval) -> Change {
        .counter(.increment(key: "key", limit: 3, at: Sample.now + offset, expiresAt: Sample.now + end))
    }

    private static func take(at offset: TimeInterval) -> Change {
        .counter(.decrement(key: "key", at: Sample.now + offset))
    }

    private static func counter(_ count: Int, until end: TimeInterval) -> Counter {
        Counter(key: "key", count: count, expiresAt: Sample.now + end)
    }
}
