import Foundation
package import GatehouseStore

/// Everything that an app without pages of the server does to accounts: each function is one commit, or nothing.
///
/// Who may do it is the caller's to know: a person to their own account, an administrator to the accounts of their app
/// (``manages(_:_:)``, ``governs(_:_:)``). What is proven, what is taken and what is too much is decided here, for all doors alike.
package struct AccountEditor: Sendable {
    /// The number of attempts when other writers change the same records.
    private static let attempts = 8

    let engine: TransactionEngine

    var core: ServerCore { engine.core }

    package init(engine: TransactionEngine) {
        self.engine = engine
    }

    package func account(_ id: Account.ID) async throws(AccountError) -> Account {
        let found = try await mapped { () throws(TransactionError) in try await engine.account(id) }
        guard let found else { throw .notFound }
        return found
    }

    /// Runs something of the engine, with its errors as this type's.
    func mapped<Value>(
        _ body: () async throws(TransactionError) -> Value
    ) async throws(AccountError) -> Value {
        do throws(TransactionError) { return try await body() } catch { throw refusal(error) }
    }

    /// Returns the engine's error as an account error; logs the cause of an error that callers are not told about.
    func refusal(_ error: TransactionError) -> AccountError {
        if let known = AccountError(error) { return known }
        if error != .failed { core.log("account operation failed", error) }
        return .failed
    }

    /// Repeats an attempt until its commit succeeds.
    ///
    /// - Parameter attempt: Reads, decides and commits; returns `nil` on a conflict with another writer.
    /// - Returns: The result of the attempt that succeeded.
    /// - Throws: ``AccountError/overloaded(retryAfter:)`` when too many attempts in a row conflict, and every error
    ///   of an attempt.
    func retrying<Value>(_ attempt: () async throws(AccountError) -> Value?) async throws(AccountError) -> Value {
        for _ in 0..<Self.attempts {
            if let value = try await attempt() { return value }
        }
        throw .overloaded(retryAfter: 1)
    }

    /// Repeats an attempt on an account, which is read again for every attempt but the first.
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

    /// Requires a recent sign-in for changes of names and for deletion, so that a stolen token cannot take an account
    /// over.
    ///
    /// Tokens of a pseudo user suffice: without a name and a password, its owner has nothing else to prove it with.
    ///
    /// - Throws: ``AccountError/signInRequired(within:)``.
    func requireFreshSignIn(to account: Account, _ call: AccountCall) throws(AccountError) {
        let lifetime = core.settings.lifetimes.freshSignIn
        switch call.authority {
        case .administrator: return
        case .user where account.isPseudo: return
        case .user(let date) where core.now.timeIntervalSince(date) <= lifetime: return
        case .user, .app: throw .signInRequired(within: lifetime)
        }
    }

    func audit(_ kind: AuditKind, _ call: AccountCall, _ account: Account.ID, detail: String? = nil) -> Change {
        core.audit(kind, call.context, account: account, client: call.client.id, detail: detail)
    }

    /// Commits changes, with the codes that go along with them.
    ///
    /// - Parameters:
    ///   - changes: What is to be done.
    ///   - codes: What is to be sent to addresses.
    ///   - insists: Whether nothing is done when a code cannot be sent, because its recipient has been sent too many of late. If not, there
    ///     is no such code: it can be asked for later, and nobody makes codes to guess at without messages that their recipient notices.
    /// - Returns: `false` when the world has moved on, and it has to be decided again.
    /// - Throws: ``AccountError/limited(retryAfter:)``, or ``AccountError/failed``.
    func commit(
        _ changes: [Guarded],
        sending codes: [AddressCode] = [],
        insists: Bool = true
    ) async throws(AccountError) -> Bool {
        var parts = [changes] + codes.map { [Guarded($0.record)] + $0.message }
        while true {
            let all = parts.flatMap(\.self)
            do {
                try await core.store.commit(all.map(\.change))
                return true
            } catch .conflict(let index) {
                switch all[index].conflict {
                case .retry: return false
                case .refuse(let error): throw refusal(error)
                case .limit(.mailsPerRecipient) where !insists: parts.remove(at: Self.part(of: index, parts))
                case .limit: throw refusal(await engine.failures.refusal(of: all[index]))
                }
            } catch {
                throw refusal(core.failed(error))
            }
        }
    }

    /// Which of the parts holds the change at that position of all.
    private static func part(of index: Int, _ parts: [[Guarded]]) -> Int {
        var end = 0
        return parts.prefix { part in
            end += part.count
            return end <= index
        }.count
    }
}
