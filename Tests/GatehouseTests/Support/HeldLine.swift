import Gatehouse
import Synchronization

/// A line on which everything waits until the test lets it on, or cuts it off.
final class HeldLine: Sendable {
    private let held = Mutex<[CheckedContinuation<TransportError?, Never>]>([])

    func wait() async -> TransportError? {
        await withCheckedContinuation { continuation in
            held.withLock { $0.append(continuation) }
        }
    }

    /// Lets one of those who wait on; `false` when nobody waits.
    func release(_ fault: TransportError?, using random: inout SeededGenerator) -> Bool {
        let continuation = held.withLock { held -> CheckedContinuation<TransportError?, Never>? in
            guard let index = held.indices.randomElement(using: &random) else { return nil }
            return held.remove(at: index)
        }
        continuation?.resume(returning: fault)
        return continuation != nil
    }
}
