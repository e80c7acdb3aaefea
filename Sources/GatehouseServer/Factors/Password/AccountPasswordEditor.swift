import Foundation
import GatehousePasswords
package import GatehouseStore
import GatehouseWire

/// Changes passwords by request of the account's user or an administrator.
package struct AccountPasswordEditor: Sendable {
    let committer: AccountCommitter
    let passwords: NewPasswordHasher<AccountError>
    let verifier: PasswordVerifier
    let changer: PasswordChanger
    let environment: ServerEnvironment
    /// The maximum age, in seconds, of a sign-in that may set or remove the password.
    let freshSignIn: TimeInterval

    /// Changes the password of the user's account and ends all of its sessions.
    ///
    /// Validates the new password first, so that a rejected one does not count as an attempt.
    ///
    /// - Throws: ``AccountError/wrongPassword`` after a counted attempt.
    package func changePassword(
        of account: Account,
        from old: String,
        to new: String,
        _ call: AccountRequest
    ) async throws(AccountError) {
        guard old != new else { throw .passwordUnchanged }
        let password = try passwords.validate(new, contextWords: account.passwordContextWords(for: call.client))
        // Verifies the old password again only if the credentials have changed, not after other changes of the account.
        var compared: Int?
        var hashed: String?
        try await committer.retrying(account) { before throws(AccountError) -> Void? in
            var current = before
            if compared != current.credentialsRevision {
                compared = try await verify(Password(old), of: current, call).credentialsRevision
            }
            if let hashed { return try await set(hashed, of: current, call) }
            let hash = try await passwords.hash(password)
            hashed = hash
            // Re-reads the account: hashing takes long enough for other properties to change.
            current = try await committer.finder.account(account.id)
            guard current.credentialsRevision == compared else { return nil }
            return try await set(hash, of: current, call)
        }
    }

    /// Sets the password as an administrator, without the old one.
    package func setPassword(of account: Account, to new: String, _ call: AccountRequest) async throws(AccountError) {
        guard !account.hasNoCredentials else { throw .nameMissing }
        let hash = try await passwords.hash(new, contextWords: account.passwordContextWords(for: call.client))
        let current = try await committer.finder.account(account.id)
        try await committer.retrying(current) { current throws(AccountError) -> Void? in
            guard !current.hasNoCredentials else { throw .nameMissing }
            return try await set(hash, of: current, call)
        }
    }

    /// Sets the password of the user's account, which may have none, after a recent sign-in.
    ///
    /// Ends all other sessions of the account.
    ///
    /// - Throws: ``AccountError/signInRequired(within:acr:)``, ``AccountError/passwordRejected(_:)``.
    package func choosePassword(
        of account: Account,
        to new: String,
        _ call: AccountRequest
    ) async throws(AccountError) {
        try call.requireFreshSignIn(to: account, within: freshSignIn, at: environment.now)
        try await setPassword(of: account, to: new, call)
    }

    /// Removes the password, after a recent sign-in; the user then signs in with mailed codes.
    ///
    /// Ends all other sessions of the account.
    ///
    /// - Throws: ``AccountError/signInRequired(within:acr:)``, ``AccountError/noPassword``, or
    ///   ``AccountError/lastSignInMethod`` if the account has no verified email address.
    package func removePassword(of account: Account, _ call: AccountRequest) async throws(AccountError) {
        try call.requireFreshSignIn(to: account, within: freshSignIn, at: environment.now)
        try await committer.retrying(account) { current throws(AccountError) -> Void? in
            guard current.passwordHash != nil else { throw .noPassword }
            guard current.canSignIn(withPassword: false) else { throw .lastSignInMethod }
            return try await set(nil, of: current, call)
        }
    }

    /// Returns the account as it was when the password was verified.
    private func verify(
        _ password: Password,
        of account: Account,
        _ call: AccountRequest
    ) async throws(AccountError) -> Account {
        do {
            return try await verifier.verify(
                account,
                password: password,
                client: call.client.id,
                context: call.context
            ).account
        } catch {
            switch error {
            case .wrongCredentials: throw .wrongPassword
            case .accountDisabled: throw .disabled
            case .failure(let failure): throw AccountError(failure)
            }
        }
    }

    /// - Returns: `nil` if the account has changed since it was read.
    private func set(_ hash: String?, of account: Account, _ call: AccountRequest) async throws(AccountError) -> Void? {
        var account = account
        let writes = try AccountError.wrapping(try changer.writesSettingPassword(hash, of: &account, call))
        return try await committer.commit([], writes: writes) ? () : nil
    }
}
