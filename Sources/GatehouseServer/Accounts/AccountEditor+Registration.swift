package import Foundation
package import GatehouseStore
package import GatehouseWire

extension AccountEditor {
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

    /// Creates an account and its session in one commit.
    ///
    /// An account without identifiers gets no refresh token: it cannot be recovered after its tokens are lost. The
    /// access token expires at `expiresAt`, or after the maximum lifetime if that is `nil`.
    package func registerAndSignIn(
        _ new: NewAccount,
        expiresAt: Date?,
        _ call: AccountRequest
    ) async throws(AccountError) -> (account: Account, tokens: IssuedTokens) {
        var tokens: IssuedTokens?
        let account = try await register(new, call) { account throws(AccountError) in
            let started = try await start(account, expiresAt: expiresAt, call)
            tokens = started.tokens
            return started.changes
        }
        guard let tokens else { throw .failed }
        return (account, tokens)
    }

    private func register(
        _ new: NewAccount,
        _ call: AccountRequest,
        alongWith more: (Account) async throws(AccountError) -> [Change]
    ) async throws(AccountError) -> Account {
        let names = try AccountIdentifiersInput(
            username: new.username,
            email: new.email,
            phone: new.phone,
            country: new.attributes[ClaimName.country.rawValue]?.string
        )
        guard names.isEmpty || new.password != nil else { throw .passwordMissing }
        guard !names.isEmpty || new.password == nil else { throw .nameMissing }
        let attributes = try check(attributes: new.attributes, call.client).filter { $0.value != .null }
        try check(customFields: new.customFields)
        let id: Account.ID = core.newID()
        var vouched: Set<AccountIdentifier.Kind> = []
        if new.isEmailVerified { vouched.insert(.email) }
        if new.isPhoneVerified { vouched.insert(.phone) }

        try await mappingErrors { () throws(FlowError) in
            try await attemptLimiter.recordRegistration(call.context)
        }
        try await checkAvailability(names, for: id, vouched: vouched, call)
        var hash: String?
        if let password = new.password {
            let contextWords = names.values + [call.client.name] + attributes.values.compactMap(\.string)
            hash = try await self.hash(password, contextWords: contextWords)
        }
        var account = Account(
            id: id,
            identifiers: [],
            registeredBy: call.client.id,
            passwordHash: hash,
            attributes: attributes,
            createdAt: core.now,
            updatedAt: core.now
        )
        account.setIdentifiers(names, vouched: vouched, at: core.now)
        return try await retrying { () throws(AccountError) -> Account? in
            var changes = [Change.account(.insert(account))]
            if !new.customFields.isEmpty {
                let fields = CustomFields(accountID: id, clientID: call.client.id, values: new.customFields)
                changes.append(.customFields(.put(fields)))
            }
            changes.append(audit(.accountCreated, call, id))
            changes += try await more(account)
            let codes = try await codes(for: account.pending, of: account, call)
            if try await commit(changes.map { ConditionalWrite($0) }, sending: codes, requiresDelivery: false) {
                return account
            }
            try await checkAvailability(names, for: id, vouched: vouched, call)
            return nil
        }
    }

    /// Returns the verification codes for pending addresses.
    func codes(
        for pending: [PendingAddress],
        of account: Account,
        _ call: AccountRequest
    ) async throws(AccountError) -> [IssuedCode] {
        var codes: [IssuedCode] = []
        for address in pending {
            let code = try await mappingErrors { () throws(FlowError) in
                try await issuer.verification(of: LoginIdentifier(address), by: account, call)
            }
            codes.append(code)
        }
        return codes
    }

    private func start(
        _ account: Account,
        expiresAt: Date?,
        _ call: AccountRequest
    ) async throws(AccountError) -> PreparedSession {
        let methods: [AMR] = account.hasNoCredentials ? [] : [.password]
        let lasting: ScopeSet = [.offlineAccess]
        let scopes = account.passwordHash == nil ? call.client.scopes.subtracting(lasting) : call.client.scopes
        do throws(OAuthError) {
            let request = GrantContext(
                client: call.client,
                audience: try ResourcePolicy(issuer: core.settings.issuer).audience(for: []),
                wireProtocol: .kii,
                expiresAt: expiresAt,
                context: call.context,
                now: core.now
            )
            let signIn = SessionRequest(account.id, scopes: scopes, methods: methods, at: core.now)
            return try await SessionCreator(core: core).prepare(signIn, of: account, for: request)
        } catch {
            throw error.code == .invalidRequest ? .expirationRejected : accountError(core.flowError(error))
        }
    }
}

extension Account {
    /// Sets identifiers: usernames immediately, addresses when verified or vouched for by an administrator.
    ///
    /// Existing identifiers remain unchanged.
    mutating func setIdentifiers(_ names: AccountIdentifiersInput, vouched: Set<AccountIdentifier.Kind>, at now: Date) {
        if let username = names.username, identifier(.username)?.spelling != username.spelling {
            setIdentifier(
                AccountIdentifier(
                    kind: .username,
                    value: username.normalized,
                    spelling: username.spelling,
                    verifiedAt: now
                )
            )
        }
        for address in names.addresses {
            if hasIdentifier(address) {
                pending.removeAll { $0.kind == address.kind }
            } else if vouched.contains(address.kind) {
                setIdentifier(AccountIdentifier(kind: address.kind, value: address.value, verifiedAt: now))
            } else if pending(address.kind)?.value != address.value {
                setPending(address, at: now)
            }
        }
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
