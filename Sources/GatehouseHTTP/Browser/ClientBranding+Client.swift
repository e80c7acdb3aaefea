import GatehouseStore

extension ClientBranding {
    /// How a registered client presents itself.
    init(_ client: Client) {
        self.init(
            name: client.name,
            logo: client.logoURI,
            terms: client.termsOfServiceURI,
            privacyPolicy: client.policyURI
        )
    }
}
