import Foundation
package import GatehouseStore
import GatehouseWire

extension AccountEditor {
    /// Changes what the account says of the person, its names, and what the app keeps with it.
    ///
    /// A new address takes the place of the old one once it is proven, or at once when an administrator vouches for it. A password makes
    /// an account that nobody could sign in to one like any other, together with a name; any other account changes its own with the old
    /// one (``changePassword(of:from:to:_:)``).
    ///
    /// - Returns: The account as it is now.
    /// - Throws: ``AccountError/signInRequired(within:)`` for names and passwords, among what is wrong with the update.
    package func update(
        _ account: Account,
        _ update: AccountUpdate,
        _ call: AccountCall
    ) async throws(AccountError) -> Account {
        let attributes = try check(attributes: update.attributes, call.client)
        if let fields = update.customFields { try check(customFields: fields) }
        let country = (update.attributes[ClaimName.country.rawValue] ?? account.attributes[ClaimName.country.rawValue])
        let names = try GivenNames(
            username: update.username,
            email: update.email,
            phone: update.phone,
            country: country?.string
        )
        var vouched: Set<AccountIdentifier.Kind> = []
        if update.isEmailVerified { vouched.insert(.email) }
        if update.isPhoneVerified { vouched.insert(.phone) }
        var hash: String?
        return try await retrying(account) { before throws(AccountError) -> Account? in
            if !names.isEmpty || update.password != nil { try requireFreshSignIn(to: before, call) }
            try checkPassword(update.password, names, before)
            try await refuseTaken(names, for: account.id, vouched: vouched, call)
            if let password = update.password, hash == nil {
                hash = try await self.hash(
                    password,
                    personal: TransactionEngine.personal(before, call.client) + names.texts
                )
            }
            var next = before
            next.name(names, vouched: vouched, at: core.now)
            for (name, value) in attributes {
                // A plain `nil` would be the value that says so.
                if value == .null { next.attributes.removeValue(forKey: name) } else { next.attributes[name] = value }
            }
            next.passwordHash = hash ?? next.passwordHash
            next.updatedAt = core.now
            next.revision += 1
            let notice = try await mapped { [next] () throws(TransactionError) in
                try engine.notice(of: before, becoming: next, call)
            }
            let changes: [Change?] = [
                .account(.update(next)), update.customFields.map { change(of: $0, account.id, call) },
                audit(.accountUpdated, call, account.id),
            ]
            let codes = try await codes(for: next.pending.filter { !before.pending.contains($0) }, of: next, call)
            let all = changes.compactMap(\.self) + notice
            return try await commit(all.map { Guarded($0) }, sending: codes) ? next : nil
        }
    }

    /// A password is for an account that nobody can sign in to, and comes with a name.
    private func checkPassword(_ password: String?, _ names: GivenNames, _ account: Account) throws(AccountError) {
        if password == nil {
            if account.isPseudo, !names.isEmpty { throw .passwordMissing }
        } else {
            guard account.isPseudo else { throw .notPseudo }
            guard !names.isEmpty else { throw .nameMissing }
        }
    }

    private func change(of fields: [String: JSONValue], _ account: Account.ID, _ call: AccountCall) -> Change {
        fields.isEmpty
            ? .customFields(.remove(account, call.client.id))
            : .customFields(.put(CustomFields(accountID: account, clientID: call.client.id, values: fields)))
    }

    /// Shuts an account out, which ends all of its sessions, or lets it in again.
    package func setDisabled(_ isDisabled: Bool, of account: Account, _ call: AccountCall) async throws(AccountError) {
        try await retrying(account) { current throws(AccountError) -> Void? in
            guard current.isDisabled != isDisabled else { return () }
            let changes =
                current.changes(disabling: isDisabled, at: core.now)
                + [audit(.accountUpdated, call, account.id, detail: isDisabled ? "disabled" : "enabled")]
            return try await commit(changes.map { Guarded($0) }) ? () : nil
        }
    }

    /// Deletes an account with all that is about it.
    ///
    /// - Throws: ``AccountError/signInRequired(within:)``, or ``AccountError/notFound`` when the account is gone.
    package func delete(_ account: Account, _ call: AccountCall) async throws(AccountError) {
        try requireFreshSignIn(to: account, call)
        let changes: [Change] = [.account(.delete(account.id)), audit(.accountDeleted, call, account.id)]
        guard try await commit(changes.map { Guarded($0) }) else { throw .notFound }
    }
}
