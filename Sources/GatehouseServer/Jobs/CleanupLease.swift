import Foundation
import GatehouseStore

/// The lease by which one of several servers deletes expired records at a time.
///
/// It expires by the database's clock if its holder stops without releasing it.
actor CleanupLease {
    /// The time, in seconds, after which another server may take over.
    private static let lifetime: TimeInterval = 30
    /// The age, in seconds, from which it is extended.
    private static let renewalAge: TimeInterval = 5

    private let store: any Store
    private let environment: ServerEnvironment
    private let holder: String
    private var acquiredAt: Date?
    /// Whether another server has acquired it since this one did, until ``release()``.
    private var isLost = false

    init(store: any Store, environment: ServerEnvironment) {
        self.store = store
        self.environment = environment
        // A store that is not shared has no other server.
        holder = store.isShared ? OpaqueToken.identifier(random: environment.random) : ""
    }

    /// Returns whether this server holds the lease, which it acquires or extends.
    func isHeld() async throws(StoreError) -> Bool {
        guard store.isShared else { return true }
        guard !isLost else { return false }
        if let acquiredAt, abs(environment.now.timeIntervalSince(acquiredAt)) < Self.renewalAge { return true }
        return try await acquire { $0.addingTimeInterval(Self.lifetime) }
    }

    /// Lets another server acquire the lease at once, even if the clock is set back.
    func release() async throws(StoreError) {
        // Also if the store is unavailable: then the lease expires.
        defer {
            isLost = false
            acquiredAt = nil
        }
        guard acquiredAt != nil else { return }
        _ = try await acquire { _ in Date(timeIntervalSince1970: 0) }
    }

    private func acquire(until end: (_ now: Date) -> Date) async throws(StoreError) -> Bool {
        let started = environment.now
        let now = try await store.time() ?? started
        let isAcquired = try await store.acquireLease(
            "cleanup",
            holder: holder,
            at: now,
            until: end(now)
        )
        isLost = !isAcquired && acquiredAt != nil
        acquiredAt = isAcquired ? started : nil
        return isAcquired
    }
}
