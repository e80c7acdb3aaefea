import GatehouseConcurrency
import Testing

@Suite struct AtomicIntegersTests {
    @Test func addsConcurrently() async {
        let integers = AtomicIntegers()
        await withTaskGroup { group in
            for task in 0..<4 {
                group.addTask {
                    for _ in 0..<10_000 {
                        integers.add(1, at: 0)
                        integers.add(-2, at: AtomicIntegers.count - 1)
                    }
                    integers.add(1, at: 1 + task)
                }
            }
        }
        let expected = [40_000, 1, 1, 1, 1] + Array(repeating: 0, count: AtomicIntegers.count - 6) + [-80_000]
        #expect((0..<AtomicIntegers.count).map { integers.value(at: $0) } == expected)
    }
}
