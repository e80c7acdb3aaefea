import GatehouseStore
import GatehouseWire

extension ClientRegistration {
    /// Creates the registration that would result in a client, without its secrets and identifier, for the policy to
    /// check.
    init(_ client: Client) {
        self.init(
            name: client.name,
            kind: client.isConfidential ? .confidential : .public,
            redirectURIs: client.redirectURIs,
            postLogoutRedirectURIs: client.postLogoutRedirectURIs,
            grantTypes: client.grantTypes,
            scopes: client.scopes,
            authenticationMethod: client.tokenEndpointAuthMethod,
            idTokenAlgorithm: client.idTokenAlgorithm,
            requiresPKCE: client.requiresPKCE,
            mayOmitRedirectURI: client.mayOmitRedirectURI,
            skipsConsent: client.skipsConsent,
            logoURI: client.logoURI,
            termsOfServiceURI: client.termsOfServiceURI,
            policyURI: client.policyURI,
            attributes: client.attributes,
            native: client.native,
            kii: client.kii.map {
                KiiRegistration(
                    tokenLifetime: $0.tokenLifetime,
                    accepts: $0.accepts,
                    revealsAccounts: $0.revealsAccounts,
                    hasAdministrator: $0.adminSecretHash != nil
                )
            },
            refreshRecovery: client.refreshRecovery,
            introspects: client.introspects,
            codeDomain: client.codeDomain,
            isForDevelopment: client.isForDevelopment
        )
    }
}
