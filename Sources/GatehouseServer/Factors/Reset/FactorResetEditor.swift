package import Foundation
package import GatehouseStore
import Logging

/// Removes all factors of users who have lost them, after a time in which the user can cancel the removal.
///
/// An administrator cannot tell a user who has lost everything from an attacker who claims it. The user is notified at
/// once and a day before the removal, and cancels it by the link in the mail, on the account pages, or by any sign-in
/// with one of the factors.
package struct FactorResetEditor: Sendable {
    /// The times, in seconds, that a reset can wait; the links in its mails are valid for the longest.
    package static let waits: ClosedRange<TimeInterval> = 60 * 60...AccountNotice.linkLifetime
    /// The longest time, in seconds, that a reset waits without a reminder.
    private static let longestWaitWithoutReminder: TimeInterval = 48 * 60 * 60
    /// The time, in seconds, from the reminder to the removal.
    private static let reminderLead: TimeInterval = 24 * 60 * 60

    let accounts: any AccountReader
    let factors: FactorRegistry
    let credentials: CredentialChanger
    let changer: FactorResetChanger
    let committer: AccountCommitter
    let environment: ServerEnvironment
    /// The maximum age, in seconds, of a sign-in that may cancel a reset.
    let freshSignIn: TimeInterval

    /// Schedules the removal of all factors at the request of an administrator.
    ///
    /// - Parameters:
    ///   - account: The account, which must be active.
    ///   - wait: The time until the removal, in seconds, one of ``waits``.
    ///   - call: The request of an administrator.
    /// - Returns: The reset; the pending one if there is one.
    /// - Throws: ``AccountError/disabled``, ``AccountError/notFound`` if the account is being deleted, or
    ///   ``AccountError/secondFactorMissing`` if it has no factor to remove.
    package func request(
        of account: Account,
        after wait: TimeInterval,
        _ call: AccountRequest
    ) async throws(AccountError) -> FactorReset {
        guard call.authority == .administrator, Self.waits.contains(wait) else { throw .failed }
        return try await committer.retrying(account) { current throws(AccountError) -> FactorReset? in
            // The user of a disabled account cannot cancel the reset.
            guard !current.isDisabled else { throw .disabled }
            guard current.isActive else { throw .notFound }
            if let pending = current.factorReset { return pending }
            guard try await holder(current).hasIndependentCredential || current.requiresSecondFactor else {
                throw .secondFactorMissing
            }
            let now = environment.now
            let dueAt = now.addingTimeInterval(wait)
            let isReminded = wait > Self.longestWaitWithoutReminder
            let reset = FactorReset(
                requestedAt: now,
                dueAt: dueAt,
                remindAt: isReminded ? dueAt.addingTimeInterval(-Self.reminderLead) : nil
            )
            let next = changed(current, to: reset)
            let notice = try AccountError.wrapping(
                try changer.notice(.factorResetRequested, of: reset, to: next, call)
            )
            let event = committer.auditEvent(.factorResetRequested, call, account: account.id)
            return try await committer.commit([.account(.update(next)), event], writes: notice) ? reset : nil
        }
    }

    /// Cancels the reset.
    ///
    /// A user must have signed in recently: a stolen session could otherwise cancel every reset. The first factor
    /// suffices, because a user may have lost the second.
    ///
    /// - Returns: `false` if none is pending.
    /// - Throws: ``AccountError/signInRequired(within:acr:)``.
    @discardableResult
    package func cancel(of account: Account, _ call: AccountRequest) async throws(AccountError) -> Bool {
        try call.requireFreshSignIn(
            to: account,
            within: freshSignIn,
            withSecondFactor: false,
            at: environment.now
        )
        return try await committer.retrying(account) { current throws(AccountError) -> Bool? in
            guard let cancelled = try AccountError.wrapping(try changer.cancelling(current, call)) else {
                return false
            }
            return try await committer.commit([], writes: cancelled.writes) ? true : nil
        }
    }

    /// Removes the factors of accounts whose reset is due, and reminds users whose reset is near.
    ///
    /// - Parameters:
    ///   - now: The current time by the store's clock, because a removal cannot be undone.
    ///   - limit: The maximum number of accounts.
    ///   - client: The client that is named in notices.
    /// - Returns: The number of accounts whose factors were removed.
    /// - Throws: The first ``AccountError`` of an account, after all others were tried.
    package func runDue(
        at now: Date,
        limit: Int = 100,
        as client: Client
    ) async throws(AccountError) -> Int {
        let due = DueChange(client: client, failure: "could not reset factors", logger: environment.logger)
        return try await committer.make(due) { () throws(StoreError) in
            try await accounts.accounts(dueForFactorResetAt: now, limit: limit)
        } change: { account, call throws(AccountError) in
            try await advance(account, at: now, call)
        }
    }

    /// Removes the factors of an account as it was read, or reminds its user.
    ///
    /// A conflict means that the user has cancelled the reset, or another node has done the same: the next cleanup
    /// reads the account again.
    ///
    /// - Returns: Whether the factors were removed.
    private func advance(
        _ account: Account,
        at now: Date,
        _ call: AccountRequest
    ) async throws(AccountError) -> Bool {
        guard let reset = account.factorReset else { return false }
        guard reset.dueAt <= now else {
            let next = changed(account, to: reset.reminded())
            let notice = try AccountError.wrapping(
                try changer.notice(.factorResetReminder, of: reset, to: next, call)
            )
            _ = try await committer.commit([.account(.update(next))], writes: notice)
            return false
        }
        let holder = try await holder(account)
        let condition = Change.account(
            .requireRevision(account.id, credentialsRevision: account.credentialsRevision)
        )
        let writes = try AccountError.wrapping(try credentials.writesResetting(holder, call))
        return try await committer.commit([condition], writes: writes)
    }

    private func changed(_ account: Account, to reset: FactorReset) -> Account {
        var next = account
        next.factorReset = reset
        next.updatedAt = environment.now
        next.revision += 1
        return next
    }

    private func holder(_ account: Account) async throws(AccountError) -> FactorHolder {
        let none = Authentication([], at: environment.now)
        return try await AccountError.wrapping(async: await factors.holder(account, after: none))
    }
}
