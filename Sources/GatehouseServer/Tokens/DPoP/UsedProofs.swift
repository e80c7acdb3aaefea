import Crypto
import Foundation
import GatehouseConcurrency
import GatehouseWire

/// The recent DPoP proofs of this node, each of which is accepted once (RFC 9449 §11.1).
///
/// A proof is remembered for as long as its time of creation is accepted. Other nodes do not know it.
final class UsedProofs: Sendable {
    /// A part of the hash of a proof, long enough to exclude collisions.
    private struct Key: Hashable {
        let high: UInt64
        let low: UInt64

        init(_ parts: [String]) {
            var hash = SHA256()
            for part in parts {
                hash.update(data: Data("\(part.utf8.count):".utf8))
                hash.update(data: Data(part.utf8))
            }
            let words = hash.finalize().prefix(16).enumerated().reduce(into: [UInt64](repeating: 0, count: 2)) {
                $0[$1.offset / 8] = $0[$1.offset / 8] << 8 | UInt64($1.element)
            }
            (high, low) = (words[0], words[1])
        }
    }

    private struct State {
        var recent: Set<Key> = []
        /// The previous generation, whose proofs may still be accepted.
        var earlier: Set<Key> = []
        /// The time at which the recent generation began.
        var startedAt = Date.distantPast
    }

    private let window: TimeInterval
    private let capacity: Int
    private let state = Mutex(State())

    /// Creates an empty memory.
    ///
    /// - Parameters:
    ///   - window: The time in seconds for which a proof is accepted after it was received.
    ///   - capacity: The number of proofs per window; of 16 bytes each, in at most two generations.
    init(window: TimeInterval, capacity: Int = 1 << 20) {
        self.window = window
        self.capacity = capacity
    }

    /// The number of remembered proofs.
    var count: Int { state.withLock { $0.recent.count + $0.earlier.count } }

    /// Remembers a proof.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the proof, unique for its key and URI.
    ///   - thumbprint: The thumbprint of the key.
    ///   - uri: The URI of the request.
    ///   - now: The current time.
    /// - Returns: `false` if the proof was used before.
    /// - Throws: `temporarily_unavailable` if the memory is full: without it, a replay would remain unnoticed.
    func insert(_ identifier: String, of thumbprint: String, for uri: String, at now: Date) throws(OAuthError) -> Bool {
        let key = Key([identifier, thumbprint, uri])
        let isNew: Bool? = state.withLock { state in
            let age = now.timeIntervalSince(state.startedAt)
            if age >= window {
                state = State(recent: [], earlier: age < 2 * window ? state.recent : [], startedAt: now)
            }
            guard !state.recent.contains(key), !state.earlier.contains(key) else { return false }
            guard state.recent.count < capacity else { return nil }
            state.recent.insert(key)
            return true
        }
        guard let isNew else { throw .busy }
        return isNew
    }
}
