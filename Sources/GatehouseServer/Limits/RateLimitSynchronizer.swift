package import GatehouseStore
import Logging

/// Synchronizes the counts of ``RateLimiter`` between the servers of one store, to within a second of requests.
///
/// Every second, each server adds its unpublished counts to the store's counters in one statement, which returns the
/// totals. If the store is unavailable, each server continues with its own counts.
package struct RateLimitSynchronizer: Sendable {
    let store: any Store
    let limiter: RateLimiter
    let environment: ServerEnvironment
    let masterKey: MasterKey
    let wait: @Sendable (Duration) async throws -> Void

    /// The maximum number of addresses, and of clients, per synchronization; the busiest come first.
    private static let size = 500

    /// Synchronizes every second until the task is cancelled.
    ///
    /// Does nothing if the store is not shared.
    package func run() async {
        guard store.isShared else { return }
        while !Task.isCancelled {
            do throws(StoreError) {
                try await synchronize()
            } catch {
                environment.logger.debug("could not synchronize rate limits", metadata: ["reason": "\(error)"])
            }
            do { try await wait(.seconds(1)) } catch { return }
        }
    }

    /// Publishes this server's counts and merges the totals.
    package func synchronize() async throws(StoreError) {
        let now = environment.now
        let counts = limiter.unpublishedCounts(at: now, limit: Self.size)
        guard !counts.isEmpty else { return }
        let byKey = Dictionary(uniqueKeysWithValues: counts.map { (key(of: $0.subject), $0) })
        let added = byKey.map { Counter(key: $0, count: $1.count, expiresAt: $1.end) }
        for total in try await store.increment(added, at: now) {
            guard let count = byKey[total.key] else { continue }
            limiter.merge(total.count, until: total.expiresAt, of: count, at: now)
        }
    }

    private func key(of subject: RateLimiter.Subject) -> String {
        switch subject {
        case .address(let address): masterKey.fingerprint(.counters, "requests from", address)
        case .client(let id): masterKey.fingerprint(.counters, "requests of", id.rawValue)
        case .secrets(let address): masterKey.fingerprint(.counters, "secrets from", address)
        case .publicClient(let id, let address):
            masterKey.fingerprint(.counters, "requests of", id.rawValue, address ?? "")
        }
    }
}
