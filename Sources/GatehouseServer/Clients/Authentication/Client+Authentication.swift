import Foundation
package import GatehouseStore
package import GatehouseWire

extension ClientAuthenticationMethod {
    /// Whether the client signs assertions (RFC 7523 §2.2) and never sends a secret.
    package var signsAssertions: Bool { [.privateKeyJWT, .clientSecretJWT].contains(self) }
}

extension Client {
    /// Whether the client has credentials (RFC 6749 §2.1).
    package var isConfidential: Bool {
        switch tokenEndpointAuthMethod {
        case .none: false
        case .privateKeyJWT: keys != nil
        default: secretHash != nil
        }
    }

    /// Whether requests that authenticate as the client count for the client, and not for their network address.
    ///
    /// Secrets and keys of clients that register themselves would otherwise multiply the limit of an address.
    var hasOwnLimit: Bool { isConfidential && hasOperator }

    /// Returns whether a secret that the client sent is its current one, or a previous one during its overlap.
    ///
    /// A client that signs assertions never sends its secret, so that no party on the way learns it.
    func accepts(_ secret: Secret, at now: Date) -> Bool {
        isConfidential && !tokenEndpointAuthMethod.signsAssertions && hasSecret(secret, at: now)
    }

    /// Returns whether a secret is the client's current one, or a previous one during its overlap.
    ///
    /// Compares each in constant time.
    func hasSecret(_ secret: Secret, at now: Date) -> Bool {
        guard let secretHash else { return false }
        let hash = OpaqueToken.hash(of: secret.reveal())
        return previousSecrets.reduce(Secret(secretHash).matches(hash)) { isAccepted, previous in
            Secret(previous.hash).matches(hash) && now < previous.expiresAt || isAccepted
        }
    }

    /// The algorithms of assertions that the client may use.
    var assertionAlgorithms: [SigningAlgorithm] {
        tokenEndpointAuthMethod == .clientSecretJWT
            ? [.hs256] : algorithms(registered: security.assertionAlgorithm)
    }

    /// The algorithms of request objects that the client may use.
    var requestObjectAlgorithms: [SigningAlgorithm] { algorithms(registered: security.requestObjectAlgorithm) }

    private func algorithms(registered: SigningAlgorithm?) -> [SigningAlgorithm] {
        let supported = profileRequirements?.algorithms ?? SigningAlgorithm.asymmetric
        return supported.filter { registered == nil || $0 == registered }
    }
}
