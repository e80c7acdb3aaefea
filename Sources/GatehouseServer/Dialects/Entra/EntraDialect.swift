import GatehouseStore

/// Entra: its native authentication, and what Microsoft's libraries ask of a tenant.
package struct EntraDialect: Sendable {
    package let tenants: EntraTenants
    package let clients: EntraClients
    package let signUp: EntraSignUpHandler
    package let signIn: EntraSignInHandler
    package let reset: EntraResetHandler
    package let token: EntraTokenHandler
    package let metadata: EntraMetadataHandler
    package let deviceCode: EntraDeviceCodeHandler
    /// The sign-out endpoint, which accepts a client's redirect URIs too, because Entra has no separate list for it.
    package let endSession: EndSessionHandler

    init(
        engine: TransactionEngine,
        token: TokenHandler,
        deviceAuthorization: DeviceAuthorizationHandler,
        discovery: DiscoveryHandler
    ) {
        let core = token.core
        let flow = EntraFlow(core: core, engine: engine)
        tenants = EntraTenants(names: core.settings.tenants, issuer: core.settings.issuer)
        clients = EntraClients(core: core)
        signUp = EntraSignUpHandler(flow: flow)
        signIn = EntraSignInHandler(flow: flow)
        reset = EntraResetHandler(flow: flow)
        self.token = EntraTokenHandler(
            flow: flow,
            token: token,
            tenantID: tenants.id
        )
        metadata = EntraMetadataHandler(discovery: discovery, issuer: core.settings.issuer)
        deviceCode = EntraDeviceCodeHandler(devices: deviceAuthorization)
        endSession = EndSessionHandler(core: core) { $0.postLogoutRedirectURIs + $0.redirectURIs }
    }
}
