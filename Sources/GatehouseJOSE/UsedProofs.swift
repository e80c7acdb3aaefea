import Crypto
package import Foundation
import GatehouseWire

/// The DPoP proofs that were used, for as long as their time of creation is accepted (RFC 9449 §11.1).
///
/// A full memory accepts no more proofs: forgetting one would permit its replay.
package struct UsedProofs: Sendable {
    /// A part of the hash of a proof's identifier, key and URI, long enough to exclude collisions.
    ///
    /// Long identifiers take no more memory than short ones.
    package struct Key: Sendable, Hashable {
        private let high: UInt64
        private let low: UInt64

        /// Creates the key of a verified proof.
        package init(_ proof: DPoPProof, for request: DPoPProof.Request) {
            self.init(proof.identifier, proof.thumbprint, request.uri.description)
        }

        init(_ parts: String...) {
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

    /// The result of an insertion.
    package enum Insertion: Sendable, Hashable {
        case inserted
        /// The proof was used before.
        case alreadyUsed
        /// The proof cannot be remembered, so that a replay would remain unnoticed.
        case full
    }

    private let window: TimeInterval
    private let generationCapacity: Int
    private var recent: Set<Key> = []
    /// The previous generation, whose proofs may still be accepted.
    private var earlier: Set<Key> = []
    /// The time at which the recent generation began.
    private var startedAt = Date.distantPast

    /// Creates an empty memory.
    ///
    /// - Parameters:
    ///   - window: The accepted times of creation.
    ///   - capacity: The maximum number of remembered proofs, of 16 bytes each, in two generations of the same size;
    ///     each generation lasts as long as the window.
    package init(window: DPoPProof.Window, capacity: Int) {
        // UnixTime has whole seconds.
        self.window = window.past + window.future + 1
        generationCapacity = max(1, capacity / 2)
    }

    /// The number of remembered proofs.
    package var count: Int { recent.count + earlier.count }

    /// Remembers a proof.
    ///
    /// - Parameters:
    ///   - key: The key of the proof.
    ///   - now: The current time.
    /// - Returns: Whether the proof is accepted.
    package mutating func insert(_ key: Key, at now: Date) -> Insertion {
        let age = now.timeIntervalSince(startedAt)
        if age >= window {
            earlier = age < 2 * window ? recent : []
            recent = []
            startedAt = now
        }
        guard !recent.contains(key), !earlier.contains(key) else { return .alreadyUsed }
        guard recent.count < generationCapacity else { return .full }
        recent.insert(key)
        return .inserted
    }
}
