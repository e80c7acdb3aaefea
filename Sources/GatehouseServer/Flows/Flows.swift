/// The composition of the flows, for hosted pages and protocol adapters.
package struct Flows: Sendable {
    package let repository: FlowRepository
    package let runner: FlowRunner
    package let accounts: FlowAccountLookup
    package let proofs: AddressProofs
    package let native: NativeFlows
    let authorization: AuthorizationStart
    let actions: RequiredActions
    let codes: CodeFactor
    let passwords: PasswordChanger

    init(core: ServerCore, outbox: MessageOutbox) {
        let attemptLimiter = AttemptLimiter(core: core)
        let passwordVerifier = PasswordVerifier(core: core)
        repository = FlowRepository(core: core)
        accounts = FlowAccountLookup(core: core)
        codes = CodeFactor(core: core, outbox: outbox, attemptLimiter: attemptLimiter)
        passwords = PasswordChanger(core: core, outbox: outbox, attemptLimiter: attemptLimiter)
        let completion = FlowCompletion(core: core)
        actions = RequiredActions(
            core: core,
            browserSessions: BrowserSessions(core: core),
            consents: ConsentPolicy(core: core),
            completion: completion
        )
        let challenges = NativeChallengeFlow(core: core, codes: codes)
        let router = FlowRouter(
            core: core,
            signIn: SignInFlow(accounts: accounts, passwordVerifier: passwordVerifier, codes: codes, actions: actions),
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
                passwordVerifier: passwordVerifier,
                codes: codes,
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
