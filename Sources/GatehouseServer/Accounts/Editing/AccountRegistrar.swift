package import GatehouseStore
package import GatehouseWire

/// Creates accounts.
package struct AccountRegistrar: Sendable {
    let committer: AccountCommitter
    let rules: AccountInputRules
    let passwords: NewPasswordHasher<AccountError>
    let codes: any AddressCodeIssuing
    let environment: ServerEnvironment

    /// Creates an account.
    ///
    /// Addresses are pending until verified, unless an administrator vouches for them; the verification codes are part
    /// of the commit. If another account has an address, its owner is notified by email, and the app if accounts are
    /// disclosed to it.
    ///
    /// - Throws: ``AccountError/taken(_:)``, ``AccountError/invalid(_:)``, ``AccountError/nameMissing`` for a password
    ///   without an identifier, and errors for other invalid input.
    package func register(_ new: NewAccount, _ call: AccountRequest) async throws(AccountError) -> Account {
        try await register(new, call) { _ throws(AccountError) in [] }
    }

    /// Creates an account in one commit with the changes that `more` returns for it.
    func register(
        _ new: NewAccount,
        _ call: AccountRequest,
        alongWith more: (Account) async throws(AccountError) -> [Change]
    ) async throws(AccountError) -> Account {
        let (account, names) = try await account(from: new, call)
        return try await committer.retrying { () throws(AccountError) -> Account? in
            var changes = [Change.account(.insert(account))]
            if !new.customFields.isEmpty {
                let fields = CustomFields(accountID: account.id, clientID: call.client.id, values: new.customFields)
                changes.append(.customFields(.put(fields)))
            }
            changes.append(committer.auditEvent(.accountCreated, call, account: account.id))
            changes += try await more(account)
            let codes = try await AccountError.wrapping(
                async: await codes.verificationCodes(for: account.pending, of: account, call)
            )
            if try await committer.commit(changes, sending: codes, requiresDelivery: false) { return account }
            try await rules.checkAvailability(names, for: account.id, vouched: new.vouched, call)
            return nil
        }
    }

    /// Returns the account to insert, after the input was validated and the registration counted.
    private func account(
        from new: NewAccount,
        _ call: AccountRequest
    ) async throws(AccountError) -> (account: Account, names: AccountIdentifiersInput) {
        let names = try AccountIdentifiersInput(
            username: new.username,
            email: new.email,
            phone: new.phone,
            country: new.attributes[ClaimName.country.rawValue]?.string
        )
        guard names.isEmpty || new.password != nil else { throw .passwordMissing }
        guard !names.isEmpty || new.password == nil else { throw .nameMissing }
        let attributes = try rules.check(attributes: new.attributes, call.client).filter { $0.value != .null }
        try rules.check(customFields: new.customFields)
        let id: Account.ID = environment.newID()
        try await AccountError.wrapping(async: await committer.attemptLimiter.recordRegistration(call.context))
        try await rules.checkAvailability(names, for: id, vouched: new.vouched, call)
        var hash: String?
        if let password = new.password {
            let contextWords = call.client.passwordContextWords(names.values, attributes)
            hash = try await passwords.hash(password, contextWords: contextWords)
        }
        var account = Account(
            id: id,
            identifiers: [],
            registeredBy: call.client.id,
            passwordHash: hash,
            attributes: attributes,
            createdAt: environment.now,
            updatedAt: environment.now
        )
        account.setIdentifiers(names, vouched: new.vouched, at: environment.now)
        return (account, names)
    }
}

/// The input of a registration.
///
/// An account without identifiers and password is reached only with its tokens.
package struct NewAccount: Sendable {
    /// The username as entered.
    package var username: String?
    package var email: String?
    /// The phone number: international, prefixed with its country (`JP-090…`), or national for the `country` attribute.
    package var phone: String?
    package var password: String?
    /// The attributes by claim name: `name`, `country`, `locale` and others.
    package var attributes: [String: JSONValue]
    /// The app's custom fields.
    package var customFields: [String: JSONValue]
    /// Whether an administrator of the app vouches for the address.
    package var isEmailVerified: Bool
    package var isPhoneVerified: Bool

    /// The kinds of addresses that an administrator vouches for.
    fileprivate var vouched: Set<AccountIdentifier.Kind> {
        Set([isEmailVerified ? .email : nil, isPhoneVerified ? .phone : nil].compactMap(\.self))
    }

    package init(
        username: String? = nil,
        email: String? = nil,
        phone: String? = nil,
        password: String? = nil,
        attributes: [String: JSONValue] = [:],
        customFields: [String: JSONValue] = [:],
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
