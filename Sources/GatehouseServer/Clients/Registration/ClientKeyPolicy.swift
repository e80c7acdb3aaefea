import GatehouseJOSE
import GatehouseStore
package import GatehouseWire

/// The rules for clients that sign assertions and requests.
package struct ClientKeyPolicy: Sendable {
    /// The error for a client that signs assertions with a key that the server does not know.
    package static let missingAssertionKeys = rejected(
        "\(ClientAuthenticationMethod.privateKeyJWT) requires the client's public keys, or their URL."
    )
    /// The error for a client that signs its requests with a key that the server does not know.
    package static let missingRequestKeys = rejected("Signed requests require the client's public keys, or their URL.")

    /// The maximum number of keys of a client.
    private static let maximumKeys = 32
    private static let keyIDLimit = 256

    /// Validates the authentication method, the keys and the requirements on requests.
    ///
    /// - Throws: `invalid_client_metadata`.
    func check(_ registration: ClientRegistration) throws(OAuthError) {
        try checkAuthentication(registration)
        try checkKeys(registration)
        try checkRequestRules(registration)
    }

    /// Validates the authentication method and the algorithm of assertions.
    private func checkAuthentication(_ registration: ClientRegistration) throws(OAuthError) {
        let method = registration.authenticationMethod
        let algorithm = registration.security.assertionAlgorithm
        guard registration.kind == .confidential else {
            guard !method.signsAssertions else { throw Self.rejected("\(method) requires a confidential client.") }
            return
        }
        switch method {
        case .clientSecretBasic, .clientSecretPost:
            guard algorithm == nil else {
                throw Self.rejected("An algorithm of assertions requires \(Self.signingMethods).")
            }
        case .clientSecretJWT:
            guard algorithm == nil || algorithm == .hs256 else {
                throw Self.rejected("The algorithm of \(method) must be \(SigningAlgorithm.hs256).")
            }
        case .privateKeyJWT:
            guard registration.keys != nil else {
                throw Self.missingAssertionKeys
            }
            try Self.check(algorithm, of: "assertions")
        default:
            let methods: [ClientAuthenticationMethod] = [
                .clientSecretBasic, .clientSecretPost, .clientSecretJWT, .privateKeyJWT,
            ]
            let names = methods.map(\.rawValue).joined(separator: ", ")
            throw Self.rejected("The authentication method must be one of \(names).")
        }
    }

    private static let signingMethods =
        "\(ClientAuthenticationMethod.privateKeyJWT) or \(ClientAuthenticationMethod.clientSecretJWT)"

    /// Validates the keys: each of them is for one client, and has a kind that the server supports (RFC 7517, RFC 8725
    /// §3.5).
    private func checkKeys(_ registration: ClientRegistration) throws(OAuthError) {
        switch registration.keys {
        case nil: break
        case .uri(let text): try RegistrationPolicy.checkRemoteURL(text, "The URL of the keys")
        case .set(let set): try checkKeySet(set.keys, registration)
        }
    }

    private func checkKeySet(_ keys: [JSONWebKey], _ registration: ClientRegistration) throws(OAuthError) {
        guard (1...Self.maximumKeys).contains(keys.count) else {
            throw Self.rejected("A client must have 1 to \(Self.maximumKeys) keys.")
        }
        let ids = keys.compactMap(\.keyID)
        guard ids.allSatisfy({ $0.utf8.count <= Self.keyIDLimit }) else {
            throw Self.rejected("The identifier of a key must not exceed \(Self.keyIDLimit) bytes.")
        }
        guard Set(ids).count == ids.count else { throw Self.rejected("Two keys have the same identifier (kid).") }
        guard !keys.contains(where: \.isWeakRSAKey) else {
            throw Self.rejected("RSA keys must have at least 2048 bits.")
        }
        let usable = Set(keys.flatMap(\.verifiableAlgorithms))
        guard !usable.isEmpty else {
            let names = SigningAlgorithm.asymmetric.map(\.rawValue).joined(separator: ", ")
            throw Self.rejected("None of the keys verifies signatures. Supported algorithms: \(names).")
        }
        let security = registration.security
        let needed = [
            registration.authenticationMethod == .privateKeyJWT ? security.assertionAlgorithm : nil,
            security.requestObjectAlgorithm,
        ]
        for algorithm in needed.compactMap(\.self) where !usable.contains(algorithm) {
            throw Self.rejected("None of the keys verifies signatures with \(algorithm).")
        }
    }

    /// Validates the requirements on authorization requests, which only the authorization endpoint enforces.
    private func checkRequestRules(_ registration: ClientRegistration) throws(OAuthError) {
        let security = registration.security
        try Self.check(security.requestObjectAlgorithm, of: "request objects")
        guard registration.keys != nil || !security.requiresSignedRequests && security.requestObjectAlgorithm == nil
        else { throw Self.missingRequestKeys }
        guard security.requiresPushedRequests || security.requiresSignedRequests else { return }
        guard !registration.usesAnotherProtocol else {
            throw Self.rejected("An app that uses another protocol cannot be required to push or sign its requests.")
        }
    }

    private static func check(_ algorithm: SigningAlgorithm?, of name: String) throws(OAuthError) {
        guard let algorithm, !SigningAlgorithm.asymmetric.contains(algorithm) else { return }
        let names = SigningAlgorithm.asymmetric.map(\.rawValue).joined(separator: ", ")
        throw rejected("The algorithm of \(name) must be one of \(names).")
    }

    private static func rejected(_ text: String) -> OAuthError { OAuthError(.invalidClientMetadata, text) }
}
