package import Foundation
package import GatehouseWire

/// The authentication of a user: the factors proven so far, and when.
package struct Authentication: Sendable, Hashable, Codable {
    /// The time of the last proof; without factors, the time at which the account was created.
    package let authenticatedAt: Date
    /// The proven factors in the order of their proofs, each once.
    package let factors: [ProvenFactor]
    /// The class that a client requested and the factors reach; `nil` if it requested none.
    package var requestedClass: ACR?

    /// - Parameters:
    ///   - factors: The proven factors; empty for an account without credentials.
    ///   - date: The time of the last proof.
    ///   - requestedClass: The class that a client requested and the factors reach.
    package init(_ factors: [ProvenFactor], at date: Date, requestedClass: ACR? = nil) {
        authenticatedAt = date.flooredToMilliseconds
        self.factors = factors
        self.requestedClass = requestedClass
    }

    /// Returns the authentication after further proofs; a repeated factor replaces its earlier proof.
    package func adding(_ proven: [ProvenFactor]) -> Authentication {
        let repeated = Set(proven.map(\.factor))
        let kept = factors.filter { !repeated.contains($0.factor) }
        return Authentication(kept + proven, at: proven.map(\.provenAt).max() ?? authenticatedAt)
    }
}

/// A factor that a user has proven.
package struct ProvenFactor: Sendable, Hashable, Codable {
    package let factor: FactorName
    package let kind: FactorKind
    /// The method in the `amr` claim.
    package let method: AMR
    package let provenAt: Date

    package init(_ factor: FactorName, kind: FactorKind, method: AMR, provenAt: Date) {
        self.factor = factor
        self.kind = kind
        self.method = method
        self.provenAt = provenAt.flooredToMilliseconds
    }
}

/// The name of a factor, in records and in the audit log.
package struct FactorName: ExtensibleValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The kind of evidence that a factor provides.
///
/// Factors of two kinds are independent of each other.
package enum FactorKind: String, Sendable, Codable {
    /// Something the user knows, or can replace with access to the account's addresses.
    case knowledge
    /// Something the user has, such as a device with a key.
    case possession
    /// Something the user is, as verified by a device.
    case inherence
}
