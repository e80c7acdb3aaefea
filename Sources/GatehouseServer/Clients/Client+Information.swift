package import GatehouseStore
package import GatehouseWire

extension Client {
    /// The client as its developer sees it (RFC 7591 §3.2.1).
    ///
    /// - Parameter secret: The secret, at the one moment when it is known.
    /// - Returns: Every member that the registration holds.
    package func information(secret: Secret? = nil) -> ClientInformation {
        ClientInformation(
            clientID: id.rawValue,
            clientSecret: secret,
            clientIDIssuedAt: UnixTime(createdAt),
            clientSecretExpiresAt: secret.map { _ in UnixTime(seconds: 0) },
            clientName: name,
            logoURI: logoURI,
            termsOfServiceURI: termsOfServiceURI,
            policyURI: policyURI,
            redirectURIs: redirectURIs,
            postLogoutRedirectURIs: postLogoutRedirectURIs,
            responseTypes: grantTypes.contains(.authorizationCode) ? [.code] : [],
            grantTypes: grantTypes,
            scope: scopes,
            tokenEndpointAuthMethod: tokenEndpointAuthMethod,
            idTokenSigningAlgorithm: idTokenAlgorithm
        )
    }
}
