import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire

/// The keys as the store held them at one moment, unsealed, oldest first.
struct KeyringSnapshot: Sendable {
    private let keys: [(stored: StoredKey, key: SigningKey)]
    let published: JSONWebKeySet
    let verifier: TokenVerifier
    let freshUntil: Date

    init(_ keys: [(stored: StoredKey, key: SigningKey)], freshUntil: Date) {
        self.keys = keys
        published = JSONWebKeySet(keys: keys.map(\.key.publicJWK))
        verifier = TokenVerifier(published)
        self.freshUntil = freshUntil
    }

    /// The youngest key that every node knows by then: who is given a token may ask any of them for its key.
    ///
    /// - Returns: `nil` when there is none that has not been retired.
    func signingKey(_ algorithm: SigningAlgorithm, at now: Date) -> SigningKey? {
        let own = keys.filter { $0.stored.algorithm == algorithm }
        guard own.contains(where: { $0.stored.retiredAt == nil }) else { return nil }
        // The first of all has nobody to sign in its place.
        return (own.last { $0.stored.createdAt.addingTimeInterval(Keyring.announcement) <= now } ?? own.first)?.key
    }
}
