package import Foundation
package import GatehouseStore
import Logging

/// Disables, enables and deletes accounts.
package struct AccountStatusEditor: Sendable {
    let accounts: any AccountReader
    let committer: AccountCommitter
    let environment: ServerEnvironment
    let notifier: any AccountNotifying
    /// The maximum age, in seconds, of a sign-in that may delete the account.
    let freshSignIn: TimeInterval
    /// The time, in seconds, from the request to delete an account to its deletion.
    let deletionGrace: TimeInterval

    /// Disables an account and ends its sessions, or enables it again.
    ///
    /// A pending reset of the factors is cancelled, because the user can no longer cancel it.
    package func setDisabled(_ isDisabled: Bool, of account: Account, _ call: AccountRequest) async throws(AccountError)
    {
        try await committer.retrying(account) { current throws(AccountError) -> Void? in
            guard current.isDisabled != isDisabled else { return () }
            let detail = isDisabled ? "disabled" : "enabled"
            let event = committer.auditEvent(.accountUpdated, call, account: account.id, detail: detail)
            var changes = current.changes(disabling: isDisabled, at: environment.now) + [event]
            changes += cancelledReset(of: current, call)
            return try await committer.commit(changes) ? () : nil
        }
    }

    /// Deletes an account at the request of its user: after the grace period, in which a sign-in can keep it.
    ///
    /// Until then the account has no sessions, and only a sign-in in a browser finds it. An account without a grace
    /// period (``gracePeriod(of:)``) is erased now.
    ///
    /// - Returns: The time from which the account is erased; `nil` if it is erased.
    /// - Throws: ``AccountError/signInRequired(within:acr:)``, or ``AccountError/notFound`` if the account no longer
    ///   exists.
    @discardableResult
    package func requestDeletion(of account: Account, _ call: AccountRequest) async throws(AccountError) -> Date? {
        try call.requireFreshSignIn(to: account, within: freshSignIn, at: environment.now)
        let grace = gracePeriod(of: account)
        guard grace > 0 else {
            try await delete(account, call)
            return nil
        }
        return try await committer.retrying(account) { current throws(AccountError) -> Date? in
            let now = environment.now
            let dueAt = now.addingTimeInterval(grace)
            var next = current
            next.deletion = AccountDeletion(requestedAt: now, dueAt: dueAt)
            next.factorReset = nil
            next.updatedAt = now
            next.revision += 1
            var changes: [Change] = [
                .account(.update(next)), .session(.endAll(account: account.id, reason: .accountDeleted, at: now)),
                .browserSession(.endAll(account: account.id, at: now)),
                committer.auditEvent(.accountDeletionRequested, call, account: account.id),
            ]
            changes += cancelledReset(of: current, call)
            let notice = try AccountError.wrapping(
                try notifier.notify(of: .deletionRequested, next, detail: Self.days(grace), call)
            )
            return try await committer.commit(changes, notice: notice) ? dueAt : nil
        }
    }

    /// Returns the time, in seconds, for which the user can keep the account after a request to delete it.
    ///
    /// Zero without a verified email address: the page that offers to keep an account follows a sign-in with one.
    package func gracePeriod(of account: Account) -> TimeInterval {
        account.canSignInOnPages ? deletionGrace : 0
    }

    /// Deletes an account and all of its data now.
    ///
    /// - Throws: ``AccountError/signInRequired(within:acr:)``, or ``AccountError/notFound`` if the account no longer
    ///   exists.
    package func delete(_ account: Account, _ call: AccountRequest) async throws(AccountError) {
        try call.requireFreshSignIn(to: account, within: freshSignIn, at: environment.now)
        try await committer.retrying(account) { current throws(AccountError) -> Void? in
            try await erase(current, call) ? () : nil
        }
    }

    /// Erases accounts whose deletion is due, unless their users keep them at the same time.
    ///
    /// - Parameters:
    ///   - now: The current time by the store's clock, because an erasure cannot be undone.
    ///   - limit: The maximum number of accounts.
    ///   - client: The client that is named in notices.
    /// - Returns: The number of erased accounts.
    /// - Throws: The first ``AccountError`` of an erasure, after all others were tried.
    package func eraseDueAccounts(
        at now: Date,
        limit: Int = 100,
        as client: Client
    ) async throws(AccountError) -> Int {
        let due = DueChange(client: client, failure: "could not erase account", logger: environment.logger)
        return try await committer.make(due) { () throws(StoreError) in
            try await accounts.accounts(dueForDeletionAt: now, limit: limit)
        } change: { account, call throws(AccountError) in
            try await erase(account, call)
        }
    }

    /// Deletes an account as it was read.
    ///
    /// - Returns: `false` if its credentials have changed since, or it no longer exists.
    private func erase(_ account: Account, _ call: AccountRequest) async throws(AccountError) -> Bool {
        // Without the network address, which the deletion also removes from the earlier events of the account.
        let event = committer.audit.event(
            .accountDeleted,
            RequestMetadata(address: nil, requestID: call.context.requestID, actor: call.context.actor),
            account: account.id,
            client: call.client.id
        )
        let notice = try AccountError.wrapping(try notifier.notify(of: .accountDeleted, account, call))
        let changes: [Change] = [
            .account(.requireRevision(account.id, credentialsRevision: account.credentialsRevision)),
            .account(.delete(account.id)), event,
        ]
        return try await committer.commit(changes, notice: notice)
    }

    /// Returns the audit events for a pending reset of the factors that a change of the status cancels.
    private func cancelledReset(of account: Account, _ call: AccountRequest) -> [Change] {
        guard account.factorReset != nil else { return [] }
        return [committer.auditEvent(.factorResetCancelled, call, account: account.id)]
    }

    /// Returns a time in days, rounded up.
    private static func days(_ seconds: TimeInterval) -> String { "\(Int((seconds / 86_400).rounded(.up)))" }
}
