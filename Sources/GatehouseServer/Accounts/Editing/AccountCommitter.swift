import GatehouseStore

/// Commits the changes of an account operation, with the codes to send.
struct AccountCommitter: Sendable {
    /// The writes of a commit that belong together.
    private struct Part {
        let writes: [ConditionalWrite]
        let isRequired: Bool
    }

    /// The number of attempts when other requests change the same records.
    private static let attempts = 8

    let store: any ChangeCommitter
    let finder: AccountFinder
    let attemptLimiter: AttemptLimiter
    let audit: AuditLog
    let failures: FailureLog

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
            let current = if let known { known } else { try await finder.account(account.id) }
            known = nil
            return try await attempt(current)
        }
    }

    /// Commits changes together with the codes to send.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - writes: Further changes with their own handling of conflicts.
    ///   - codes: The codes for addresses.
    ///   - notice: The writes of a notice to the user, which are omitted if the mail quota of its recipient is
    ///     exhausted.
    ///   - requiresDelivery: Whether the commit fails if the mail quota of a recipient is exhausted. Otherwise it omits
    ///     that code: the user can request it later, and no code exists that could be guessed without a message to its
    ///     recipient.
    /// - Returns: `false` if a concurrent request requires another attempt.
    /// - Throws: ``AccountError/limited(retryAfter:)``, or ``AccountError/failed``.
    func commit(
        _ changes: [Change],
        writes: [ConditionalWrite] = [],
        sending codes: [IssuedCode] = [],
        notice: [ConditionalWrite] = [],
        requiresDelivery: Bool = true
    ) async throws(AccountError) -> Bool {
        var parts = [Part(writes: changes.map { ConditionalWrite($0) } + writes, isRequired: true)]
        parts += codes.map { Part(writes: $0.writes, isRequired: requiresDelivery) }
        parts.append(Part(writes: notice, isRequired: false))
        while true {
            let all = parts.flatMap(\.writes)
            let conflict = try await AccountError.wrapping(
                async: await store.firstConflict(committing: all, recordingIn: failures)
            )
            guard let index = conflict else { return true }
            let part = Self.indexOfPart(containing: index, in: parts)
            switch all[index].onConflict {
            case .retry: return false
            case .limit(.mailsPerRecipient) where !parts[part].isRequired: parts.remove(at: part)
            case .limit: throw AccountError(await attemptLimiter.error(for: all[index]))
            // No account operation has such a write.
            case .gone, .stale: throw .failed
            }
        }
    }

    /// Returns the index of the part that contains a change.
    private static func indexOfPart(containing index: Int, in parts: [Part]) -> Int {
        var end = 0
        return parts.prefix { part in
            end += part.writes.count
            return end <= index
        }.count
    }

    /// Returns a change that records an audit event of the operation.
    func auditEvent(_ kind: AuditKind, _ call: AccountRequest, account: Account.ID, detail: String? = nil) -> Change {
        audit.event(kind, call.context, account: account, client: call.client.id, detail: detail)
    }
}
