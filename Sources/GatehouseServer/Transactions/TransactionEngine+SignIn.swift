import Foundation
import GatehousePasswords
import GatehouseStore
import GatehouseWire

/// From a proof of identity to a person who is signed in.
extension TransactionEngine {
    func checkPassword(
        _ text: String,
        _ step: PasswordStep,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        guard !text.isEmpty else { throw .passwordMissing }
        let match = try await passwords.verify(
            SignInName(typed: step.email),
            password: Password(text),
            client: request.client.id,
            context: request.context
        )
        let session = beginBrowserSession(
            match.account.id,
            methods: [.password],
            at: request.now,
            keeping: request.browser?.session,
            request
        )
        let person = AuthenticatedPerson(match, browserSessionID: session?.id, at: request.now)
        var move = try await proceed(person, match.account, request)
        move.add(
            session,
            match.changes.map { Guarded($0) } + [
                Guarded(audit(.signedIn, request, account: match.account.id, detail: "password"))
            ]
        )
        return move
    }

    /// A proven address that has an account signs in to it.
    func signIn(
        _ proven: CodeStep.ProvenAddress,
        _ account: Account,
        keeping old: BrowserSession?,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        let session = beginBrowserSession(
            account.id,
            methods: [.oneTimeCode],
            at: proven.provenAt,
            keeping: old,
            request
        )
        guard let person = AuthenticatedPerson(proven, account: account, browserSessionID: session?.id) else {
            throw .failed
        }
        var move = try await proceed(person, account, request)
        move.add(session, [Guarded(audit(.signedIn, request, account: account.id, detail: "code"))])
        return move
    }

    /// A proven address that has no account becomes one, once the client knows what it wants to know.
    func welcome(
        _ proven: CodeStep.ProvenAddress,
        _ newcomer: Newcomer,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        if request.purpose.isNative { return try await register(proven, newcomer, request) }
        if let page = AttributeForm(request.client.attributes).pages.first {
            let subject = AttributesStep.Subject.new(proven, passwordHash: newcomer.passwordHash)
            return Move(step: .attributes(AttributesStep(subject: subject, page: page, values: [:])))
        }
        return try await createAccount(proven, newcomer, request)
    }

    /// The account comes into being here and nowhere else: with a proven address.
    func createAccount(
        _ proven: CodeStep.ProvenAddress,
        _ newcomer: Newcomer,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        // Another transaction may have created it since the address was proven; then this one signs in to that.
        if let account = try await core.account(proven.address) {
            guard !account.isDisabled else { throw .accountDisabled }
            if request.purpose.isNative { return Move(step: .finished, refusal: .accountExists) }
            return try await signIn(proven, account, keeping: request.browser?.session, request)
        }
        let account = Account(
            id: core.newID(),
            identifiers: [AccountIdentifier(proven)],
            passwordHash: newcomer.passwordHash,
            attributes: newcomer.attributes,
            createdAt: request.now,
            updatedAt: request.now
        )
        var move = try await signIn(proven, account, keeping: request.browser?.session, request)
        move.changes.insert(Guarded(.account(.insert(account))), at: 0)
        move.changes.append(Guarded(audit(.accountCreated, request, account: account.id)))
        return move
    }

    /// A new password ends everything the old one opened, among it the other resets that were under way.
    func changePassword(
        to text: String,
        _ step: NewPasswordStep,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        let personal = Self.personal(try await account(of: step), request.client)
        let hash = try await hash(try judge(text, personal: personal))
        // Read again: hashing takes long enough for other properties of the account to change.
        var account = try await account(of: step)
        let ending = try setPassword(
            hash,
            of: &account,
            AccountCall(request)
        )
        // The session of this browser ends with all others of the account; another account's ends because this one takes its place.
        let other = request.browser?.session.flatMap { $0.accountID == account.id ? nil : $0 }
        var move = try await signIn(step.proven, account, keeping: other, request)
        move.changes = ending.map { Guarded($0) } + move.changes
        return move
    }

    /// Returns the account whose address was proven, unless its credentials have changed since.
    private func account(of step: NewPasswordStep) async throws(TransactionError) -> Account {
        guard let account = try await core.account(step.proven.address), account.id == step.accountID,
            account.credentialsRevision == step.credentialsRevision
        else { throw .gone }
        guard !account.isDisabled else { throw .accountDisabled }
        return account
    }

    func keepAccount(_ step: ChooseAccountStep, _ request: TransactionRequest) async throws(TransactionError) -> Move {
        guard let session = request.browser?.session, session.id == step.browserSessionID, session.endedAt == nil else {
            return Move(step: .identify(IdentifyStep(mode: .signIn, email: step.emailHint)))
        }
        guard let account = try await account(session.accountID), !account.isDisabled else { throw .accountDisabled }
        if step.needsSignIn {
            return Move(step: .identify(IdentifyStep(mode: .signIn, email: account.email?.value)))
        }
        return try await proceed(AuthenticatedPerson(session), account, request)
    }

    func account(_ id: Account.ID) async throws(TransactionError) -> Account? {
        do { return try await core.store.account(id) } catch { throw core.failed(error) }
    }

    /// The browser session of a person who has just signed in; `nil` where there is no browser.
    ///
    /// Its secret is always new, so that a cookie planted before the sign-in is worth nothing after it (session fixation). The same
    /// person keeps the session they had: what other tabs and other clients hang on it stays good. Another person ends it.
    private func beginBrowserSession(
        _ account: Account.ID,
        methods: [AMR],
        at: Date,
        keeping old: BrowserSession?,
        _ request: TransactionRequest
    ) -> NewBrowserSession? {
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
        let changes: [Guarded] =
            if kept != nil {
                // It may have been ended in another tab since the request came in.
                [Guarded(.browserSession(.renew(session)), otherwise: .refuse(.stale))]
            } else {
                [Guarded(.browserSession(.insert(session)))] + ending(old, at: request.now)
            }
        return NewBrowserSession(id: session.id, secret: token.secret, changes: changes)
    }

    private func ending(_ old: BrowserSession?, at now: Date) -> [Guarded] {
        guard let old else { return [] }
        return [
            Guarded(.browserSession(.end(old.id, at: now))),
            Guarded(.session(.endOnline(browserSession: old.id, reason: .signedOut, at: now))),
        ]
    }
}
