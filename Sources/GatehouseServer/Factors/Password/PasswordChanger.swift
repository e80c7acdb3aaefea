import Foundation
import GatehousePasswords
import GatehouseStore
import GatehouseWire

/// Validates, hashes and sets new passwords, on all channels.
struct PasswordChanger: Sendable {
    let core: ServerCore
    let outbox: MessageOutbox
    let attemptLimiter: AttemptLimiter

    /// Validates a new password against the policy.
    func validate(_ text: String, contextWords: [String]) throws(FlowError) -> Password {
        let password = Password(text)
        let verdict = PasswordPolicy().evaluate(password, personal: contextWords)
        guard verdict == .acceptable else { throw .passwordRejected(verdict) }
        return password
    }

    /// Returns words that the user's password must not contain.
    static func contextWords(_ name: String, _ client: Client, _ attributes: [String: JSONValue] = [:]) -> [String] {
        [name, client.name] + attributes.values.compactMap(\.string)
    }

    func hash(_ password: Password) async throws(FlowError) -> String {
        do throws(PasswordHashError) { return try await core.hasher.hash(password) } catch {
            throw core.flowError(error)
        }
    }

    /// Validates and hashes a new password.
    func hash(_ text: String, contextWords: [String]) async throws(FlowError) -> String {
        try await hash(try validate(text, contextWords: contextWords))
    }

    /// Returns the changes that set a new password, end all sessions of the account and notify the user by email.
    func changesSettingPassword(
        _ hash: String,
        of account: inout Account,
        _ call: AccountRequest
    ) throws(FlowError) -> [Change] {
        let now = core.now
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
                try FlowError.wrapping(
                    try outbox.mail(
                        .passwordChanged,
                        to: email,
                        language: call.language,
                        client: call.client,
                        expiresAt: now.addingTimeInterval(24 * 60 * 60)
                    )
                )
            )
        }
        return changes + [
            attemptLimiter.changeResettingPasswordAttempts(for: account.id),
            core.audit(.passwordChanged, call.context, account: account.id, client: call.client.id),
        ]
    }
}
