import Foundation
import GatehouseConcurrency

/// Remembers results for tokens until they expire, up to a number of tokens.
///
/// A lookup hashes the last bytes of a token only, so that it takes the same time for every length. Tokens are in two
/// generations: one that is used moves to the younger generation, and the older one is dropped as a whole.
final class TokenCache<Value: Sendable>: Sendable {
    /// The last 32 bytes of a token: they are part of a signature or of random text, so they identify the token like a
    /// hash.
    private struct Fingerprint: Hashable {
        let words: (UInt64, UInt64, UInt64, UInt64)
        let length: Int

        init(_ token: String) {
            let bytes = Array(token.utf8.suffix(32))
            words = (
                Self.word(0, of: bytes), Self.word(1, of: bytes), Self.word(2, of: bytes), Self.word(3, of: bytes)
            )
            length = token.utf8.count
        }

        private static func word(_ index: Int, of bytes: [UInt8]) -> UInt64 {
            var word: UInt64 = 0
            for position in index * 8..<index * 8 + 8 where position < bytes.count {
                word = word << 8 | UInt64(bytes[position])
            }
            return word
        }

        static func == (left: Self, right: Self) -> Bool {
            left.words == right.words && left.length == right.length
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(words.0)
            hasher.combine(words.1)
            hasher.combine(words.2)
            hasher.combine(words.3)
        }
    }

    private struct Entry {
        let token: String
        let value: Value
        let expiresAt: TimeInterval
    }

    private struct State {
        var younger: [Fingerprint: Entry] = [:]
        var older: [Fingerprint: Entry] = [:]
        /// The number of times that the cache was emptied.
        var epoch = 0
    }

    /// The maximum length of a remembered token in bytes.
    private let maxLength = 4096
    private let generationSize: Int
    private let state = Mutex(State())

    /// Creates an empty cache.
    ///
    /// - Parameter capacity: The maximum number of tokens; zero to remember none.
    init(capacity: Int) {
        generationSize = (max(0, capacity) + 1) / 2
    }

    /// The number of times that the cache was emptied, to be passed to ``insert(_:for:until:epoch:)``.
    var epoch: Int { state.withLock { $0.epoch } }

    /// The number of remembered tokens.
    var count: Int { state.withLock { $0.younger.count + $0.older.count } }

    /// Returns the result for a token, unless it has expired.
    func value(for token: String, at now: TimeInterval) -> Value? {
        let fingerprint = Fingerprint(token)
        return state.withLock { state in
            if let entry = state.younger[fingerprint] {
                return entry.token == token && now < entry.expiresAt ? entry.value : nil
            }
            guard let entry = state.older[fingerprint], entry.token == token, now < entry.expiresAt else { return nil }
            insert(entry, as: fingerprint, into: &state)
            return entry.value
        }
    }

    /// Remembers the result for a token.
    ///
    /// - Parameters:
    ///   - value: The result.
    ///   - token: The token.
    ///   - expiresAt: The time after which it is not used.
    ///   - epoch: The epoch in which the work for the result began; an older one is ignored.
    func insert(_ value: Value, for token: String, until expiresAt: TimeInterval, epoch: Int) {
        guard generationSize > 0, token.utf8.count <= maxLength else { return }
        let entry = Entry(token: token, value: value, expiresAt: expiresAt)
        state.withLock { state in
            guard state.epoch == epoch else { return }
            insert(entry, as: Fingerprint(token), into: &state)
        }
    }

    private func insert(_ entry: Entry, as fingerprint: Fingerprint, into state: inout State) {
        if state.younger.count >= generationSize, state.younger[fingerprint] == nil {
            state.older = state.younger
            state.younger = [:]
        }
        state.younger[fingerprint] = entry
    }

    /// Forgets all tokens.
    func removeAll() {
        state.withLock { $0 = State(epoch: $0.epoch + 1) }
    }
}
