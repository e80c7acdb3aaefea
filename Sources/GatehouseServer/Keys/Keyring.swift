import Foundation
import GatehouseConcurrency
package import GatehouseJOSE
package import GatehouseStore
package import GatehouseWire

/// The server's signing keys: the current key of each algorithm, and retired keys whose tokens are still valid.
///
/// Keys are created on first use, sealed under the master key at rest and cached in memory. The cache expires after a
/// few seconds to pick up rotations by other processes.
package final class Keyring: Sendable {
    /// The algorithms with which the server signs tokens; keys of most are created when the first client or resource
    /// uses them.
    package static let algorithms: [SigningAlgorithm] = [.es256, .rs256, .ps256, .edDSA]
    /// The number of seconds for which a snapshot is cached.
    static let refreshInterval: TimeInterval = 2
    /// The number of seconds for which a new key is published before it signs: by then every node has reloaded its
    /// keys, and small clock differences do no harm.
    static let propagationDelay: TimeInterval = 3

    /// The longest lifetime of a token for the issuer, in seconds.
    private let tokenLifetime: TimeInterval
    private let environment: ServerEnvironment
    private let store: any ChangeCommitter & KeyReader & ResourceReader
    private let configuredResources: [Resource]
    private let masterKey: MasterKey
    private let cache = Mutex<KeyringSnapshot?>(nil)

    package init(
        lifetimes: Lifetimes,
        environment: ServerEnvironment,
        store: any ChangeCommitter & KeyReader & ResourceReader,
        masterKey: MasterKey,
        configuredResources: [Resource] = []
    ) {
        tokenLifetime = max(lifetimes.accessToken, lifetimes.idToken)
        self.environment = environment
        self.store = store
        self.masterKey = masterKey
        self.configuredResources = configuredResources
    }

    /// Returns the key that signs new tokens, creating it if necessary.
    package func signingKey(_ algorithm: SigningAlgorithm) async throws(KeyringError) -> SigningKey {
        let snapshot = try await snapshot()
        if let key = snapshot.signingKey(algorithm, at: environment.now) { return key }
        try await insert(algorithm)
        guard let key = try await load().signingKey(algorithm, at: environment.now) else { throw .unavailable }
        return key
    }

    /// Returns the public keys of all tokens that may still be valid, and of the next signing keys.
    ///
    /// Returns the cached keys if the store is unavailable, so that resource servers can continue to verify tokens.
    package func publicKeys() async throws(KeyringError) -> JSONWebKeySet {
        do throws(KeyringError) {
            try await prepare()
            return try await snapshot().published
        } catch .unavailable {
            guard let cached = cache.withLock({ $0 }) else { throw .unavailable }
            return cached.published
        }
    }

    /// Returns a verifier for tokens that this server signed.
    package func verifier() async throws(KeyringError) -> JWSVerifier {
        try await snapshot().verifier
    }

    /// Returns the creation of the current signing key of each algorithm that has one.
    func creationDates() async throws(KeyringError) -> [(algorithm: SigningAlgorithm, date: Date)] {
        let snapshot = try await snapshot()
        return Self.algorithms.compactMap { algorithm in
            snapshot.creation(of: algorithm, at: environment.now).map { (algorithm, $0) }
        }
    }

    /// Creates missing keys, so that the first request need not wait for them.
    package func prepare() async throws(KeyringError) {
        for algorithm in [SigningAlgorithm.es256, .rs256] { _ = try await signingKey(algorithm) }
    }

    /// Replaces each current key with a new one.
    ///
    /// The old keys sign until every node has loaded the new ones, and verify until the last token they signed has
    /// expired.
    ///
    /// - Returns: The identifiers of the new keys.
    package func rotate() async throws(KeyringError) -> [String] {
        let now = environment.now
        let end = now.addingTimeInterval(try await longestTokenLifetime() + 2 * Self.propagationDelay)
        var newKeyIDs: [String] = []
        for stored in try await read() where stored.retiredAt == nil {
            let (key, record) = try await make(stored.algorithm, at: now)
            try await commit([.key(.retire(stored.id, at: now, expiresAt: end)), .key(.insert(record))])
            newKeyIDs.append(key.keyID)
        }
        _ = try await load()
        return newKeyIDs
    }

    /// Returns the keys as of a few seconds ago at most.
    func snapshot() async throws(KeyringError) -> KeyringSnapshot {
        if let cached = cache.withLock({ $0 }), environment.now < cached.freshUntil { return cached }
        return try await load()
    }

    private func load() async throws(KeyringError) -> KeyringSnapshot {
        let now = environment.now
        let box = try box()
        var keys: [(StoredKey, SigningKey)] = []
        for stored in try await read() where stored.expiresAt.map({ $0 > now }) ?? true {
            do {
                let material = try box.open(stored.sealedPrivateKey, for: Data(stored.id.rawValue.utf8))
                keys.append((stored, try SigningKey(stored.algorithm, privateMaterial: material)))
            } catch {
                throw .unreadable(stored.id.rawValue)
            }
        }
        let snapshot = KeyringSnapshot(keys, freshUntil: now.addingTimeInterval(Self.refreshInterval))
        // Keeps the snapshot whose load started last, even if another one finishes later.
        cache.withLock { if ($0?.freshUntil ?? .distantPast) <= snapshot.freshUntil { $0 = snapshot } }
        return snapshot
    }

    private func insert(_ algorithm: SigningAlgorithm) async throws(KeyringError) {
        let (_, record) = try await make(algorithm, at: environment.now)
        do {
            try await store.commit([.key(.insert(record))])
        } catch .conflict {
            // Another process created the key first; uses that one.
        } catch {
            throw unavailable(error)
        }
    }

    private func make(
        _ algorithm: SigningAlgorithm,
        at now: Date
    ) async throws(KeyringError) -> (SigningKey, StoredKey) {
        do {
            // Generating an RSA key takes tenths of a second and must not block the event loop.
            let key = try await Task.detached { [environment] in try environment.makeKey(algorithm) }.value
            let sealed = try box().seal(key.privateMaterial, for: Data(key.keyID.utf8))
            return (
                key,
                StoredKey(id: StoredKey.ID(key.keyID), algorithm: algorithm, sealedPrivateKey: sealed, createdAt: now)
            )
        } catch {
            throw .unavailable
        }
    }

    /// Returns the longest lifetime of a token for the issuer or a resource, in seconds.
    private func longestTokenLifetime() async throws(KeyringError) -> TimeInterval {
        let stored: [Resource]
        do { stored = try await store.resources() } catch { throw unavailable(error) }
        return (configuredResources + stored).compactMap(\.tokenLifetime).reduce(tokenLifetime, max)
    }

    private func box() throws(KeyringError) -> SecretBox {
        do { return try masterKey.box(.sealedKeys) } catch { throw .unavailable }
    }

    private func read() async throws(KeyringError) -> [StoredKey] {
        do { return try await store.keys() } catch { throw unavailable(error) }
    }

    private func commit(_ changes: [Change]) async throws(KeyringError) {
        do { try await store.commit(changes) } catch { throw unavailable(error) }
    }

    private func unavailable(_ error: StoreError) -> KeyringError {
        StoreErrorRecorder.record(error)
        return .unavailable
    }
}

/// The unsealed keys as of one read of the store, oldest first.
struct KeyringSnapshot: Sendable {
    private let keys: [(stored: StoredKey, key: SigningKey)]
    let published: JSONWebKeySet
    let verifier: JWSVerifier
    let freshUntil: Date

    init(_ keys: [(stored: StoredKey, key: SigningKey)], freshUntil: Date) {
        self.keys = keys
        published = JSONWebKeySet(keys: keys.map(\.key.publicJWK))
        verifier = JWSVerifier(published)
        self.freshUntil = freshUntil
    }

    /// Returns the youngest key that every node publishes: a client may fetch the key set from any node.
    ///
    /// - Returns: `nil` if all keys are retired.
    func signingKey(_ algorithm: SigningAlgorithm, at now: Date) -> SigningKey? {
        current(algorithm, at: now)?.key
    }

    /// Returns the creation of the key that signs.
    func creation(of algorithm: SigningAlgorithm, at now: Date) -> Date? {
        current(algorithm, at: now)?.stored.createdAt
    }

    private func current(_ algorithm: SigningAlgorithm, at now: Date) -> (stored: StoredKey, key: SigningKey)? {
        let own = keys.filter { $0.stored.algorithm == algorithm }
        guard own.contains(where: { $0.stored.retiredAt == nil }) else { return nil }
        // The first key of all signs at once: there is no older one.
        return own.last { $0.stored.createdAt.addingTimeInterval(Keyring.propagationDelay) <= now } ?? own.first
    }
}

/// An error that occurs when no signing key is available.
package enum KeyringError: Error, Sendable, Equatable {
    /// The store could not be read or written, or the key could not be created.
    case unavailable
    /// A stored key cannot be unsealed: it was sealed under a different key file. The value identifies the key.
    case unreadable(String)
}
