package import GatehousePasswords
package import GatehouseStore

/// The composition of every handler of the identity server and its dependencies.
package final class IdentityServer: Sendable {
    package let settings: ServerSettings
    package let environment: ServerEnvironment
    package let store: any Store
    package let masterKey: MasterKey
    package let hasher: PasswordHasher
    /// The clock behind ``environment``; `nil` if the environment has its own.
    package let clock: StoreClock?
    package let keyring: Keyring
    let keys: KeyLookup
    let outbox: MessageOutbox
    package let records: RecordLookup
    package let audit: AuditLog
    package let requests: RequestLimiter
    package let attempts: AttemptLimiter
    package let clients: ClientAuthenticator
    package let registrar: ClientRegistrar
    package let registration: DynamicRegistration
    package let resources: ResourceDirectory
    package let resourceRegistrar: ResourceRegistrar
    package let protectedResources: ProtectedResourceHandler
    package let accessTokens: AccessTokenValidator
    package let dpop: DPoPVerifier
    package let flows: Flows
    package let accounts: AccountOperations
    package let accountAPI: AccountAPIHandlers
    package let accountPageSignIn: AccountPageSignIn
    package let readiness: ReadinessProbe
    package let browserSessions: BrowserSessions
    package let forms: FormProtection
    package let authorization: AuthorizationHandler
    package let pushedAuthorization: PushedAuthorizationHandler
    package let authorizationChallenge: AuthorizationChallengeHandler
    package let token: TokenHandler
    package let revocation: RevocationHandler
    package let introspection: IntrospectionHandler
    package let userInfo: UserInfoHandler
    package let discovery: DiscoveryHandler
    package let keySet: KeySetHandler
    package let openAPI: OpenAPIHandler
    package let deviceAuthorization: DeviceAuthorizationHandler
    package let devicePages: DevicePages
    package let endSession: EndSessionHandler
    package let amazon: AmazonAdapter
    package let amazonKeys: AmazonAPIKeyIssuer
    package let entra: EntraAdapter
    package let entraInteractions: EntraInteractionAdapter
    package let kii: KiiAdapter

    /// Composes a server.
    package init(
        settings: ServerSettings,
        environment: ServerEnvironment,
        store: any Store,
        masterKey: MasterKey,
        hasher: PasswordHasher,
        clock: StoreClock? = nil,
        additionalFactors: [any AdditionalFactor] = [],
        policy: AuthenticationPolicy? = nil,
        publishedKeys: any PublishedKeySource = UnavailableKeys(),
        documents: any RemoteDocumentFetcher = UnavailableDocuments(),
        metrics: ServerMetrics = .unexposed
    ) {
        let policy = policy ?? AuthenticationPolicy(secondFactor: settings.factors.secondFactor)
        let (issuer, lifetimes) = (settings.issuer, settings.lifetimes)
        let failures = FailureLog(environment: environment)
        let records = RecordLookup(settings: settings, environment: environment, store: store, failures: failures)
        let audit = AuditLog(environment: environment)
        let resources = ResourceDirectory(
            settings: settings,
            environment: environment,
            store: store,
            failures: failures
        )
        let keyring = Keyring(
            lifetimes: lifetimes,
            environment: environment,
            store: store,
            masterKey: masterKey,
            configuredResources: settings.resources
        )
        let keys = KeyLookup(keyring: keyring, failures: failures)
        let limitLog = LimitLog(logger: environment.logger, reached: metrics.limits)
        let requests = RequestLimiter(
            limiter: RateLimiter(limits: settings.limits, isShared: store.isShared),
            log: limitLog,
            environment: environment
        )
        let attempts = AttemptLimiter(
            limits: settings.limits,
            store: store,
            environment: environment,
            masterKey: masterKey,
            log: limitLog,
            failures: failures
        )
        let outbox = MessageOutbox(
            settings: settings,
            environment: environment,
            masterKey: masterKey,
            failures: failures
        )
        let clientSecrets = ClientSecretBox(masterKey: masterKey, failures: failures)
        let signatures = PublishedKeyVerifier(source: publishedKeys)
        let trustedTokens = TrustedTokenVerifier(signatures: signatures, environment: environment)
        let assertions = ClientAssertionVerifier(
            settings: settings,
            environment: environment,
            signatures: signatures,
            secrets: clientSecrets
        )
        let registrar = ClientRegistrar(
            store: store,
            records: records,
            audit: audit,
            resources: resources,
            environment: environment,
            secrets: clientSecrets,
            policy: .standard
        )
        let lookup = ClientLookup(settings: settings, registrar: registrar, limiter: attempts, documents: documents)
        let clients = ClientAuthenticator(
            issuer: issuer,
            records: records,
            lookup: lookup,
            requests: requests,
            assertions: assertions,
            environment: environment
        )
        let finder = AccountFinder(store: store, failures: failures)
        let verifier = PasswordVerifier(
            accounts: finder,
            store: store,
            hasher: hasher,
            attemptLimiter: attempts,
            audit: audit,
            failures: failures
        )
        let tokens = TokenIssuer(
            issuer: issuer,
            lifetimes: lifetimes,
            resources: resources,
            keys: keys,
            masterKey: masterKey,
            environment: environment
        )
        let buckets = AccountBuckets(masterKey: masterKey, random: environment.random)
        let creator = SessionCreator(records: records, environment: environment, buckets: buckets, lifetimes: lifetimes)
        let sessions = SessionIssuer(records: records, audit: audit, sessions: creator, tokens: tokens)
        let accessTokens = AccessTokenValidator(
            issuer: issuer,
            formats: .registered,
            records: records,
            resources: resources,
            keys: keys,
            masterKey: masterKey,
            environment: environment
        )
        let services = GrantServices(
            records: records,
            audit: audit,
            environment: environment,
            masterKey: masterKey,
            lifetimes: lifetimes,
            formats: .registered,
            tokens: tokens,
            sessions: sessions,
            accessTokens: accessTokens,
            workloads: WorkloadVerifier(settings: settings, tokens: trustedTokens, records: records)
        )
        let dpop = DPoPVerifier(settings: settings, masterKey: masterKey, environment: environment)
        let authenticator = AccessTokenAuthenticator(issuer: issuer, accessTokens: accessTokens, dpop: dpop)
        let browserSessions = BrowserSessions(
            records: records,
            audit: audit,
            environment: environment,
            masterKey: masterKey,
            buckets: buckets,
            lifetimes: lifetimes
        )
        let subjects = SubjectIdentifiers(masterKey: masterKey)
        let hints = IDTokenHintReader(issuer: issuer, keys: keys, records: records, subjects: subjects)
        self.settings = settings
        self.environment = environment
        self.store = store
        self.hasher = hasher
        self.masterKey = masterKey
        self.clock = clock
        self.keyring = keyring
        self.keys = keys
        self.outbox = outbox
        self.records = records
        self.audit = audit
        self.resources = resources
        protectedResources = ProtectedResourceHandler(resources: resources)
        resourceRegistrar = ResourceRegistrar(
            directory: resources,
            records: records,
            audit: audit,
            environment: environment
        )
        self.requests = requests
        self.attempts = attempts
        self.clients = clients
        self.accessTokens = accessTokens
        self.dpop = dpop
        self.browserSessions = browserSessions
        self.registrar = registrar
        registration = DynamicRegistration(
            settings: settings,
            registrar: registrar,
            tokens: store,
            limiter: attempts,
            documents: documents,
            statements: trustedTokens
        )
        flows = Flows(
            settings: settings,
            environment: environment,
            store: store,
            masterKey: masterKey,
            records: records,
            audit: audit,
            outbox: outbox,
            attemptLimiter: attempts,
            finder: finder,
            hasher: NewPasswordHasher(hasher: hasher, failures: failures),
            verifier: verifier,
            sessions: sessions,
            browserSessions: browserSessions,
            buckets: buckets,
            additionalFactors: additionalFactors,
            policy: policy,
            rules: AuthorizationRules.registered
        )
        let classes = policy.classes(reachableWith: flows.factors.strongestEvidence)
        accounts = AccountOperations(
            settings: settings,
            environment: environment,
            store: store,
            masterKey: masterKey,
            records: records,
            failures: failures,
            audit: audit,
            attemptLimiter: attempts,
            finder: finder,
            hasher: NewPasswordHasher(hasher: hasher, failures: failures),
            verifier: verifier,
            flows: flows
        )
        accountAPI = AccountAPIHandlers(
            settings: settings,
            environment: environment,
            records: records,
            resources: resources,
            requests: requests,
            accessTokens: authenticator,
            accounts: accounts
        )
        accountPageSignIn = AccountPageSignIn(
            runner: flows.runner,
            policy: policy,
            records: records,
            environment: environment,
            freshSignIn: lifetimes.freshSignIn
        )
        readiness = ReadinessProbe(store: store, environment: environment, faults: failures.faults, clock: clock)
        forms = FormProtection(masterKey: masterKey)
        let requestPolicy = AuthorizationRequestPolicy(resources: resources, classes: classes)
        let reader = AuthorizationRequestReader(
            pushedRequestGrace: lifetimes.flow,
            records: records,
            clients: lookup,
            objects: RequestObjectVerifier(issuer: issuer, signatures: signatures, environment: environment),
            environment: environment
        )
        pushedAuthorization = PushedAuthorizationHandler(
            lifetime: lifetimes.pushedRequest,
            reader: reader,
            clients: clients,
            policy: requestPolicy,
            dpop: dpop
        )
        authorization = AuthorizationHandler(
            issuer: issuer,
            reader: reader,
            environment: environment,
            start: flows.authorization,
            selection: AccountSelection(accounts: flows.accounts),
            hints: hints,
            policy: requestPolicy
        )
        authorizationChallenge = AuthorizationChallengeHandler(
            flows: flows.native,
            clients: clients,
            dpop: dpop,
            policy: requestPolicy,
            presenter: ChallengePresenter(
                flows: flows.native,
                enrolment: flows.enrolment,
                passkeys: flows.passkeys,
                codeLength: settings.codeLength
            )
        )
        token = TokenHandler(
            issuer: issuer,
            environment: environment,
            clients: clients,
            services: services,
            dpop: dpop,
            issued: metrics.tokens
        )
        revocation = RevocationHandler(
            records: records,
            audit: audit,
            masterKey: masterKey,
            environment: environment,
            clients: clients,
            accessTokens: accessTokens
        )
        introspection = IntrospectionHandler(
            issuer: issuer,
            refreshOverlap: lifetimes.refreshOverlap,
            records: records,
            resources: resources,
            masterKey: masterKey,
            environment: environment,
            clients: clients,
            accessTokens: accessTokens
        )
        userInfo = UserInfoHandler(
            issuer: issuer,
            authenticator: authenticator,
            keys: keys,
            subjects: SubjectIdentifiers(masterKey: masterKey)
        )
        discovery = DiscoveryHandler(settings: settings, grantTypes: GrantRegistry.grantTypes, classes: classes)
        keySet = KeySetHandler(keys: keys)
        openAPI = OpenAPIHandler(issuer: issuer, failures: failures)
        deviceAuthorization = DeviceAuthorizationHandler(
            issuer: issuer,
            lifetime: lifetimes.deviceCode,
            records: records,
            resources: resources,
            environment: environment,
            clients: clients
        )
        devicePages = DevicePages(
            devices: store,
            records: records,
            environment: environment,
            runner: flows.runner,
            actions: flows.actions,
            attemptLimiter: attempts
        )
        endSession = EndSessionHandler(records: records, hints: hints, sessions: browserSessions)
        amazon = AmazonAdapter(
            authorization: authorization,
            token: token,
            deviceAuthorization: deviceAuthorization,
            accessTokens: accessTokens,
            browserSessions: browserSessions,
            requests: requests
        )
        amazonKeys = AmazonAPIKeyIssuer(issuer: issuer, keys: keys, environment: environment)
        entra = EntraAdapter(
            flows: flows.native,
            token: token,
            deviceAuthorization: deviceAuthorization,
            discovery: discovery,
            endSession: endSession,
            settings: settings,
            resources: resources,
            records: records,
            requests: requests
        )
        entraInteractions = EntraInteractionAdapter(
            flows: flows.native,
            clients: entra.clients,
            tenants: entra.tenants,
            policy: requestPolicy,
            settings: settings
        )
        kii = KiiAdapter(
            accounts: accounts,
            token: token,
            accessTokens: accessTokens,
            verifier: verifier,
            requests: requests,
            policy: policy
        )
    }
}

extension IdentityServer {
    /// The background tasks.
    package var jobs: ServerJobs { ServerJobs(server: self) }
}

extension TokenFormats {
    /// The server's own format and those of the adapters.
    package static let registered = TokenFormats(formats: [SealedTokenFormat(), AmazonTokenFormat(), KiiTokenFormat()])
}

extension AuthorizationRules {
    /// The rules of the adapters, by protocol.
    static let registered = [AuthorizationRules.amazon].reduce(into: [:]) { $0[$1.wireProtocol] = $1 }
}

extension RegistrationPolicy {
    /// The rules for the grants of the token endpoint and the apps of the adapters.
    package static let standard = RegistrationPolicy(
        grantTypes: GrantRegistry.grantTypes,
        grantTypesWithoutUser: GrantRegistry.grantTypesWithoutUser,
        rules: [KiiRegistrationRule()]
    )
}
