package import Foundation
package import GatehouseWire

/// A signing key at rest.
package struct StoredKey: Sendable, Equatable, Codable {
    package typealias ID = TypedID<StoredKey>

    /// The `kid`: the public key's RFC 7638 thumbprint.
    package let id: ID
    package let algorithm: SigningAlgorithm
    /// The private key, sealed under the server's key file with the id as associated data.
    package let sealedPrivateKey: Data
    package let createdAt: Date
    /// The time when the key was replaced; it then only verifies, once every node knows its successor.
    package var retiredAt: Date? {
        didSet { retiredAt = retiredAt?.flooredToMilliseconds }
    }
    /// The time when the last token of the key has expired and it is no longer published; set with ``retiredAt``.
    package var expiresAt: Date? {
        didSet { expiresAt = expiresAt?.flooredToMilliseconds }
    }

    package init(
        id: ID,
        algorithm: SigningAlgorithm,
        sealedPrivateKey: Data,
        createdAt: Date,
        retiredAt: Date? = nil,
        expiresAt: Date? = nil
    ) {
        self.id = id
        self.algorithm = algorithm
        self.sealedPrivateKey = sealedPrivateKey
        self.createdAt = createdAt.flooredToMilliseconds
        self.retiredAt = retiredAt?.flooredToMilliseconds
        self.expiresAt = expiresAt?.flooredToMilliseconds
    }
}

/// Reads signing keys.
package protocol KeyReader: Sendable {
    /// Returns all keys, oldest first.
    func keys() async throws(StoreError) -> [StoredKey]
}
