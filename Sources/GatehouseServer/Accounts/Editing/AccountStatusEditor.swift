import Foundation
package import GatehouseStore

/// Disables, enables and deletes accounts.
package struct AccountStatusEditor: Sendable {
    let committer: AccountCommitter
    let environment: ServerEnvironment
    /// The maximum age, in seconds, of a sign-in that may delete the account.
    let freshSignIn: TimeInterval

    /// Disables an account and ends its sessions, or enables it again.
    package func setDisabled(_ isDisabled: Bool, of account: Account, _ call: AccountRequest) async throws(AccountError)
    {
        try await committer.retrying(account) { current throws(AccountError) -> Void? in
            guard current.isDisabled != isDisabled else { return () }
            let detail = isDisabled ? "disabled" : "enabled"
            let event = committer.auditEvent(.accountUpdated, call, account: account.id, detail: detail)
            let changes = current.changes(disabling: isDisabled, at: environment.now) + [event]
            return try await committer.commit(changes) ? () : nil
        }
    }

    /// Deletes an account and all of its data.
    ///
    /// - Throws: ``AccountError/signInRequired(within:)``, or ``AccountError/notFound`` if the account no longer
    ///   exists.
    package func delete(_ account: Account, _ call: AccountRequest) async throws(AccountError) {
        try call.requireFreshSignIn(to: account, within: freshSignIn, at: environment.now)
        let changes: [Change] = [
            .account(.delete(account.id)), committer.auditEvent(.accountDeleted, call, account: account.id),
        ]
        guard try await committer.commit(changes) else { throw .notFound }
    }
}
