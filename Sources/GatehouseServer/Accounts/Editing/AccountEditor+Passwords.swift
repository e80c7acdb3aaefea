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
        var current = account
        for _ in 0..<Self.rounds {
            _ = try await Self.mapped { () throws(TransactionError) in
                try engine.judge(new, personal: TransactionEngine.personal(current, call.client))
            }
            let match = try await Self.mapped { () throws(TransactionError) in
                try await engine.passwords.verify(
                    current,
                    password: Password(old),
                    client: call.client.id,
                    context: call.context
                )
            }
            if try await set(new, of: match.account, alongWith: match.counters, call) { return }
            current = try await self.account(account.id)
        }
        throw .failed
    }

    /// The same for an administrator, who need not know the old one.
    package func setPassword(of account: Account, to new: String, _ call: AccountCall) async throws(AccountError) {
        var current = account
        for _ in 0..<Self.rounds {
            guard !current.isPseudo else { throw .nameMissing }
            if try await set(new, of: current, call) { return }
            current = try await self.account(account.id)
        }
        throw .failed
    }

    private func set(
        _ new: String,
        of account: Account,
        alongWith more: [Change] = [],
        _ call: AccountCall
    ) async throws(AccountError) -> Bool {
        let hash = try await hash(new, personal: TransactionEngine.personal(account, call.client))
        let changes = try await Self.mapped { () throws(TransactionError) in
            var account = account
            return try engine.setPassword(hash, of: &account, call)
        }
        return try await commit((more + changes).map { Guarded($0) })
    }
}
