import Foundation
import GatehousePasswords
import GatehouseServer
package import GatehouseStore
package import GatehouseWire

/// Operations on the accounts of a server, with their consents and sessions.
package struct UserAdministration: Sendable {
    let store: StoreAdministration

    private var environment: ServerEnvironment { store.server.environment }

    /// Creates an account with a verified email address; without a password the user signs in with codes only.
    package func create(
        email: String,
        password: String?,
        attributes: [String: JSONValue]
    ) async throws(CommandError) -> UserSummary {
        let address = try Self.check(email: email, password: password, attributes: attributes)
        let account = Account(
            id: environment.newID(),
            identifiers: [AccountIdentifier(kind: .email, value: address.normalized, verifiedAt: environment.now)],
            passwordHash: try await hash(password),
            attributes: attributes,
            createdAt: environment.now,
            updatedAt: environment.now
        )
        try await store.commit(
            [.account(.insert(account)), store.audit(.accountCreated, account: account.id)],
            conflict: CommandError(
                "'\(address.normalized)' already has an account.",
                advice: "Show it: gatehouse user show \(address.normalized)"
            )
        )
        return UserSummary(account)
    }

    /// Calls `body` with every account, a page of them at a time, in order of creation.
    package func forEachPage(_ body: ([UserSummary]) throws -> Void) async throws {
        var pages = RecordPages<Account>(by: \.id) { id, limit throws(CommandError) in
            try await store.read { store throws(StoreError) in try await store.accounts(after: id, limit: limit) }
        }
        while case let page = try await pages.next(), !page.isEmpty { try body(page.map(UserSummary.init)) }
    }

    /// Returns an account, by any of its identifiers.
    package func summary(of name: String) async throws(CommandError) -> UserSummary {
        UserSummary(try await account(name))
    }

    /// Disables or enables an account, by any of its identifiers; does nothing if it already has that status.
    package func setDisabled(_ isDisabled: Bool, _ name: String) async throws(CommandError) -> UserSummary {
        let account = try await self.account(name)
        try await perform(otherwise: CommandError("Another process changed account '\(name)'.", advice: "Try again.")) {
            () throws(AccountError) in
            try await store.server.accounts.status.setDisabled(isDisabled, of: account, request)
        }
        return try await summary(of: account.id.rawValue)
    }

    /// Deletes an account with all its records, by any of its identifiers.
    package func delete(_ name: String) async throws(CommandError) -> UserSummary {
        let account = try await self.account(name)
        try await perform(otherwise: CommandError("Account '\(name)' was already deleted.")) {
            () throws(AccountError) in
            try await store.server.accounts.status.delete(account, request)
        }
        return UserSummary(account)
    }

    /// Returns the account with an ID, email address, phone number or username.
    ///
    /// The ID takes precedence, because a user could choose another account's ID as a username.
    func account(_ name: String) async throws(CommandError) -> Account {
        let found = try await store.read { store throws(StoreError) -> Account? in
            if let account = try await store.account(Account.ID(name)) { return account }
            if let address = EmailAddress(name) { return try await store.account(.email, address.normalized) }
            if let number = PhoneNumber(international: name) { return try await store.account(.phone, number.e164) }
            guard let username = Username(name) else { return nil }
            return try await store.account(.username, username.normalized)
        }
        guard let found else {
            throw CommandError("No account found for '\(name)'.", advice: "List accounts: gatehouse user list")
        }
        return found
    }

    /// Validates the properties of a new account without a store.
    ///
    /// - Returns: The address.
    @discardableResult
    static func check(
        email: String,
        password: String?,
        attributes: [String: JSONValue]
    ) throws(CommandError) -> EmailAddress {
        guard let address = EmailAddress(email) else {
            throw CommandError(
                "'\(email)' isn't a valid email address.",
                advice: "Example: --email name@example.com"
            )
        }
        guard let password else { return address }
        let personal = [address.normalized] + attributes.values.compactMap(\.string)
        switch PasswordPolicy().evaluate(Password(password), personal: personal) {
        case .acceptable: return address
        case .tooShort(let minimum):
            throw CommandError("The password is too short.", advice: "Use at least \(minimum) characters.")
        case .tooLong(let maximum):
            throw CommandError("The password is too long.", advice: "Use at most \(maximum) characters.")
        case .tooWeak:
            throw CommandError(
                "The password is too easy to guess.",
                advice: "Use a longer one, or several unrelated words."
            )
        }
    }

    private func hash(_ text: String?) async throws(CommandError) -> String? {
        guard let text else { return nil }
        do {
            return try await store.server.hasher.hash(Password(text))
        } catch {
            throw CommandError(
                "The password couldn't be hashed.",
                advice: "Try again when more memory is available."
            )
        }
    }

    /// Returns the consents of an account, by any of its identifiers.
    package func consents(of name: String) async throws(CommandError) -> [ConsentSummary] {
        let id = try await account(name).id
        return try await store.read { store throws(StoreError) in try await store.consents(of: id) }
            .map(ConsentSummary.init)
    }

    /// Returns a consent and the number of its active sessions.
    package func consent(
        of name: String,
        for client: String
    ) async throws(CommandError) -> (consent: Consent, sessions: Int) {
        let account = try await self.account(name).id
        let client = Client.ID(client)
        let consent = try await store.read { store throws(StoreError) in try await store.consent(account, client) }
        guard let consent else { throw Self.noConsent(name, client) }
        return (consent, try await sessions(of: account) { $0.clientID == client })
    }

    /// Withdraws a consent, with the sessions, codes and device approvals that were granted under it.
    package func withdraw(_ consent: Consent) async throws(CommandError) {
        let (account, client) = (consent.accountID, consent.clientID)
        let error = Self.noConsent(account.rawValue, client)
        let found = try await store.read { store throws(StoreError) in try await store.account(account) }
        guard let found else { throw error }
        try await perform(otherwise: error) { () throws(AccountError) in
            try await store.server.accounts.apps.withdraw(client, from: found, request)
        }
    }

    /// The context of the operator's changes, of which users are not notified.
    var request: AccountRequest { request(sendsNotices: false) }

    /// Returns the context of the operator's changes; notices contain links, so the issuer must be known.
    func request(sendsNotices: Bool) -> AccountRequest {
        AccountRequest(
            client: store.server.accounts.client,
            language: .english,
            authority: .administrator,
            context: store.request,
            sendsNotices: sendsNotices
        )
    }

    func perform<Value: Sendable>(
        otherwise error: CommandError,
        _ body: () async throws(AccountError) -> Value
    ) async throws(CommandError) -> Value {
        try await store.perform(otherwise: { (_: AccountError) in error }, body)
    }

    /// Returns the number of an account's active sessions.
    func sessions(
        of account: GatehouseStore.Account.ID,
        where isIncluded: (Session) -> Bool = { _ in true }
    ) async throws(CommandError) -> Int {
        let sessions = try await store.read { store throws(StoreError) in try await store.sessions(of: account) }
        return sessions.count { $0.expiresAt > environment.now && isIncluded($0) }
    }

    private static func noConsent(_ account: String, _ client: Client.ID) -> CommandError {
        CommandError(
            "Account '\(account)' has no consent for client '\(client)'.",
            advice: "List its consents: gatehouse consent list \(account)"
        )
    }
}

extension StoreAdministration {
    /// The operations on accounts.
    package var users: UserAdministration { UserAdministration(store: self) }
}
