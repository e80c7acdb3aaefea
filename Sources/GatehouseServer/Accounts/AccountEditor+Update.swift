import Foundation
package import GatehouseStore
package import GatehouseWire

extension AccountEditor {
    /// Updates the attributes, identifiers and custom fields of an account.
    ///
    /// A new address replaces the old one when it is verified, or immediately if an administrator vouches for it. A
    /// password with an identifier turns a pseudo user into a regular account; other accounts change theirs with the
    /// old password (``changePassword(of:from:to:_:)``).
    ///
    /// - Returns: The updated account.
    /// - Throws: ``AccountError/signInRequired(within:)`` for identifiers and passwords, and errors for invalid input.
    package func update(
        _ account: Account,
        _ update: AccountUpdate,
        _ call: AccountRequest
    ) async throws(AccountError) -> Account {
        let attributes = try check(attributes: update.attributes, call.client)
        if let fields = update.customFields { try check(customFields: fields) }
        let country = (update.attributes[ClaimName.country.rawValue] ?? account.attributes[ClaimName.country.rawValue])
        let names = try AccountIdentifiersInput(
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
            try await checkAvailability(names, for: account.id, vouched: vouched, call)
            if let password = update.password, hash == nil {
                hash = try await self.hash(
                    password,
                    contextWords: PasswordChanger.contextWords(before, call.client) + names.values
                )
            }
            var next = before
            next.setIdentifiers(names, vouched: vouched, at: core.now)
            for (name, value) in attributes {
                // Assigning `nil` would store a JSON null.
                if value == .null { next.attributes.removeValue(forKey: name) } else { next.attributes[name] = value }
            }
            next.passwordHash = hash ?? next.passwordHash
            next.updatedAt = core.now
            next.revision += 1
            let notification = try await mappingErrors { [next] () throws(FlowError) in
                try outbox.addressChangeNotification(of: before, becoming: next, call)
            }
            let changes: [Change?] = [
                .account(.update(next)), update.customFields.map { change(of: $0, account.id, call) },
                audit(.accountUpdated, call, account.id),
            ]
            let codes = try await codes(for: next.pending.filter { !before.pending.contains($0) }, of: next, call)
            let all = changes.compactMap(\.self) + notification
            return try await commit(all.map { ConditionalWrite($0) }, sending: codes) ? next : nil
        }
    }

    /// Allows a password only for an account without credentials, together with an identifier.
    private func checkPassword(
        _ password: String?,
        _ names: AccountIdentifiersInput,
        _ account: Account
    ) throws(AccountError) {
        if password == nil {
            if account.hasNoCredentials, !names.isEmpty { throw .passwordMissing }
        } else {
            guard account.hasNoCredentials else { throw .alreadyHasCredentials }
            guard !names.isEmpty else { throw .nameMissing }
        }
    }

    private func change(of fields: [String: JSONValue], _ account: Account.ID, _ call: AccountRequest) -> Change {
        fields.isEmpty
            ? .customFields(.remove(account, call.client.id))
            : .customFields(.put(CustomFields(accountID: account, clientID: call.client.id, values: fields)))
    }

    /// Disables an account and ends its sessions, or enables it again.
    package func setDisabled(_ isDisabled: Bool, of account: Account, _ call: AccountRequest) async throws(AccountError)
    {
        try await retrying(account) { current throws(AccountError) -> Void? in
            guard current.isDisabled != isDisabled else { return () }
            let changes =
                current.changes(disabling: isDisabled, at: core.now)
                + [audit(.accountUpdated, call, account.id, detail: isDisabled ? "disabled" : "enabled")]
            return try await commit(changes.map { ConditionalWrite($0) }) ? () : nil
        }
    }

    /// Deletes an account and all of its data.
    ///
    /// - Throws: ``AccountError/signInRequired(within:)``, or ``AccountError/notFound`` if the account no longer
    ///   exists.
    package func delete(_ account: Account, _ call: AccountRequest) async throws(AccountError) {
        try requireFreshSignIn(to: account, call)
        let changes: [Change] = [.account(.delete(account.id)), audit(.accountDeleted, call, account.id)]
        guard try await commit(changes.map { ConditionalWrite($0) }) else { throw .notFound }
    }
}

/// The changes of an account update; properties that are `nil` remain unchanged.
package struct AccountUpdate: Sendable {
    package var username: String?
    /// The new email address, which is pending until verified.
    package var email: String?
    package var phone: String?
    /// The password of an account without credentials, which turns it into a regular account.
    package var password: String?
    /// The attributes by claim name; `null` removes an attribute.
    package var attributes: [String: JSONValue]
    /// The app's custom fields, which replace all previous ones.
    package var customFields: [String: JSONValue]?
    /// Whether an administrator of the app vouches for the address.
    package var isEmailVerified: Bool
    package var isPhoneVerified: Bool

    /// Whether the update modifies the account, not only the app's custom fields.
    package var changesAccount: Bool {
        username != nil || email != nil || phone != nil || password != nil || !attributes.isEmpty
    }

    package init(
        username: String? = nil,
        email: String? = nil,
        phone: String? = nil,
        password: String? = nil,
        attributes: [String: JSONValue] = [:],
        customFields: [String: JSONValue]? = nil,
        isEmailVerified: Bool = false,
        isPhoneVerified: Bool = false
    ) {
        self.username = username
        self.email = email
        self.phone = phone
        self.password = password
        self.attributes = attributes
        self.customFields = customFields
        self.isEmailVerified = isEmailVerified
        self.isPhoneVerified = isPhoneVerified
    }
}

extension MessageOutbox {
    /// Returns the notification to the account's previous email address that this address or the phone number was
    /// replaced.
    func addressChangeNotification(
        of account: Account,
        becoming next: Account,
        _ call: AccountRequest
    ) throws(FlowError) -> [Change] {
        let isReplaced = [AccountIdentifier.Kind.email, .phone].contains { kind in
            guard let old = account.identifier(kind) else { return false }
            return old.value != next.identifier(kind)?.value
        }
        guard isReplaced, let email = account.email?.value else { return [] }
        return [
            try mail(
                .addressChanged,
                to: email,
                language: call.language,
                client: call.client,
                expiresAt: core.now.addingTimeInterval(24 * 60 * 60)
            )
        ]
    }
}
