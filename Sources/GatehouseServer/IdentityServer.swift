/// The identity server as functions: every handler, with what it depends on, put together here and nowhere else.
package struct IdentityServer: Sendable {
    package let core: ServerCore
    package let engine: TransactionEngine
    package let accounts: AccountEditor
    package let readiness: Readiness
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
    package let amazon: AmazonDialect
    package let entra: EntraDialect
    package let kii: KiiDialect

    package init(core: ServerCore) {
        self.core = core
        engine = TransactionEngine(core: core, outbox: MailOutbox(core: core))
        accounts = AccountEditor(engine: engine)
        readiness = Readiness(core: core)
        browserSessions = BrowserSessions(core: core)
        authorization = AuthorizationHandler(core: core, engine: engine)
        token = TokenHandler(core: core)
        revocation = RevocationHandler(core: core)
        introspection = IntrospectionHandler(core: core)
        userInfo = UserInfoHandler(core: core)
        discovery = DiscoveryHandler(core: core)
        keySet = KeySetHandler(core: core)
        deviceAuthorization = DeviceAuthorizationHandler(core: core)
        devicePages = DevicePages(core: core, engine: engine)
        endSession = EndSessionHandler(core: core)
        amazon = AmazonDialect(authorization: authorization, token: token, deviceAuthorization: deviceAuthorization)
        entra = EntraDialect(
            engine: engine,
            token: token,
            deviceAuthorization: deviceAuthorization,
            discovery: discovery
        )
        kii = KiiDialect(accounts: accounts, token: token)
    }
}
