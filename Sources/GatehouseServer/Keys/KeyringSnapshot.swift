import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire

/// The keys as the store held them at one moment, unsealed.
struct KeyringSnapshot: Sendable {
    let current: [SigningAlgorithm: SigningKey]
    let published: JSONWebKeySet
    let verifier: TokenVerifier
    let freshUntil: Date

    init(_ keys: [(stored: StoredKey, key: SigningKey)], freshUntil: Date) {
        var current: [SigningAlgorithm: SigningKey] = [:]
        for (stored, key) in keys where stored.retiredAt == nil { current[stored.algorithm] = key }
        self.current = current
        published = JSONWebKeySet(keys: keys.map(\.key.publicJWK))
        verifier = TokenVerifier(published)
        self.freshUntil = freshUntil
    }
}
