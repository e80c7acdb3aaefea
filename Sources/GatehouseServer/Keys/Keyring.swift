import Foundation
package import GatehouseJOSE
package import GatehouseStore
package import GatehouseWire
import Synchronization

/// The server's signing keys: the current one of each algorithm, and the retired ones whose tokens still live.
///
/// Keys are made when they are first needed, sealed under the master key at rest, and held in memory. What is in memory is read again
/// every few seconds, so that a rotation by another process or node is seen soon.
package final class Keyring: Sendable {
    /// How long, in seconds, a snapshot is used before the store is asked again.
    static let refreshInterval: TimeInterval = 2
    /// How long, in seconds, a new key is published before it signs: until then, every node has looked, and clocks that differ by a second do no harm.
    static let announcement: TimeInterval = 3

    private let settings: ServerSettings
    private let environment: ServerEnvironment
    private let store: any Store
    private let masterKey: MasterKey
    private let cache = Mutex<KeyringSnapshot?>(nil)

    package init(settings: ServerSettings, environment: ServerEnvironment, store: any Store, masterKey: MasterKey) {
        self.settings = settings
        self.environment = environment
        self.store = store
        self.masterKey = masterKey
    }

    /// The key that signs new tokens.
    package func signingKey(_ algorithm: SigningAlgorithm) async throws(KeyringError) -> SigningKey {
        let snapshot = try await snapshot()
        if let key = snapshot.signingKey(algorithm, at: environment.now()) { return key }
        try await insert(algorithm)
        guard let key = try await load().signingKey(algorithm, at: environment.now()) else { throw .unavailable }
        return key
    }

    /// Every public key whose tokens may still be alive, and those that the next tokens will be signed with.
    ///
    /// While the store does not answer, those that it had last: whoever has a token of this server can go on checking it.
    package func publicKeys() async throws(KeyringError) -> JSONWebKeySet {
        do throws(KeyringError) {
            try await prepare()
            return try await snapshot().published
        } catch .unavailable {
            guard let cached = cache.withLock({ $0 }) else { throw .unavailable }
            return cached.published
        }
    }

    /// Checks tokens that this server has signed.
    package func verifier() async throws(KeyringError) -> TokenVerifier {
        try await snapshot().verifier
    }

    /// Makes the keys that are missing, so that the first request need not wait for it.
    package func prepare() async throws(KeyringError) {
        for algorithm in [SigningAlgorithm.es256, .rs256] { _ = try await signingKey(algorithm) }
    }

    /// Puts a new key in the place of each current one.
    ///
    /// The old ones sign until every node knows the new ones, and verify until the last token they have signed has expired.
    ///
    /// - Returns: the identifiers of the new keys.
    package func rotate() async throws(KeyringError) -> [String] {
        let now = environment.now()
        let lifetime = max(settings.lifetimes.accessToken, settings.lifetimes.idToken)
        let end = now.addingTimeInterval(lifetime + 2 * Self.announcement)
        var made: [String] = []
        for stored in try await read() where stored.retiredAt == nil {
            let (key, record) = try await make(stored.algorithm, at: now)
            try await commit([.key(.retire(stored.id, at: now, expiresAt: end)), .key(.insert(record))])
            made.append(key.keyID)
        }
        _ = try await load()
        return made
    }

    /// The keys as they were a few seconds ago at most.
    func snapshot() async throws(KeyringError) -> KeyringSnapshot {
        if let cached = cache.withLock({ $0 }), environment.now() < cached.freshUntil { return cached }
        return try await load()
    }

    private func load() async throws(KeyringError) -> KeyringSnapshot {
        let now = environment.now()
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
        // One that was begun before another is older, even if it is ready later.
        cache.withLock { if ($0?.freshUntil ?? .distantPast) <= snapshot.freshUntil { $0 = snapshot } }
        return snapshot
    }

    private func insert(_ algorithm: SigningAlgorithm) async throws(KeyringError) {
        let (_, record) = try await make(algorithm, at: environment.now())
        do {
            try await store.commit([.key(.insert(record))])
        } catch .conflict {
            // Another process was faster; its key is the key.
        } catch {
            throw unavailable(error)
        }
    }

    private func make(
        _ algorithm: SigningAlgorithm,
        at now: Date
    ) async throws(KeyringError) -> (SigningKey, StoredKey) {
        do {
            // An RSA key takes some tenths of a second, in which the connections of the caller's event loop must not stand still.
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
        StoreWitness.note(error)
        return .unavailable
    }
}
