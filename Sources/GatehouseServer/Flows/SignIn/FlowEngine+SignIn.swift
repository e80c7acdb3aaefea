import Foundation
import GatehousePasswords
import GatehouseStore
import GatehouseWire

/// The steps from a proof of identity to an authenticated user.
extension FlowEngine {
    func checkPassword(
        _ text: String,
        _ step: PasswordStep,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard !text.isEmpty else { throw .passwordMissing }
        let match: PasswordVerifier.Match
        do {
            match = try await passwordVerifier.verify(
                LoginIdentifier(typed: step.email),
                password: Password(text),
                client: request.client.id,
                context: request.context
            )
        } catch {
            throw FlowError(error)
        }
        let session = beginBrowserSession(
            match.account.id,
            methods: [.password],
            at: request.now,
            keeping: request.browser?.session,
            request
        )
        let user = AuthenticatedUser(match, browserSessionID: session?.id, at: request.now)
        var transition = try await nextAction(user, match.account, request)
        transition.add(
            session,
            match.changes.map { ConditionalWrite($0) } + [
                ConditionalWrite(audit(.signedIn, request, account: match.account.id, detail: "password"))
            ]
        )
        return transition
    }

    /// Signs in to the account of a verified address.
    func signIn(
        _ proven: CodeChallengeStep.VerifiedAddress,
        _ account: Account,
        keeping old: BrowserSession?,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        let session = beginBrowserSession(
            account.id,
            methods: [.oneTimeCode],
            at: proven.provenAt,
            keeping: old,
            request
        )
        guard let user = AuthenticatedUser(proven, account: account, browserSessionID: session?.id) else {
            throw .failed
        }
        var transition = try await nextAction(user, account, request)
        transition.add(session, [ConditionalWrite(audit(.signedIn, request, account: account.id, detail: "code"))])
        return transition
    }

    /// Continues a sign-up with a verified address: requests attributes, or creates the account.
    func continueSignUp(
        _ proven: CodeChallengeStep.VerifiedAddress,
        _ pendingRegistration: PendingRegistration,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        if request.purpose.isNative { return try await register(proven, pendingRegistration, request) }
        if let page = AttributeForm(request.client.attributes).pages.first {
            let subject = AttributesStep.Subject.new(proven, passwordHash: pendingRegistration.passwordHash)
            return Transition(step: .attributes(AttributesStep(subject: subject, page: page, values: [:])))
        }
        return try await createAccount(proven, pendingRegistration, request)
    }

    /// Creates the account of a verified address.
    func createAccount(
        _ proven: CodeChallengeStep.VerifiedAddress,
        _ pendingRegistration: PendingRegistration,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        // Another flow may have created the account since; then this flow signs in to it.
        if let account = try await core.account(proven.address) {
            guard !account.isDisabled else { throw .accountDisabled }
            if request.purpose.isNative { return Transition(step: .finished, error: .accountExists) }
            return try await signIn(proven, account, keeping: request.browser?.session, request)
        }
        let account = Account(
            id: core.newID(),
            identifiers: [AccountIdentifier(proven)],
            passwordHash: pendingRegistration.passwordHash,
            attributes: pendingRegistration.attributes,
            createdAt: request.now,
            updatedAt: request.now
        )
        var transition = try await signIn(proven, account, keeping: request.browser?.session, request)
        transition.changes.insert(ConditionalWrite(.account(.insert(account))), at: 0)
        transition.changes.append(ConditionalWrite(audit(.accountCreated, request, account: account.id)))
        return transition
    }

    /// Changes the password, which ends all sessions of the account and invalidates other pending resets.
    func changePassword(
        to text: String,
        _ step: NewPasswordStep,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        let contextWords = Self.contextWords(try await account(of: step), request.client)
        let hash = try await hash(try validatePassword(text, contextWords: contextWords))
        // Re-reads the account: hashing takes long enough for other properties to change.
        var account = try await account(of: step)
        let ending = try setPassword(
            hash,
            of: &account,
            AccountRequest(request)
        )
        // The browser's session of this account ends with all others; another account's session ends because it is
        // replaced.
        let other = request.browser?.session.flatMap { $0.accountID == account.id ? nil : $0 }
        var transition = try await signIn(step.proven, account, keeping: other, request)
        transition.changes = ending.map { ConditionalWrite($0) } + transition.changes
        return transition
    }

    /// Returns the account of the verified address, unless its credentials have changed since.
    private func account(of step: NewPasswordStep) async throws(FlowError) -> Account {
        guard let account = try await core.account(step.proven.address), account.id == step.accountID,
            account.credentialsRevision == step.credentialsRevision
        else { throw .gone }
        guard !account.isDisabled else { throw .accountDisabled }
        return account
    }

    func continueWithCurrentAccount(
        _ step: ChooseAccountStep,
        _ request: FlowContext
    ) async throws(FlowError) -> Transition {
        guard let session = request.browser?.session, session.id == step.browserSessionID, session.endedAt == nil else {
            return Transition(step: .identify(IdentifyStep(mode: .signIn, email: step.emailHint)))
        }
        guard let account = try await account(session.accountID), !account.isDisabled else { throw .accountDisabled }
        if step.requiresReauthentication {
            return Transition(step: .identify(IdentifyStep(mode: .signIn, email: account.email?.value)))
        }
        return try await nextAction(AuthenticatedUser(session), account, request)
    }

    func account(_ id: Account.ID) async throws(FlowError) -> Account? {
        do { return try await core.store.account(id) } catch { throw core.flowError(error) }
    }

    /// Returns the browser session of a sign-in; `nil` without a browser.
    ///
    /// A new secret on every sign-in prevents session fixation. The same user keeps the session, and with it other tabs
    /// and client sessions; another user's session ends.
    private func beginBrowserSession(
        _ account: Account.ID,
        methods: [AMR],
        at: Date,
        keeping old: BrowserSession?,
        _ request: FlowContext
    ) -> StartedBrowserSession? {
        guard request.browser != nil else { return nil }
        let token = OpaqueToken(random: core.environment.random)
        let kept = old.flatMap { $0.accountID == account ? $0 : nil }
        let session = BrowserSession(
            id: kept?.id ?? core.newID(),
            secretHash: token.hash,
            accountID: account,
            authenticatedAt: at,
            methods: methods,
            createdAt: request.now,
            expiresAt: request.now.addingTimeInterval(core.settings.lifetimes.browserSession)
        )
        let changes: [ConditionalWrite] =
            if kept != nil {
                // Another tab may have ended the session since.
                [ConditionalWrite(.browserSession(.renew(session)), onConflict: .fail(.stale))]
            } else {
                [ConditionalWrite(.browserSession(.insert(session)))] + ending(old, at: request.now)
            }
        return StartedBrowserSession(id: session.id, secret: token.secret, changes: changes)
    }

    private func ending(_ old: BrowserSession?, at now: Date) -> [ConditionalWrite] {
        guard let old else { return [] }
        return [
            ConditionalWrite(.browserSession(.end(old.id, at: now))),
            ConditionalWrite(.session(.endBrowserBound(browserSession: old.id, reason: .signedOut, at: now))),
        ]
    }
}
