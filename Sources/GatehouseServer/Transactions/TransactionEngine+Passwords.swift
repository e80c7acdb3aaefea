import Foundation
import GatehousePasswords
import GatehouseStore
import GatehouseWire

/// New passwords, whichever door they are chosen at.
extension TransactionEngine {
    /// Judges a new password.
    func judge(_ text: String, personal: [String]) throws(TransactionError) -> Password {
        let password = Password(text)
        let verdict = PasswordPolicy().evaluate(password, personal: personal)
        guard verdict == .acceptable else { throw .passwordRefused(verdict) }
        return password
    }

    /// What a password of a person must not be built on.
    static func personal(_ name: String, _ client: Client, _ attributes: [String: JSONValue] = [:]) -> [String] {
        [name, client.name] + attributes.values.compactMap(\.string)
    }

    /// The same of somebody who has an account.
    static func personal(_ account: Account, _ client: Client) -> [String] {
        let names = account.identifiers.map(\.spelling) + account.pending.map(\.value)
        return names + [client.name] + account.attributes.values.compactMap(\.string)
    }

    func hash(_ password: Password) async throws(TransactionError) -> String {
        do throws(PasswordHashError) { return try await core.hasher.hash(password) } catch {
            throw core.failed(error)
        }
    }

    /// Sets a new password, which ends everything the old one opened, everywhere; its owner is told by mail.
    ///
    /// - Returns: What has to be committed.
    func setPassword(
        _ hash: String,
        of account: inout Account,
        _ call: AccountCall
    ) throws(TransactionError) -> [Change] {
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
            failures.forget(account.id),
            core.audit(.passwordChanged, call.context, account: account.id, client: call.client.id),
        ]
    }
}
