import Foundation
package import GatehouseStore

/// The account operations of apps with their own screens.
///
/// Each operation is one commit.
///
/// Callers check the authority: users may change their own account, administrators those of their app
/// (``canView(_:_:)``, ``canAdminister(_:_:)``). Verification, availability and limits are checked here, for all
/// channels.
package struct AccountEditor: Sendable {
    /// The number of attempts when other requests change the same records.
    private static let attempts = 8

    let core: ServerCore
    let outbox: MessageOutbox
    let attemptLimiter: AttemptLimiter
    let passwordVerifier: PasswordVerifier
    let passwords: PasswordChanger
    let codeFactor: CodeFactor
    let issuer: AccountCodeIssuer
    let proofs: AddressProofs

    init(core: ServerCore, outbox: MessageOutbox, flows: Flows) {
        self.core = core
        self.outbox = outbox
        attemptLimiter = AttemptLimiter(core: core)
        passwordVerifier = PasswordVerifier(core: core)
        passwords = flows.passwords
        codeFactor = flows.codes
        issuer = AccountCodeIssuer(core: core, outbox: outbox, attemptLimiter: attemptLimiter, codes: flows.codes)
        proofs = flows.proofs
    }

    package func account(_ id: Account.ID) async throws(AccountError) -> Account {
        guard let found = try await find(id) else { throw .notFound }
        return found
    }

    func find(_ id: Account.ID) async throws(AccountError) -> Account? {
        do { return try await core.store.account(id) } catch { throw accountError(core.flowError(error)) }
    }

    /// Runs an operation of a flow and maps its errors.
    func mappingErrors<Value>(
        _ body: () async throws(FlowError) -> Value
    ) async throws(AccountError) -> Value {
        do throws(FlowError) { return try await body() } catch { throw accountError(error) }
    }

    /// Returns the account error for a flow error; logs the cause of an error that is not disclosed to callers.
    func accountError(_ error: FlowError) -> AccountError {
        if let known = AccountError(error) { return known }
        if error != .failed { core.log("account operation failed", error) }
        return .failed
    }

    /// Repeats an attempt until its commit succeeds.
    ///
    /// - Parameter attempt: Reads, decides and commits; returns `nil` on a conflict with another writer.
    /// - Returns: The result of the attempt that succeeded.
    /// - Throws: ``AccountError/overloaded(retryAfter:)`` if all attempts conflict, and every error of an attempt.
    func retrying<Value>(_ attempt: () async throws(AccountError) -> Value?) async throws(AccountError) -> Value {
        guard let value = try await ConditionalWrite.retrying(attempts: Self.attempts, attempt) else {
            throw .overloaded(retryAfter: 1)
        }
        return value
    }

    /// Repeats an attempt on an account, which is re-read for every attempt but the first.
    func retrying<Value>(
        _ account: Account,
        _ attempt: (Account) async throws(AccountError) -> Value?
    ) async throws(AccountError) -> Value {
        var known: Account? = account
        return try await retrying { () throws(AccountError) in
            let current = if let known { known } else { try await self.account(account.id) }
            known = nil
            return try await attempt(current)
        }
    }

    /// Requires a recent sign-in for changes of identifiers and for deletion, so that a stolen token cannot be used to
    /// take over an account.
    ///
    /// A pseudo user's tokens suffice: without credentials, the user has no other proof.
    ///
    /// - Throws: ``AccountError/signInRequired(within:)``.
    func requireFreshSignIn(to account: Account, _ call: AccountRequest) throws(AccountError) {
        let lifetime = core.settings.lifetimes.freshSignIn
        switch call.authority {
        case .administrator: return
        case .user where account.hasNoCredentials: return
        case .user(let date) where core.now.timeIntervalSince(date) <= lifetime: return
        case .user, .app: throw .signInRequired(within: lifetime)
        }
    }

    func audit(_ kind: AuditKind, _ call: AccountRequest, _ account: Account.ID, detail: String? = nil) -> Change {
        core.audit(kind, call.context, account: account, client: call.client.id, detail: detail)
    }

    /// Commits changes together with the codes to send.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - codes: The codes for addresses.
    ///   - requiresDelivery: Whether the commit fails if the mail quota of a recipient is exhausted. Otherwise it omits
    ///     that code: the user can request it later, and no code exists that could be guessed without a message to its
    ///     recipient.
    /// - Returns: `false` if a concurrent request requires another attempt.
    /// - Throws: ``AccountError/limited(retryAfter:)``, or ``AccountError/failed``.
    func commit(
        _ changes: [ConditionalWrite],
        sending codes: [IssuedCode] = [],
        requiresDelivery: Bool = true
    ) async throws(AccountError) -> Bool {
        var parts = [changes] + codes.map { [ConditionalWrite($0.record)] + $0.message }
        while true {
            let all = parts.flatMap(\.self)
            let conflict: Int?
            do { conflict = try await core.store.firstConflict(committing: all) } catch {
                throw accountError(core.flowError(error))
            }
            guard let index = conflict else { return true }
            switch all[index].onConflict {
            case .retry: return false
            case .limit(.mailsPerRecipient) where !requiresDelivery:
                parts.remove(at: Self.indexOfPart(containing: index, in: parts))
            case .limit: throw accountError(await attemptLimiter.error(for: all[index]))
            // No account operation has such a write.
            case .gone, .stale: throw .failed
            }
        }
    }

    /// Returns the index of the part that contains a change.
    private static func indexOfPart(containing index: Int, in parts: [[ConditionalWrite]]) -> Int {
        var end = 0
        return parts.prefix { part in
            end += part.count
            return end <= index
        }.count
    }
}

/// A code for an address, with the changes to commit.
struct IssuedCode: Sendable {
    let step: CodeChallengeStep
    /// The code.
    let code: String
    /// The change that stores the flow of the code.
    let record: Change
    /// The changes that count and enqueue the message; empty if none can be sent.
    let message: [ConditionalWrite]
    /// Whether the same code was sent recently.
    let wasSentRecently: Bool
}
