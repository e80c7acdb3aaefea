import GatehouseConcurrency
import Testing

@Suite struct MutexTests {
    private struct Rejected: Error, Equatable {}

    private final class SharedTotal: Sendable {
        let value = Mutex(0)
    }

    private final class Counter {
        var count = 0
    }

    @Test func excludesConcurrentChanges() async {
        let total = SharedTotal()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<10_000 { total.value.withLock { $0 += 1 } }
                }
            }
        }
        #expect(total.value.withLock { $0 } == 80_000)
    }

    @Test func throwsErrorOfClosureAndUnlocks() {
        let total = Mutex(0)
        #expect(throws: Rejected()) {
            try total.withLock { total throws(Rejected) in
                total = 1
                throw Rejected()
            }
        }
        #expect(total.withLock { $0 } == 1)
    }

    @Test func holdsValueThatIsNotSendable() {
        let counter = Mutex(Counter())
        counter.withLock { $0.count += 1 }
        #expect(counter.withLock(\.count) == 1)
    }

    @Test func transfersValueOutOfTheLock() {
        let counter = Mutex<Counter?>(Counter())
        let taken = counter.withLock { $0.take() }
        #expect(taken != nil)
        #expect(counter.withLock { $0 == nil })
    }

    @Test func keepsFlagSet() {
        let flag = Flag()
        let before = flag.isSet
        flag.set()
        flag.set()
        let after = flag.isSet
        #expect([before, after] == [false, true])
    }
}
