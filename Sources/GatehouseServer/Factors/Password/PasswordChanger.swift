import Foundation
import GatehouseStore
import GatehouseWire

/// Sets new passwords, on all channels.
struct PasswordChanger: Sendable {
    let outbox: MessageOutbox
    let attemptLimiter: AttemptLimiter
    let audit: AuditLog
    let environment: ServerEnvironment

    /// Returns the changes that set a new password, end all sessions of the account and notify the user by email.
    func changesSettingPassword(
        _ hash: String,
        of account: inout Account,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> [Change] {
        let now = environment.now
        account.passwordHash = hash
        account.updatedAt = now
        account.revision += 1
        var changes: [Change] = [
            .account(.update(account)),
            .session(.endAll(account: account.id, reason: .credentialsChanged, at: now)),
            .browserSession(.endAll(account: account.id, at: now)),
        ]
        if let email = account.email?.value {
            changes.append(
                try outbox.mail(
                    .passwordChanged,
                    to: email,
                    language: call.language,
                    client: call.client,
                    expiresAt: now.addingTimeInterval(24 * 60 * 60)
                )
            )
        }
        return changes + [
            attemptLimiter.changeResettingAttempts(at: .account(account.id)),
            audit.event(.passwordChanged, call.context, account: account.id, client: call.client.id),
        ]
    }
}
