import Foundation
import GatehouseStore
import GatehouseWire

/// Sets new passwords, on all channels.
struct PasswordChanger: Sendable {
    let notifier: any AccountNotifying
    let attemptLimiter: AttemptLimiter
    let audit: AuditLog
    let environment: ServerEnvironment

    /// Returns the writes that set a new password or remove it, end all other sessions of the account and the trust in
    /// its browsers, and notify the user by email.
    func writesSettingPassword(
        _ hash: String?,
        of account: inout Account,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> [ConditionalWrite] {
        let now = environment.now
        account.passwordHash = hash
        account.updatedAt = now
        account.revision += 1
        let kind = hash == nil ? AuditKind.passwordRemoved : .passwordChanged
        let changes: [Change] = [
            .account(.update(account)), .account(.distrustBrowsers(account.id)),
            .session(
                .endAll(account: account.id, except: call.current.session, reason: .credentialsChanged, at: now)
            ),
            .browserSession(.endAll(account: account.id, except: call.current.browserSession, at: now)),
            attemptLimiter.changeResettingAttempts(at: .account(account.id)),
            audit.event(kind, call.context, account: account.id, client: call.client.id),
        ]
        let notice = hash == nil ? AccountNotice.passwordRemoved : .passwordChanged
        return changes.map { ConditionalWrite($0) } + (try notifier.notify(of: notice, account, call))
    }
}
