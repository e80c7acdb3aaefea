/// The services of a client, composed from its configuration.
struct ClientServices: Sendable {
    let adapter: any ProtocolAdapter
    let manager: SessionManager
    let signInFlow: AuthorizationCodeFlow
    let signOutFlow: SignOutFlow
    let deviceCodeFlow: DeviceCodeFlow
    let importer: SessionImporter
    let reauthenticator: PageReauthenticator

    /// Composes the services.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - states: Receives the sign-in states.
    ///   - events: Receives the session events.
    init(
        _ configuration: ClientConfiguration,
        states: StreamBroadcaster<SessionState>,
        events: StreamBroadcaster<SessionEvent>
    ) {
        let environment = configuration.environment
        let clock = ServerClock(device: environment.now, uptime: environment.uptime)
        let adapter = configuration.adapter(clock: clock)
        let gate = InteractionGate(executor: configuration.executor)
        let activeRequests = ActiveUserAgentRequests()
        let flow: @Sendable (SessionManager) -> AuthorizationCodeFlow = { manager in
            AuthorizationCodeFlow(
                adapter: adapter,
                manager: manager,
                gate: gate,
                agent: configuration.userAgent,
                activeRequests: activeRequests,
                redirectURI: configuration.redirectURI
            )
        }
        self.adapter = adapter
        reauthenticator = PageReauthenticator(flow: flow)
        let reauthenticates = configuration.userAgent != nil && configuration.reauthenticatesInBrowser
        manager = configuration.manager(
            adapter,
            interaction: UserInteraction(
                reauthenticator: reauthenticates ? reauthenticator : nil,
                passkeyAuthenticator: configuration.passkeyAuthenticator
            ),
            clock: clock,
            states: states,
            events: events
        )
        signInFlow = flow(manager)
        signOutFlow = SignOutFlow(
            signIn: signInFlow,
            postLogoutRedirectURI: configuration.postLogoutRedirectURI,
            randomBytes: environment.randomBytes
        )
        deviceCodeFlow = DeviceCodeFlow(service: adapter, manager: manager, gate: gate, sleep: environment.sleep)
        importer = SessionImporter(manager: manager, randomBytes: environment.randomBytes)
    }
}
