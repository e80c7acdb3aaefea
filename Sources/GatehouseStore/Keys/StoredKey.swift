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
    /// Set when another key took its place: once every node knows that one, this one only verifies.
    package var retiredAt: Date? {
        didSet { retiredAt = retiredAt?.flooredToMilliseconds }
    }
    /// When its last token has expired and it need not be published any more; set with ``retiredAt``.
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
