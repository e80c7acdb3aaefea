import GatehousePasswords
package import GatehouseStore
import GatehouseWire

extension AccountEditor {
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
        let password = try await mappingErrors { () throws(FlowError) in
            try passwords.validate(new, contextWords: PasswordChanger.contextWords(account, call.client))
        }
        // Verifies the old password again only if the credentials have changed, not after other changes of the account.
        var compared: Int?
        var hashed: String?
        try await retrying(account) { before throws(AccountError) -> Void? in
            var current = before
            if compared != current.credentialsRevision {
                let match = try await mappingErrors { () throws(FlowError) in
                    try await passwordVerifier.verify(
                        current,
                        password: Password(old),
                        client: call.client.id,
                        context: call.context
                    )
                }
                compared = match.account.credentialsRevision
            }
            if let hashed { return try await set(hashed, of: current, call) }
            let hash = try await mappingErrors { () throws(FlowError) in try await passwords.hash(password) }
            hashed = hash
            // Re-reads the account: hashing takes long enough for other properties to change.
            current = try await self.account(account.id)
            guard current.credentialsRevision == compared else { return nil }
            return try await set(hash, of: current, call)
        }
    }

    /// Sets the password as an administrator, without the old one.
    package func setPassword(of account: Account, to new: String, _ call: AccountRequest) async throws(AccountError) {
        guard !account.hasNoCredentials else { throw .nameMissing }
        let hash = try await hash(new, contextWords: PasswordChanger.contextWords(account, call.client))
        let current = try await self.account(account.id)
        try await retrying(current) { current throws(AccountError) -> Void? in
            guard !current.hasNoCredentials else { throw .nameMissing }
            return try await set(hash, of: current, call)
        }
    }

    /// - Returns: `nil` if the account has changed since it was read.
    private func set(_ hash: String, of account: Account, _ call: AccountRequest) async throws(AccountError) -> Void? {
        let changes = try await mappingErrors { () throws(FlowError) in
            var account = account
            return try passwords.changesSettingPassword(hash, of: &account, call)
        }
        return try await commit(changes.map { ConditionalWrite($0) }) ? () : nil
    }
}
