import Foundation
import GatehousePasswords
import GatehouseServer
import GatehouseStore
package import GatehouseWire

extension Administration {
    /// Makes an account whose address the operator vouches for; without a password the person signs in by code alone.
    package func createUser(
        email: String,
        password: String?,
        attributes: [String: JSONValue]
    ) async throws(CommandFailure) -> UserSummary {
        let address = try Self.check(email: email, password: password, attributes: attributes)
        let account = Account(
            id: core.newID(),
            identifiers: [AccountIdentifier(kind: .email, value: address.normalized, verifiedAt: core.now)],
            passwordHash: try await hash(password),
            attributes: attributes,
            createdAt: core.now,
            updatedAt: core.now
        )
        try await commit(
            [.account(.insert(account)), audit(.accountCreated, account: account.id)],
            conflict: CommandFailure(
                "An account with the address \(address.normalized) exists already.",
                advice: "'gatehouse user list' shows it."
            )
        )
        return UserSummary(account)
    }

    /// Hands every account to `body`, in order of creation.
    package func eachUser(_ body: (UserSummary) throws -> Void) async throws {
        var last: Account.ID?
        while true {
            let page = try await read { store throws(StoreError) in try await store.accounts(after: last, limit: 200) }
            for account in page { try body(UserSummary(account)) }
            guard let next = page.last?.id else { return }
            last = next
        }
    }

    /// One account, by any of its names.
    package func summary(of name: String) async throws(CommandFailure) -> UserSummary {
        UserSummary(try await user(name))
    }

    /// Shuts an account out or lets it in again, by any of its names; one that is so already stays as it is.
    package func setDisabled(_ isDisabled: Bool, _ name: String) async throws(CommandFailure) -> UserSummary {
        let account = try await user(name)
        if account.isDisabled != isDisabled {
            let detail = isDisabled ? "disabled" : "enabled"
            try await commit(
                account.changes(disabling: isDisabled, at: core.now)
                    + [audit(.accountUpdated, account: account.id, detail: detail)],
                conflict: CommandFailure("The account \(name) was changed at the same time.", advice: "Try again.")
            )
        }
        return try await summary(of: account.id.rawValue)
    }

    /// Deletes an account, by any of its names, with everything that belongs to it.
    package func deleteUser(_ name: String) async throws(CommandFailure) -> UserSummary {
        let account = try await user(name)
        try await commit(
            [.account(.delete(account.id)), audit(.accountDeleted, account: account.id)],
            conflict: CommandFailure("The account \(name) was deleted at the same time.")
        )
        return UserSummary(account)
    }

    /// Finds an account by its identifier, e-mail address, phone number or user name.
    ///
    /// The identifier goes first: somebody could choose that of another account as a user name.
    func user(_ name: String) async throws(CommandFailure) -> Account {
        let found = try await read { store throws(StoreError) -> Account? in
            if let account = try await store.account(Account.ID(name)) { return account }
            if let address = EmailAddress(name) { return try await store.account(.email, address.normalized) }
            if let number = PhoneNumber(international: name) { return try await store.account(.phone, number.e164) }
            guard let username = Username(name) else { return nil }
            return try await store.account(.username, username.normalized)
        }
        guard let found else {
            throw CommandFailure("There is no account \(name).", advice: "'gatehouse user list' shows those there are.")
        }
        return found
    }

    /// Checks the properties of a new account without a store.
    ///
    /// - Returns: The address.
    @discardableResult
    static func check(
        email: String,
        password: String?,
        attributes: [String: JSONValue]
    ) throws(CommandFailure) -> EmailAddress {
        guard let address = EmailAddress(email) else {
            throw CommandFailure(
                "Mail cannot be sent to \(email).",
                advice: "Give --email an address such as name@example.com."
            )
        }
        guard let password else { return address }
        let personal = [address.normalized] + attributes.values.compactMap(\.string)
        switch PasswordPolicy().evaluate(Password(password), personal: personal) {
        case .acceptable: return address
        case .tooShort(let minimum):
            throw CommandFailure("The password is too short.", advice: "Use at least \(minimum) characters.")
        case .tooLong(let maximum):
            throw CommandFailure("The password is too long.", advice: "Use at most \(maximum) characters.")
        case .tooWeak:
            throw CommandFailure(
                "The password is easy to guess.",
                advice: "Use a longer one, or several words that do not belong together."
            )
        }
    }

    private func hash(_ text: String?) async throws(CommandFailure) -> String? {
        guard let text else { return nil }
        do {
            return try await core.hasher.hash(Password(text))
        } catch {
            throw CommandFailure(
                "The password could not be hashed.",
                advice: "Try again when the machine has memory to spare."
            )
        }
    }
}
