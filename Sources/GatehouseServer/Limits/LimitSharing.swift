package import GatehouseStore
import Logging

/// Makes the limits of ``RateLimiter`` hold for all servers on one store together, up to a second of requests.
///
/// Each server counts for itself, adds every second what it has counted to the store's counters, all in one statement, and reads there
/// what all have counted. While the store is away each goes on with what it knows.
package struct LimitSharing: Sendable {
    let core: ServerCore
    let wait: @Sendable (Duration) async throws -> Void

    /// So many addresses and so many clients at most are told of at a time; those who ask most come first.
    private static let size = 500

    package init(core: ServerCore, wait: @escaping @Sendable (Duration) async throws -> Void) {
        self.core = core
        self.wait = wait
    }

    /// Shares every second until the task is cancelled; does nothing where there is nobody to share with.
    package func run() async {
        guard core.store.isShared else { return }
        while !Task.isCancelled {
            do throws(StoreError) {
                try await share()
            } catch {
                core.environment.logger.debug("Could not share the limits", metadata: ["reason": "\(error)"])
            }
            do { try await wait(.seconds(1)) } catch { return }
        }
    }

    /// Tells the others once, and hears from them.
    package func share() async throws(StoreError) {
        let now = core.now
        let counts = core.limiter.unshared(at: now, limit: Self.size)
        guard !counts.isEmpty else { return }
        let byKey = Dictionary(uniqueKeysWithValues: counts.map { (key(of: $0.subject), $0) })
        let added = byKey.map { Counter(key: $0, count: $1.count, expiresAt: $1.end) }
        for total in try await core.store.add(added, at: now) {
            guard let count = byKey[total.key] else { continue }
            core.limiter.learn(total.count, until: total.expiresAt, of: count, at: now)
        }
    }

    private func key(of subject: RateLimiter.Subject) -> String {
        let key = core.masterKey
        return switch subject {
        case .address(let address): key.fingerprint(.counters, "requests from", address)
        case .client(let id): key.fingerprint(.counters, "requests of", id.rawValue)
        case .publicClient(let id, let address):
            key.fingerprint(.counters, "requests of", id.rawValue, address ?? "")
        }
    }
}
