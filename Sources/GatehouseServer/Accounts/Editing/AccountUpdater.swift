import Foundation
package import GatehouseStore
package import GatehouseWire

/// Updates the attributes, identifiers and custom fields of accounts.
package struct AccountUpdater: Sendable {
    let committer: AccountCommitter
    let rules: AccountInputRules
    let passwords: NewPasswordHasher<AccountError>
    let codes: any AddressCodeIssuing
    let notifier: any AccountNotifying
    let environment: ServerEnvironment
    /// The maximum age, in seconds, of a sign-in that may change identifiers.
    let freshSignIn: TimeInterval

    /// Updates the attributes, identifiers and custom fields of an account.
    ///
    /// A new address replaces the old one when it is verified, or immediately if an administrator vouches for it. A
    /// password with an identifier turns a pseudo user into a regular account; other accounts change theirs with the
    /// old password (`AccountPasswordEditor`).
    ///
    /// - Returns: The updated account.
    /// - Throws: ``AccountError/signInRequired(within:acr:)`` for identifiers and passwords, and errors for invalid
    ///   input.
    package func update(
        _ account: Account,
        with update: AccountUpdate,
        _ call: AccountRequest
    ) async throws(AccountError) -> Account {
        let attributes = try rules.check(attributes: update.attributes, call.client)
        if let fields = update.customFields { try rules.check(customFields: fields) }
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
        return try await committer.retrying(account) { before throws(AccountError) -> Account? in
            if let revision = update.ifRevision, revision != before.revision { throw .changedMeanwhile }
            if !names.isEmpty || update.password != nil {
                try call.requireFreshSignIn(to: before, within: freshSignIn, at: environment.now)
            }
            try checkPassword(update.password, with: names, for: before)
            try await rules.checkAvailability(names, for: account.id, vouched: vouched, call)
            if let password = update.password, hash == nil {
                let contextWords = before.passwordContextWords(for: call.client) + names.values
                hash = try await passwords.hash(password, contextWords: contextWords)
            }
            var next = before
            next.setIdentifiers(names, vouched: vouched, at: environment.now)
            for (name, value) in attributes {
                // Assigning `nil` would store a JSON null.
                if value == .null { next.attributes.removeValue(forKey: name) } else { next.attributes[name] = value }
            }
            next.passwordHash = hash ?? next.passwordHash
            next.updatedAt = environment.now
            next.revision += 1
            let notice = try notice(of: before, becoming: next, call)
            let changes: [Change?] = [
                .account(.update(next)), update.customFields.map { change(of: $0, account.id, call) },
                committer.auditEvent(.accountUpdated, call, account: account.id),
            ]
            let pending = next.pending.filter { !before.pending.contains($0) }
            let codes = try await AccountError.wrapping(
                async: await codes.verificationCodes(for: pending, of: next, call)
            )
            let isCommitted = try await committer.commit(
                changes.compactMap(\.self) + before.changesEndingTrust(becoming: next),
                sending: codes,
                notice: notice
            )
            return isCommitted ? next : nil
        }
    }

    /// Returns the notice of an update by the user; an app's administrator is expected to inform its users.
    private func notice(
        of account: Account,
        becoming next: Account,
        _ call: AccountRequest
    ) throws(AccountError) -> [ConditionalWrite] {
        let replaced = try AccountError.wrapping(
            try notifier.notifyOfReplacedAddress(of: account, becoming: next, at: environment.now, call)
        )
        guard replaced.isEmpty, case .user = call.authority, account.attributes != next.attributes else {
            return replaced
        }
        return try AccountError.wrapping(try notifier.notify(of: .profileChanged, next, call))
    }

    /// Allows a password only for an account without credentials, together with an identifier.
    private func checkPassword(
        _ password: String?,
        with names: AccountIdentifiersInput,
        for account: Account
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

    /// The revision of the account that the caller has read; `nil` updates any revision.
    package var ifRevision: Int?

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
        isPhoneVerified: Bool = false,
        ifRevision: Int? = nil
    ) {
        self.username = username
        self.email = email
        self.phone = phone
        self.password = password
        self.attributes = attributes
        self.customFields = customFields
        self.ifRevision = ifRevision
        self.isEmailVerified = isEmailVerified
        self.isPhoneVerified = isPhoneVerified
    }
}
