package import GatehouseStore
import GatehouseWire

/// An issuer whose tokens the server trusts for one purpose.
package struct TrustedIssuer: Sendable, Equatable {
    /// The claim `iss`.
    package let issuer: String
    /// The issuer's keys.
    package let keys: PublishedKeys

    package init(issuer: String, keys: PublishedKeys) {
        self.issuer = issuer
        self.keys = keys
    }

    /// Returns whether a token claims to be from the issuer.
    func isIssuer(of token: UnverifiedJWT) -> Bool {
        token.issuer.map { issuer.utf8.elementsEqual($0.utf8) } ?? false
    }
}
