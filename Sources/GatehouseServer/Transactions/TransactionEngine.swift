import Foundation
package import GatehouseStore
import GatehouseWire

/// The one engine behind every door: sign-up, sign-in, reset and consent as one state machine.
///
/// A door (hosted pages, a vendor's dialect) begins a transaction, shows its step, and submits what the person did. The engine decides
/// what comes next and commits the new step together with everything that follows from it, or nothing at all.
package struct TransactionEngine: Sendable {
    let core: ServerCore
    let passwords: PasswordVerifier
    let failures: FailureCounters
    let outbox: MailOutbox

    package init(core: ServerCore, outbox: MailOutbox) {
        self.core = core
        self.outbox = outbox
        passwords = PasswordVerifier(core: core)
        failures = FailureCounters(core: core)
    }

    /// Begins a transaction at a step.
    package func begin(
        _ purpose: TransactionPurpose,
        client: Client,
        at step: TransactionStep,
        language: Language,
        browser: BrowserContext
    ) async throws(TransactionError) -> Transaction {
        try await begin(
            TransactionState(purpose: purpose, browser: browser.bindingHash, language: language, step: step),
            client: client
        )
    }

    func begin(_ state: TransactionState, client: Client) async throws(TransactionError) -> Transaction {
        let now = core.now
        let record = TransactionRecord(
            id: core.newID(),
            state: try state.encoded(),
            createdAt: now,
            expiresAt: now.addingTimeInterval(core.settings.lifetimes.transaction)
        )
        try await core.commit([.transaction(.insert(record))])
        return Transaction(id: record.id, state: state, client: client, expiresAt: record.expiresAt)
    }

    /// The transaction as it stands, for the browser it was begun in.
    ///
    /// - Throws: ``TransactionError/gone`` for any other browser, as for an id that never was.
    package func load(
        _ id: TransactionRecord.ID,
        browser: BrowserContext
    ) async throws(TransactionError) -> Transaction {
        let found = try await read(id)
        guard Holder.browser(browser, step: 0).holds(found.transaction.state) else { throw .gone }
        return found.transaction
    }

    /// Takes what the person did at step `number`, and moves on.
    package func submit(
        _ input: TransactionInput,
        to id: TransactionRecord.ID,
        step number: Int,
        language: Language,
        browser: BrowserContext,
        context: RequestContext
    ) async throws(TransactionError) -> TransactionProgress {
        try await advance(
            id,
            by: input,
            of: .browser(browser, step: number),
            language: language,
            context: context
        )
    }

    /// Takes an input of whoever holds the transaction, and moves on.
    func advance(
        _ id: TransactionRecord.ID,
        by input: TransactionInput,
        of holder: Holder,
        language: Language,
        context: RequestContext
    ) async throws(TransactionError) -> TransactionProgress {
        // Each round re-reads: whoever loses a race to another request for the same transaction decides again on what is true now.
        var owed: [Change] = []
        for _ in 0..<64 {
            let (record, transaction) = try await read(id)
            guard holder.holds(transaction.state) else { throw .gone }
            // Who has moved on meanwhile has had the work all the same, and is not given back what was counted for it.
            let isLate = try holder.isLate(input, at: transaction.state)
            if !owed.isEmpty { try await core.commit(owed) }
            let request = TransactionRequest(
                transaction: transaction,
                language: language,
                browser: holder.browser,
                endpoint: holder.endpoint,
                context: context,
                now: core.now,
                isLate: isLate
            )
            let move = try await decide(input, request)
            let next = transaction.state.moved(to: move.step, leaving: move.left)
            if try await commit(move, next: next, after: record, now: request.now) {
                if let refusal = move.refusal { throw refusal }
                return TransactionProgress(
                    transaction: Transaction(
                        id: id,
                        state: next,
                        client: transaction.client,
                        expiresAt: transaction.expiresAt
                    ),
                    outcome: move.outcome,
                    signedIn: move.signedIn
                )
            }
            owed = move.takeBack
        }
        throw .overloaded(retryAfter: 1)
    }

    private func decide(_ input: TransactionInput, _ request: TransactionRequest) async throws(TransactionError) -> Move
    {
        if case .native(let intent) = request.purpose { return try await decide(input, intent, request) }
        if case .address(let intent) = request.purpose { return try await decide(proof: input, intent, request) }
        return switch (request.transaction.step, input) {
        case (_, .cancel): cancel(request)
        case (.identify, .signInByCode(let email)):
            try await askCode(try Self.address(email), for: .signIn, request)
        case (.identify, .signInByPassword(let email)):
            Move(step: .password(PasswordStep(email: try Self.address(email))))
        case (.identify, .signUp(let email, let password)):
            try await signUp(email: try Self.address(email), password: password, request)
        case (.identify, .reset(let email)):
            try await askCode(try Self.address(email), for: .reset, request)
        case (.chooseAccount(let step), .keepAccount): try await keepAccount(step, request)
        case (.password(let step), .password(let password)): try await checkPassword(password, step, request)
        case (.password(let step), .signInByCode): try await askCode(step.email, for: .signIn, request)
        case (.password(let step), .reset): try await askCode(step.email, for: .reset, request)
        case (.code(let step), .code(let code)): try await checkCode(code, step, request)
        case (.code(let step), .resendCode): try await resendCode(step, request)
        case (.code(let step), .signInByPassword) where step.use == .signIn:
            Move(step: .password(PasswordStep(email: step.email)), left: step)
        case (.newPassword(let step), .newPassword(let password)): try await changePassword(to: password, step, request)
        case (.attributes(let step), .attributes(let typed)): try await takeAttributes(typed, step, request)
        case (.consent(let step), .consent(let agrees, let ticked)):
            try await takeConsent(agrees, ticked: ticked, step, request)
        case (.code(let step), .show(let mode, _)):
            Move(step: .identify(IdentifyStep(mode: mode, email: step.email)), left: step)
        case (.identify(let step), .show(let mode, let typed)):
            Move(step: .identify(IdentifyStep(mode: mode, email: Self.draft(typed) ?? step.email)))
        case (.password, .show(let mode, _)), (.consent, .show(let mode, _)), (.chooseAccount, .show(let mode, _)):
            Move(step: .identify(IdentifyStep(mode: mode, email: request.transaction.step.email)))
        default: throw .notPossible
        }
    }

    /// What was typed so far, unless it is longer than an address may be: a form is shown with it, and nothing else is done with it.
    private static func draft(_ typed: String?) -> String? {
        typed.flatMap { $0.isEmpty || $0.utf8.count > 254 ? nil : $0 }
    }

    /// - Returns: `false` when somebody else was faster and it has to be decided again.
    private func commit(
        _ move: Move,
        next: TransactionState,
        after record: TransactionRecord,
        now: Date
    ) async throws(TransactionError) -> Bool {
        var advanced = record
        advanced.revision += 1
        advanced.state = try next.encoded()
        if next.step.isFinished { advanced.finishedAt = now }
        let changes = [Guarded(.transaction(.advance(advanced)))] + move.changes
        do {
            try await core.store.commit(changes.map(\.change))
            return true
        } catch .conflict(let index) {
            let conflict = changes[index].conflict
            if case .retry = conflict { return false }
            if !move.takeBack.isEmpty { try await core.commit(move.takeBack) }
            if case .refuse(let error) = conflict { throw error }
            throw await failures.refusal(of: changes[index])
        } catch {
            throw core.failed(error)
        }
    }

    func read(
        _ id: TransactionRecord.ID
    ) async throws(TransactionError) -> (record: TransactionRecord, transaction: Transaction) {
        let record: TransactionRecord?
        do { record = try await core.store.transaction(id) } catch { throw core.failed(error) }
        guard let record, record.finishedAt == nil, record.expiresAt > core.now else { throw .gone }
        let state: TransactionState
        do { state = try TransactionState.decode(record.state) } catch {
            // Not what the decoder says, which may quote what a person typed.
            throw core.failed(StoreError.corrupt("the state of the transaction \(id)"))
        }
        let client: Client?
        do { client = try await core.servedClient(state.purpose.clientID) } catch { throw core.failed(error) }
        guard let client else { throw .gone }
        return (record, Transaction(id: id, state: state, client: client, expiresAt: record.expiresAt))
    }

    static func address(_ text: String) throws(TransactionError) -> String {
        guard let address = EmailAddress(text) else { throw .invalidEmail }
        return address.normalized
    }
}
