import Foundation
import GatehouseStore
import GatehouseWire

/// The steps from a proof of identity to the completion of a flow.
final class RequiredActions: Sendable {
    private let accounts: FlowAccountLookup
    private let browserSessions: BrowserSessions
    let consents: ConsentPolicy
    let completion: FlowCompletion
    private let audit: AuditLog
    private let environment: ServerEnvironment

    init(
        accounts: FlowAccountLookup,
        browserSessions: BrowserSessions,
        consents: ConsentPolicy,
        completion: FlowCompletion,
        audit: AuditLog,
        environment: ServerEnvironment
    ) {
        self.accounts = accounts
        self.browserSessions = browserSessions
        self.consents = consents
        self.completion = completion
        self.audit = audit
        self.environment = environment
    }

    /// Signs in to the account of a verified password.
    func signIn(_ match: PasswordVerifier.Match, _ request: FlowContext) async throws(FlowError) -> Transition {
        let session = request.browser.map { browser in
            browserSessions.start(
                for: match.account.id,
                methods: [.password],
                authenticatedAt: request.now,
                replacing: browser.session,
                at: request.now
            )
        }
        let user = AuthenticatedUser(match, browserSessionID: session?.id, at: request.now)
        var transition = try await nextAction(user, match.account, request)
        transition.add(
            session,
            match.changes.map { ConditionalWrite($0) } + [
                ConditionalWrite(audit.event(.signedIn, request, account: match.account.id, detail: "password"))
            ]
        )
        return transition
    }

    /// Signs in to the account of a verified address, and renews or ends the `old` browser session.
    func signIn(
        _ proven: CodeChallengeStep.VerifiedAddress,
        _ account: Account,
        replacing old: BrowserSession?,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        let session = request.browser.map { _ in
            browserSessions.start(
                for: account.id,
                methods: [.oneTimeCode],
                authenticatedAt: proven.provenAt,
                replacing: old,
                at: request.now
            )
        }
        guard let user = AuthenticatedUser(proven, account: account, browserSessionID: session?.id) else {
            throw .failed
        }
        var transition = try await nextAction(user, account, request)
        transition.add(
            session,
            [ConditionalWrite(audit.event(.signedIn, request, account: account.id, detail: "code"))]
        )
        return transition
    }

    /// Returns what an authenticated user must do before the flow completes.
    func nextAction(
        _ user: AuthenticatedUser,
        _ account: Account,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        if case .native(let intent) = request.purpose { return completion.native.grant(user, account, intent) }
        if case .authorization(let intent) = request.purpose, let required = intent.requiredAccount,
            required != account.id
        {
            let text = "A different user signed in than the one requested."
            return completion.authorization.fail(intent, .loginRequired, text)
        }
        if exceedsMaxAge(user, request) { return .restartingSignIn }
        let form = AttributeForm(request.client.attributes)
        if let page = form.firstPage(missingFrom: account.attributes) {
            return Transition(step: .attributes(AttributesStep(subject: .existing(user), page: page, values: [:])))
        }
        let consent = try await consents.consent(of: account.id, request)
        let declined = consent?.declined ?? []
        let purpose = request.purpose.excluding(declined)
        if consents.requiresConsent(of: user, to: purpose, agreed: consent, request) {
            return Transition(step: .consent(ConsentStep(person: user, declined: declined)))
        }
        return completion.complete(user, purpose, request)
    }

    /// Returns the transition for a user with a browser session at the start of a flow: completion, or the next
    /// required step; `nil` if the account was deleted or disabled.
    func actionForExistingSession(
        _ session: BrowserSession,
        _ start: FlowStart
    ) async throws(FlowError) -> Transition? {
        guard let account = try await accounts.account(session.accountID), !account.isDisabled else { return nil }
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
        return try await nextAction(AuthenticatedUser(session), account, request)
    }

    /// Returns whether an existing sign-in has exceeded `max_age` while pages were open.
    func exceedsMaxAge(_ user: AuthenticatedUser, _ request: FlowContext) -> Bool {
        guard !user.provedInThisFlow, case .authorization(let intent) = request.purpose, let maxAge = intent.maxAge
        else {
            return false
        }
        return request.now.timeIntervalSince(user.authenticatedAt) > Double(maxAge)
    }
}

extension Transition {
    /// Adds the start of a browser session, if any, to the transition's commit.
    fileprivate mutating func add(_ session: StartedBrowserSession?, _ more: [ConditionalWrite]) {
        browserSessionSecret = session?.secret
        changes = (session?.changes ?? []) + changes + more
    }
}
