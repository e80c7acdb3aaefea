import GatehousePasswords
package import GatehouseStore
import GatehouseWire

extension AccountEditor {
    /// Has the person take a new password, which ends every session the account has, everywhere.
    ///
    /// The new one is judged first: who knows the old one is not charged a try for choosing badly.
    ///
    /// - Throws: ``AccountError/wrongPassword`` after a try that counts like any other.
    package func changePassword(
        of account: Account,
        from old: String,
        to new: String,
        _ call: AccountCall
    ) async throws(AccountError) {
        guard old != new else { throw .passwordUnchanged }
        let password = try await mapped { () throws(TransactionError) in
            try engine.judge(new, personal: TransactionEngine.personal(account, call.client))
        }
        // Compared again only when the credentials have changed, and not with every other change of the account.
        var compared: Int?
        var hashed: String?
        try await retrying(account) { before throws(AccountError) -> Void? in
            var current = before
            if compared != current.credentialsRevision {
                let match = try await mapped { () throws(TransactionError) in
                    try await engine.passwords.verify(
                        current,
                        password: Password(old),
                        client: call.client.id,
                        context: call.context
                    )
                }
                compared = match.account.credentialsRevision
            }
            if let hashed { return try await set(hashed, of: current, call) }
            let hash = try await mapped { () throws(TransactionError) in try await engine.hash(password) }
            hashed = hash
            // Read again: hashing takes long enough for other properties of the account to change.
            current = try await self.account(account.id)
            guard current.credentialsRevision == compared else { return nil }
            return try await set(hash, of: current, call)
        }
    }

    /// The same for an administrator, who need not know the old one.
    package func setPassword(of account: Account, to new: String, _ call: AccountCall) async throws(AccountError) {
        guard !account.isPseudo else { throw .nameMissing }
        let hash = try await hash(new, personal: TransactionEngine.personal(account, call.client))
        let current = try await self.account(account.id)
        try await retrying(current) { current throws(AccountError) -> Void? in
            guard !current.isPseudo else { throw .nameMissing }
            return try await set(hash, of: current, call)
        }
    }

    /// - Returns: `nil` when the account has changed since it was read.
    private func set(_ hash: String, of account: Account, _ call: AccountCall) async throws(AccountError) -> Void? {
        let changes = try await mapped { () throws(TransactionError) in
            var account = account
            return try engine.setPassword(hash, of: &account, call)
        }
        return try await commit(changes.map { Guarded($0) }) ? () : nil
    }
}
