import GatehouseStore
import GatehouseWire

extension ClientInformation {
    /// What RFC 7591 §3.2.1 shows of a stored client.
    init(_ client: Client, secret: Secret?) {
        self.init(
            clientID: client.id.rawValue,
            clientSecret: secret,
            clientIDIssuedAt: UnixTime(client.createdAt),
            clientSecretExpiresAt: secret == nil ? nil : UnixTime(seconds: 0),
            clientName: client.name,
            logoURI: client.logoURI,
            redirectURIs: client.redirectURIs,
            postLogoutRedirectURIs: client.postLogoutRedirectURIs,
            responseTypes: client.grantTypes.contains(.authorizationCode) ? [.code] : [],
            grantTypes: client.grantTypes,
            scope: client.scopes,
            tokenEndpointAuthMethod: client.tokenEndpointAuthMethod,
            idTokenSigningAlgorithm: client.idTokenAlgorithm
        )
    }
}
