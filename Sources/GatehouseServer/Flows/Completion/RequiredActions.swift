import Foundation
import GatehouseStore
import GatehouseWire

/// The steps from a proof of identity to the completion of a flow.
final class RequiredActions: Sendable {
    private let accounts: FlowAccountLookup
    private let browsers: BrowserSignIn
    let requirements: SignInRequirements
    private let resets: FactorResetChanger
    private let passkeyOffers: PasskeyOffers
    let consents: ConsentPolicy
    let completion: FlowCompletion
    private let audit: AuditLog
    private let environment: ServerEnvironment

    init(
        accounts: FlowAccountLookup,
        browsers: BrowserSignIn,
        requirements: SignInRequirements,
        resets: FactorResetChanger,
        passkeyOffers: PasskeyOffers,
        consents: ConsentPolicy,
        completion: FlowCompletion,
        audit: AuditLog,
        environment: ServerEnvironment
    ) {
        self.accounts = accounts
        self.browsers = browsers
        self.requirements = requirements
        self.resets = resets
        self.passkeyOffers = passkeyOffers
        self.consents = consents
        self.completion = completion
        self.audit = audit
        self.environment = environment
    }

    /// Adds a proof to the `earlier` ones, and signs in if they suffice; otherwise requests another factor.
    ///
    /// If the account is being deleted, the user must first choose to keep it. A sign-in with one of the factors that
    /// a reset would remove cancels the reset.
    ///
    /// If the channel cannot request another factor, the transition has the error
    /// ``FlowError/additionalFactorRequired``.
    func signIn(
        _ proof: FactorProof,
        after earlier: Authentication? = nil,
        as kind: SignInKind = .usual,
        trustsBrowser: Bool = false,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let account = proof.account
        let authentication = (earlier ?? Authentication([], at: request.now)).adding(proof.factors)
        let proven = proof.changes.map { ConditionalWrite($0) }
        // Without a page that offers to keep the account, it is treated as deleted.
        guard account.deletion == nil || request.browser != nil else { throw .wrongCredentials }
        let partial = PartialSignIn(account, after: authentication)
        switch try await requirements.decide(authentication, of: account, as: kind, in: request) {
        case .sufficient(let accepted):
            if let deletion = account.deletion {
                let step = KeepAccountStep(signIn: partial, dueAt: deletion.dueAt)
                return Transition(step: .keepAccount(step), changes: proven)
            }
            let cancelled = try FlowError.wrapping(try resets.cancelling(proof, AccountRequest(request)))
            let account = cancelled?.account ?? account
            let session = try await browsers.start(
                for: account,
                accepted,
                as: kind,
                trustsBrowser: trustsBrowser,
                in: request
            )
            let user = AuthenticatedUser(account, accepted, browserSessionID: session?.id)
            var transition = try await nextAction(for: user, of: account, in: request)
            let names = authentication.factorNames
            let signedIn = ConditionalWrite(audit.event(.signedIn, request, account: account.id, detail: names))
            transition.browserChange = session?.change
            transition.changes = (session?.writes ?? []) + transition.changes + proven
            transition.changes += (cancelled?.writes ?? []) + [signedIn]
            return transition
        case .insufficient(let missing):
            var transition = try await transition(for: missing, after: partial, of: account, in: request)
            let event =
                if missing.canBeProven, transition.error == nil {
                    audit.event(.signInIncomplete, request, account: account.id, detail: authentication.factorNames)
                } else {
                    audit.event(.signInFailed, request, account: account.id, detail: authentication.insufficientDetail)
                }
            transition.changes += proven + [ConditionalWrite(event)]
            return transition
        }
    }

    /// Continues with the account of a live browser session.
    ///
    /// Without interaction (`prompt=none`), no challenge starts: the transition restarts the sign-in instead.
    func resume(
        _ session: BrowserSession,
        of account: Account,
        permitsInteraction: Bool = true,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        let authentication = session.authentication
        switch try await requirements.decide(authentication, of: account, as: nil, in: request) {
        case .sufficient(let accepted):
            var transition = try await nextAction(for: AuthenticatedUser(session, accepted), of: account, in: request)
            transition.changes += browsers.sessions.writesRecordingUse(of: session, request.context)
            return transition
        case .insufficient(let missing) where missing.canBeProven && !permitsInteraction: return .restartingSignIn
        case .insufficient(let missing):
            let partial = PartialSignIn(account, after: authentication, from: session.id)
            return try await transition(for: missing, after: partial, of: account, in: request)
        }
    }

    private func transition(
        for missing: AuthenticationPolicy.Missing,
        after signIn: PartialSignIn,
        of account: Account,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        switch missing {
        case .newProof: return .restartingSignIn
        case .additionalFactor(let names):
            return try await requirements.request(names, after: signIn, of: account, in: request)
        case .otherFirstFactor: return requirements.requestPassword(after: signIn, of: account, in: request)
        case .enrolment: return try await requirements.requestEnrolment(after: signIn, of: account, in: request)
        case .unreachableClass:
            guard case .authorization(let intent) = request.purpose else {
                return Transition(step: request.flow.step, error: .additionalFactorRequired)
            }
            let text = "The account has no factor that the request requires."
            return completion.authorization.fail(intent, with: OAuthError(.unmetAuthenticationRequirements, text))
        }
    }

    /// Returns what an authenticated user must do before the flow completes.
    func nextAction(
        for user: AuthenticatedUser,
        of account: Account,
        offersPasskey: Bool = true,
        in request: FlowContext
    ) async throws(FlowError) -> Transition {
        if case .native(let intent) = request.purpose {
            return completion.native.grant(to: user, of: account, for: intent, at: request.flow.step)
        }
        if case .authorization(let intent) = request.purpose, let required = intent.requiredAccount,
            required != account.id
        {
            let text = "A different user signed in than the one requested."
            return completion.authorization.fail(intent, with: OAuthError(.loginRequired, text))
        }
        if offersPasskey, let offer = try await passkeyOffers.offer(to: user, of: account, in: request) {
            return offer
        }
        let form = AttributeForm(request.client.attributes)
        if let page = form.firstPage(missingFrom: account.attributes) {
            return Transition(step: .attributes(AttributesStep(subject: .existing(user), page: page, values: [:])))
        }
        let consent = try await consents.consent(of: account.id, in: request)
        let declined = consent?.declined ?? []
        let purpose = request.purpose.excluding(declined)
        if consents.requiresConsent(of: user, to: purpose, agreed: consent, in: request) {
            return Transition(step: .consent(ConsentStep(user: user, declined: declined)))
        }
        return completion.complete(for: user, granting: purpose, in: request)
    }

    /// Returns the transition for a user with a browser session at the start of a flow: completion, or the next
    /// required step; `nil` if the account was deleted or disabled.
    func actionForExistingSession(
        _ session: BrowserSession,
        _ start: FlowStart,
        permitsInteraction: Bool = true
    ) async throws(FlowError) -> Transition? {
        guard let account = try await accounts.account(session.accountID), account.isActive else { return nil }
        let state = FlowState(
            purpose: start.purpose,
            browser: start.browser.bindingHash,
            language: start.language,
            step: .finished
        )
        let request = FlowContext(
            flow: Flow(id: environment.newID(), state: state, client: start.client, expiresAt: environment.now),
            language: start.language,
            browser: start.browser,
            context: start.context,
            now: environment.now
        )
        let transition = try await resume(session, of: account, permitsInteraction: permitsInteraction, in: request)
        // The flow does not exist yet, so there is no step to remain at.
        if let error = transition.error { throw error }
        return transition
    }
}
