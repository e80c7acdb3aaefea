/// The composition of every handler of the identity server and its dependencies.
package struct IdentityServer: Sendable {
    package let core: ServerCore
    package let flows: Flows
    package let accounts: AccountOperations
    package let readiness: ReadinessProbe
    package let browserSessions: BrowserSessions
    package let authorization: AuthorizationHandler
    package let token: TokenHandler
    package let revocation: RevocationHandler
    package let introspection: IntrospectionHandler
    package let userInfo: UserInfoHandler
    package let discovery: DiscoveryHandler
    package let keySet: KeySetHandler
    package let deviceAuthorization: DeviceAuthorizationHandler
    package let devicePages: DevicePages
    package let endSession: EndSessionHandler
    package let amazon: AmazonAdapter
    package let entra: EntraAdapter
    package let kii: KiiAdapter

    package init(
        core: ServerCore,
        additionalFactors: [any AdditionalFactor] = [],
        policy: AuthenticationPolicy = AuthenticationPolicy()
    ) {
        self.core = core
        let outbox = MessageOutbox(core: core)
        flows = Flows(core: core, outbox: outbox, additionalFactors: additionalFactors, policy: policy)
        let classes = policy.classes(reachableWith: flows.factors.kinds)
        accounts = AccountOperations(core: core, outbox: outbox, flows: flows)
        readiness = ReadinessProbe(core: core)
        browserSessions = BrowserSessions(core: core)
        authorization = AuthorizationHandler(core: core, start: flows.authorization, classes: classes)
        token = TokenHandler(core: core, formats: .registered)
        revocation = RevocationHandler(core: core, formats: .registered)
        introspection = IntrospectionHandler(core: core, formats: .registered)
        userInfo = UserInfoHandler(core: core, formats: .registered)
        discovery = DiscoveryHandler(core: core, grantTypes: GrantRegistry.grantTypes, classes: classes)
        keySet = KeySetHandler(core: core)
        deviceAuthorization = DeviceAuthorizationHandler(core: core)
        devicePages = DevicePages(
            core: core,
            runner: flows.runner,
            actions: flows.actions,
            attemptLimiter: AttemptLimiter(core: core)
        )
        endSession = EndSessionHandler(core: core)
        amazon = AmazonAdapter(authorization: authorization, token: token, deviceAuthorization: deviceAuthorization)
        entra = EntraAdapter(
            flows: flows.native,
            token: token,
            deviceAuthorization: deviceAuthorization,
            discovery: discovery
        )
        kii = KiiAdapter(accounts: accounts, token: token, policy: policy)
    }
}

extension TokenFormats {
    /// The server's own format and those of the adapters.
    package static let registered = TokenFormats(formats: [AmazonTokenFormat(), KiiTokenFormat()])
}

extension RegistrationPolicy {
    /// The rules for the grants of the token endpoint and the apps of the adapters.
    package static let standard = RegistrationPolicy(
        grantTypes: GrantRegistry.grantTypes,
        rules: [KiiRegistrationRule()]
    )
}
