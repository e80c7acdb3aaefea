import GatehouseStore
import GatehouseWire

/// The composition of the flows, for hosted pages and protocol adapters.
package struct Flows: Sendable {
    package let repository: FlowRepository
    package let runner: FlowRunner
    package let accounts: FlowAccountLookup
    package let chooser: AccountChooser
    package let proofs: AddressProofs
    package let native: NativeFlows
    let authorization: AuthorizationStart
    let actions: RequiredActions
    package let factors: FactorRegistry
    let codes: CodeFactor
    let passwords: PasswordChanger
    let accountCodes: AccountCodeIssuer
    let notifier: any AccountNotifying
    let credentials: CredentialChanger
    let factorResets: FactorResetChanger
    let enrolmentBox: StateBox
    package let enrolment: FactorEnrolmentFlow
    package let passkeys: PasskeySignIn

    init(
        settings: ServerSettings,
        environment: ServerEnvironment,
        store: any Store,
        masterKey: MasterKey,
        records: RecordLookup,
        audit: AuditLog,
        outbox: MessageOutbox,
        attemptLimiter: AttemptLimiter,
        finder: AccountFinder,
        hasher: NewPasswordHasher<FlowError>,
        verifier: PasswordVerifier,
        sessions: SessionIssuer,
        browserSessions: BrowserSessions,
        buckets: AccountBuckets,
        additionalFactors: [any AdditionalFactor],
        policy: AuthenticationPolicy,
        rules: [WireProtocol: AuthorizationRules]
    ) {
        let failures = records.failures
        let accounts = FlowAccountLookup(finder: finder)
        let repository = FlowRepository(
            issuer: settings.issuer,
            lifetime: settings.lifetimes.flow,
            store: store,
            records: records,
            environment: environment,
            rules: rules
        )
        let codes = CodeFactor(
            settings: CodeSettings(settings),
            accounts: finder,
            store: store,
            environment: environment,
            masterKey: masterKey,
            outbox: outbox,
            attemptLimiter: attemptLimiter,
            audit: audit,
            failures: failures
        )
        let notifier = AccountNotifier(
            environment: environment,
            masterKey: masterKey,
            outbox: outbox,
            attemptLimiter: attemptLimiter
        )
        let recoveryCodes = RecoveryCodeFactor(
            masterKey: masterKey,
            environment: environment,
            notifier: notifier,
            audit: audit
        )
        let factorResets = FactorResetChanger(notifier: notifier, audit: audit, environment: environment)
        let enrolmentBox = StateBox(masterKey, .enrolments)
        let site = PasskeySite(
            issuer: settings.issuer,
            name: records.accountPages.name,
            settings: settings.factors
        )
        let enrolled: [any AdditionalFactor] = [
            PasskeyFactor(
                site: site,
                store: store,
                environment: environment,
                failures: failures,
                requiresUserVerification: settings.factors.requiresUserVerification,
                names: settings.factors.authenticatorNames
            ),
            AuthenticatorAppFactor(
                issuerName: records.accountPages.name,
                box: StateBox(masterKey, .factorSecrets),
                environment: environment
            ),
            recoveryCodes,
        ]
        let messages: [(any AdditionalFactor)?] = [
            settings.factors.acceptsMailCodes ? MessageCodeFactor<MailCodes>(codes: codes) : nil,
            settings.factors.acceptsSMSCodes && settings.sendsSMS ? MessageCodeFactor<SMSCodes>(codes: codes) : nil,
        ]
        let factors = FactorRegistry(
            password: verifier,
            code: codes,
            additional: additionalFactors + enrolled + messages.compactMap(\.self),
            credentials: store,
            failures: failures
        )
        let credentials = CredentialChanger(
            recoveryCodes: recoveryCodes,
            addressFactors: factors.addressFactors,
            notifier: notifier,
            audit: audit,
            environment: environment
        )
        let accountCodes = AccountCodeIssuer(
            settings: CodeSettings(settings),
            finder: finder,
            flows: store,
            environment: environment,
            masterKey: masterKey,
            outbox: outbox,
            attemptLimiter: attemptLimiter,
            audit: audit,
            failures: failures
        )
        let passwords = PasswordChanger(
            notifier: notifier,
            attemptLimiter: attemptLimiter,
            audit: audit,
            environment: environment
        )
        let completion = FlowCompletion(
            authorization: AuthorizationCompletion(
                issuer: settings.issuer,
                codeLifetime: settings.lifetimes.authorizationCode,
                buckets: buckets
            ),
            device: DeviceCompletion(audit: audit),
            native: NativeCompletion(
                codeLifetime: settings.lifetimes.authorizationCode,
                accounts: accounts,
                sessions: sessions,
                buckets: buckets,
                failures: failures
            ),
            audit: audit
        )
        let trust = BrowserTrust(store: store, failures: failures, lifetime: settings.lifetimes.trustedBrowser)
        let requirements = SignInRequirements(
            policy: policy,
            factors: factors,
            trust: trust
        )
        let actions = RequiredActions(
            accounts: accounts,
            browsers: BrowserSignIn(
                sessions: browserSessions,
                store: store,
                notifier: notifier,
                environment: environment,
                failures: failures,
                trust: trust,
                sendsNotices: settings.sendsNewBrowserMail
            ),
            requirements: requirements,
            resets: factorResets,
            passkeyOffers: PasskeyOffers(store: store, factors: factors, failures: failures),
            consents: ConsentPolicy(consents: store, failures: failures),
            completion: completion,
            audit: audit,
            environment: environment
        )
        let challenges = NativeChallengeFlow(accounts: accounts, codes: codes, sendsSMS: settings.sendsSMS)
        let chooser = AccountChooser(accounts: accounts, actions: actions)
        let passkeys = PasskeySignIn(
            site: site,
            store: store,
            accounts: finder,
            masterKey: masterKey,
            attemptLimiter: attemptLimiter,
            audit: audit,
            failures: failures
        )
        let addressVerification = AddressVerificationFlow(
            accounts: accounts,
            passwordVerifier: verifier,
            notifier: notifier,
            audit: audit
        )
        let factorAttempts = FactorAttempts(repository: repository, limiter: attemptLimiter)
        let enrolment = FactorEnrolmentFlow(
            accounts: accounts,
            factors: factors,
            credentials: credentials,
            actions: actions,
            addresses: AddressEnrolmentFlow(
                accounts: accounts,
                factors: factors,
                codes: codes,
                addresses: addressVerification,
                attempts: factorAttempts,
                actions: actions
            ),
            box: enrolmentBox
        )
        let signIn = SignInFlow(accounts: accounts, factors: factors, actions: actions, passkeys: passkeys)
        let additionalFactor = AdditionalFactorFlow(
            accounts: accounts,
            factors: factors,
            attempts: factorAttempts,
            actions: actions,
            audit: audit
        )
        let signUp = SignUpFlow(
            accounts: accounts,
            repository: repository,
            attemptLimiter: attemptLimiter,
            hasher: hasher,
            codes: codes,
            actions: actions,
            audit: audit,
            environment: environment
        )
        let recovery = RecoveryFlow(
            accounts: accounts,
            hasher: hasher,
            passwords: passwords,
            codes: codes,
            actions: actions
        )
        let codeSteps = CodeStepRouter(
            accounts: accounts,
            codes: codes,
            signIn: signIn,
            signUp: signUp,
            recovery: recovery
        )
        let router = FlowRouter(
            chooser: chooser,
            signIn: signIn,
            additionalFactor: additionalFactor,
            enrolment: enrolment,
            keepAccount: KeepAccountFlow(
                accounts: accounts,
                actions: actions,
                notifier: notifier,
                audit: audit
            ),
            signUp: signUp,
            recovery: recovery,
            addressVerification: addressVerification,
            noticeLinks: NoticeLinkFlow(
                accounts: accounts,
                factors: factors,
                resets: factorResets,
                codes: accountCodes,
                masterKey: masterKey,
                notifier: notifier,
                audit: audit
            ),
            attributes: AttributesFlow(accounts: accounts, actions: actions, audit: audit),
            consent: ConsentFlow(accounts: accounts, actions: actions, audit: audit),
            native: NativeFlowRouter(
                challenges: challenges,
                codeSteps: codeSteps,
                signIn: signIn,
                additionalFactor: additionalFactor,
                enrolment: enrolment,
                signUp: signUp,
                recovery: recovery,
                completion: completion.native
            ),
            codeSteps: codeSteps,
            codes: codes,
            completion: completion
        )
        let runner = FlowRunner(
            repository: repository,
            environment: environment,
            attemptLimiter: attemptLimiter,
            handler: router
        )
        self.repository = repository
        self.runner = runner
        self.accounts = accounts
        self.chooser = chooser
        self.actions = actions
        self.factors = factors
        self.codes = codes
        self.passwords = passwords
        self.accountCodes = accountCodes
        self.notifier = notifier
        self.credentials = credentials
        self.factorResets = factorResets
        self.enrolmentBox = enrolmentBox
        self.enrolment = enrolment
        self.passkeys = passkeys
        proofs = AddressProofs(runner: runner, accounts: accounts, codes: codes)
        authorization = AuthorizationStart(runner: runner, actions: actions, issuer: settings.issuer)
        native = NativeFlows(
            runner: runner,
            prechecks: NativePrechecks(
                accounts: accounts,
                repository: repository,
                attemptLimiter: attemptLimiter,
                hasher: hasher,
                sendsSMS: settings.sendsSMS
            ),
            challenges: challenges,
            accounts: accounts,
            masterKey: masterKey,
            environment: environment,
            lifetimes: settings.lifetimes
        )
    }
}
