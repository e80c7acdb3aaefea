import Synchronization

/// The number of connections of each network address, with the memory of large bodies counted as further connections.
final class ConnectionCounts: Sendable {
    private struct State {
        var byAddress: [CallerAddress: Int] = [:]
        var reserved = 0

        mutating func add(_ count: Int, to address: CallerAddress, limit: Int) -> Bool {
            guard byAddress[address, default: 0] + count <= limit else { return false }
            byAddress[address, default: 0] += count
            return true
        }

        mutating func remove(_ count: Int, from address: CallerAddress) {
            let left = byAddress[address, default: 0] - count
            byAddress[address] = left > 0 ? left : nil
        }
    }

    private let limit: Int
    private let total: Int
    private let state = Mutex(State())

    /// Creates counts with the most connections of one address, and the most of all addresses together.
    init(perAddress limit: Int, total: Int) {
        self.limit = limit
        self.total = total
    }

    /// Counts a connection.
    ///
    /// - Returns: `false`, without counting it, when the address has reached its limit.
    func open(_ address: CallerAddress) -> Bool {
        state.withLock { $0.add(1, to: address, limit: limit) }
    }

    func close(_ address: CallerAddress) {
        state.withLock { $0.remove(1, from: address) }
    }

    /// Counts the memory of a large body as a number of connections of its caller.
    ///
    /// - Returns: `false`, without counting it, when the address or all addresses together have reached their limit.
    func reserve(_ share: Int, for address: CallerAddress) -> Bool {
        state.withLock { state in
            guard state.reserved + share <= total, state.add(share, to: address, limit: limit) else { return false }
            state.reserved += share
            return true
        }
    }

    func release(_ share: Int, of address: CallerAddress) {
        state.withLock { state in
            state.reserved -= share
            state.remove(share, from: address)
        }
    }
}
