import GatehouseConcurrency

/// The faults of an authenticator that have not occurred yet.
final class FactorFaultQueue<Fault: Sendable & Hashable>: Sendable {
    private let faults = Mutex<[Fault]>([])

    func append(_ fault: Fault) {
        faults.withLock { $0.append(fault) }
    }

    func clear() {
        faults.withLock { $0 = [] }
    }

    /// Removes and returns the next fault that applies to a use of the authenticator.
    func next(where applies: (Fault) -> Bool = { _ in true }) -> Fault? {
        faults.withLock { faults in faults.firstIndex(where: applies).map { faults.remove(at: $0) } }
    }
}
