/// The composition of the flows, for hosted pages and protocol adapters.
package struct Flows: Sendable {
    package let repository: FlowRepository
    package let runner: FlowRunner
    package let accounts: FlowAccountLookup
    package let proofs: AddressProofs
    package let native: NativeFlows
    let authorization: AuthorizationStart
    let actions: RequiredActions
    let factors: FactorRegistry
    let codes: CodeFactor
    let passwords: PasswordChanger

    init(
        core: ServerCore,
        outbox: MessageOutbox,
        additionalFactors: [any AdditionalFactor],
        policy: AuthenticationPolicy
    ) {
        let attemptLimiter = AttemptLimiter(core: core)
        repository = FlowRepository(core: core)
        accounts = FlowAccountLookup(core: core)
        codes = CodeFactor(core: core, outbox: outbox, attemptLimiter: attemptLimiter)
        factors = FactorRegistry(password: PasswordVerifier(core: core), code: codes, additional: additionalFactors)
        passwords = PasswordChanger(core: core, outbox: outbox, attemptLimiter: attemptLimiter)
        let completion = FlowCompletion(core: core)
        actions = RequiredActions(
            core: core,
            browserSessions: BrowserSessions(core: core),
            factors: factors,
            policy: policy,
            consents: ConsentPolicy(core: core),
            completion: completion
        )
        let challenges = NativeChallengeFlow(core: core, codes: codes)
        let router = FlowRouter(
            core: core,
            signIn: SignInFlow(accounts: accounts, factors: factors, actions: actions),
            additionalFactor: AdditionalFactorFlow(accounts: accounts, factors: factors, actions: actions),
            signUp: SignUpFlow(
                core: core,
                attemptLimiter: attemptLimiter,
                passwords: passwords,
                codes: codes,
                actions: actions
            ),
            recovery: RecoveryFlow(
                core: core,
                accounts: accounts,
                passwords: passwords,
                codes: codes,
                actions: actions
            ),
            addressVerification: AddressVerificationFlow(
                core: core,
                accounts: accounts,
                passwordVerifier: factors.password,
                outbox: outbox
            ),
            attributes: AttributesFlow(core: core, accounts: accounts, actions: actions),
            consent: ConsentFlow(core: core, accounts: accounts, actions: actions),
            nativeChallenges: challenges,
            codes: codes,
            completion: completion
        )
        runner = FlowRunner(repository: repository, attemptLimiter: attemptLimiter, handler: router)
        proofs = AddressProofs(runner: runner, accounts: accounts, codes: codes)
        authorization = AuthorizationStart(runner: runner, actions: actions)
        native = NativeFlows(
            runner: runner,
            prechecks: NativePrechecks(core: core, attemptLimiter: attemptLimiter, passwords: passwords),
            challenges: challenges,
            codes: codes
        )
    }
}
