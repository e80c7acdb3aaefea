import Foundation
import GatehousePasswords
import GatehouseStore
import GatehouseWire

/// What the proof of an address does to an account.
extension TransactionEngine {
    func decide(
        proof input: TransactionInput,
        _ intent: AddressIntent,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        guard case .code(let step) = request.transaction.step, case .proof(let proof, let password) = input else {
            throw .notPossible
        }
        switch proof {
        case .code(let code):
            guard step.triesLeft > 0 else { throw .gone }
            return try await checkCode(code, step, request) { proven throws(TransactionError) in
                try await settle(proven, password, intent, request)
            }
        case .link(let link):
            guard let proven = step.follow(link, key: core.masterKey.derive(.links), at: request.now) else {
                throw .gone
            }
            let known = intent.use == .verify ? [try await recognise(proven, password, intent, request)] : []
            var move = try await settle(proven, password, intent, request)
            move.changes = known + move.changes + forget(step, request.purpose)
            return move
        }
    }

    private func settle(
        _ proven: CodeStep.ProvenAddress,
        _ password: String?,
        _ intent: AddressIntent,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Move {
        guard let id = intent.accountID, let account = try await account(id) else { throw .gone }
        guard !account.isDisabled else { throw .accountDisabled }
        let changes =
            switch intent.use {
            case .verify: try await adopt(proven, by: account, request)
            case .reset: try await reset(account, by: proven, to: password, request)
            }
        return Move(step: .finished, changes: changes.map { Guarded($0) })
    }

    /// Has whoever opens a link know the password of the account that claims the address.
    ///
    /// They can read the mail of the address, and may never have heard of the account. A code needs no password: it is typed into an app.
    ///
    /// - Returns: The condition that the password is still the one that was compared.
    private func recognise(
        _ proven: CodeStep.ProvenAddress,
        _ password: String?,
        _ intent: AddressIntent,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> Guarded {
        guard let id = intent.accountID, let account = try await account(id),
            account.provesByLink(proven.address.kind)
        else { throw .gone }
        guard let password, !password.isEmpty else { throw .passwordMissing }
        let match = try await passwords.verify(
            account,
            password: Password(password),
            client: request.client.id,
            context: request.context
        )
        return Guarded(.account(.unchanged(id, credentialsRevision: match.account.credentialsRevision)))
    }

    /// An address that an account claims becomes one of its names, unless it is somebody else's by now.
    private func adopt(
        _ proven: CodeStep.ProvenAddress,
        by account: Account,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> [Change] {
        guard account.pending(proven.address.kind)?.value == proven.address.value else { throw .gone }
        let owner = try await core.account(proven.address)
        guard owner == nil || owner?.id == account.id else { throw .addressTaken }
        var next = account
        next.take(AccountIdentifier(proven))
        next.updatedAt = request.now
        next.revision += 1
        let call = AccountCall(request)
        return [
            .account(.update(next)),
            audit(.addressProven, request, account: account.id, detail: proven.address.kind.rawValue),
        ] + (try notice(of: account, becoming: next, call))
    }

    /// Tells the owner of an account, at the e-mail address it had, that this or its phone number has given way to another.
    func notice(
        of account: Account,
        becoming next: Account,
        _ call: AccountCall
    ) throws(TransactionError) -> [Change] {
        let isReplaced = [AccountIdentifier.Kind.email, .phone].contains { kind in
            guard let old = account.identifier(kind) else { return false }
            return old.value != next.identifier(kind)?.value
        }
        guard isReplaced, let email = account.email?.value else { return [] }
        return [
            try outbox.mail(
                .addressChanged,
                to: email,
                language: call.language,
                client: call.client,
                expiresAt: core.now.addingTimeInterval(24 * 60 * 60)
            )
        ]
    }

    private func reset(
        _ account: Account,
        by proven: CodeStep.ProvenAddress,
        to text: String?,
        _ request: TransactionRequest
    ) async throws(TransactionError) -> [Change] {
        // The address may have gone over to somebody else since the code was sent; to a user name none was.
        guard proven.address.kind != .username, account.owns(proven.address) else { throw .gone }
        guard let text, !text.isEmpty else { throw .passwordMissing }
        let hash = try await hash(try judge(text, personal: Self.personal(account, request.client)))
        // Read again: hashing takes long enough for other properties of the account to change.
        guard var account = try await self.account(account.id), account.owns(proven.address) else { throw .gone }
        guard !account.isDisabled else { throw .accountDisabled }
        return try setPassword(
            hash,
            of: &account,
            AccountCall(request)
        )
    }
}
