import Synchronization

/// How many connections each network address holds.
final class ConnectionCounts: Sendable {
    private let limit: Int
    private let counts = Mutex<[CallerAddress: Int]>([:])

    init(limit: Int) {
        self.limit = limit
    }

    /// Counts a connection; `false`, and not counted, when the address holds as many as it may.
    func open(_ address: CallerAddress) -> Bool {
        counts.withLock { counts in
            guard counts[address, default: 0] < limit else { return false }
            counts[address, default: 0] += 1
            return true
        }
    }

    func close(_ address: CallerAddress) {
        counts.withLock { counts in
            let left = counts[address, default: 0] - 1
            counts[address] = left > 0 ? left : nil
        }
    }
}
