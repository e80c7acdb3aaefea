public import Gatehouse
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// The user accounts of a ``TestServer``.
public struct TestUsers: Sendable {
    let server: TestServer

    private var store: any Store { server.store }
    private var environment: ServerEnvironment { server.identity.environment }

    /// Creates an account with verified identifiers, as `gatehouse user create` does.
    ///
    /// ```swift
    /// let ada = try await server.users.add(email: "ada@example.com", password: "correct horse battery", name: "Ada")
    /// let device = server.device(of: ada)
    /// ```
    ///
    /// - Parameters:
    ///   - email: The email address.
    ///   - password: The password, however weak; `nil` for a user who signs in with an emailed code.
    ///   - name: The full name, as returned to apps.
    ///   - username: A username.
    ///   - phone: A phone number, such as `+81 90-1234-5678`.
    ///   - attributes: Other attributes, by claim name or custom name.
    /// - Returns: The user, with the address and password to complete pages.
    /// - Throws: ``TestServerError`` if an identifier is in use or invalid; any error of the store.
    @discardableResult
    public func add(
        email: String,
        password: String? = nil,
        name: String? = nil,
        username: String? = nil,
        phone: String? = nil,
        attributes: [String: JSONValue] = [:]
    ) async throws -> ScriptedUser {
        var attributes = attributes
        if let name { attributes[ClaimName.name.rawValue] = .string(name) }
        let names = try identifiers(email: email, username: username, phone: phone)
        let passwordHash = try await hash(password)
        let account = Account(
            id: environment.newID(),
            identifiers: names,
            passwordHash: passwordHash,
            attributes: attributes,
            createdAt: environment.now,
            updatedAt: environment.now
        )
        do {
            try await store.commit([.account(.insert(account))])
        } catch {
            guard case .conflict = error else { throw error }
            throw TestServerError("One of these is already in use: \(names.map(\.value).joined(separator: ", ")).")
        }
        return ScriptedUser(email: email, password: password)
    }

    /// Returns the identifier of a user in tokens: the `sub` claim, and `Account.id` of the SDK.
    ///
    /// - Parameter name: The email address, phone number, username or identifier.
    /// - Returns: The identifier.
    /// - Throws: ``TestServerError`` if there is no such account; any error of the store.
    public func id(of name: String) async throws -> String {
        try await account(name).id.rawValue
    }

    /// Sets or removes a user's password; sessions continue.
    ///
    /// - Parameters:
    ///   - password: The password, however weak; `nil` for emailed codes only.
    ///   - name: The email address, phone number, username or identifier.
    /// - Throws: ``TestServerError`` if there is no such account; any error of the store.
    public func setPassword(_ password: String?, of name: String) async throws {
        var account = try await account(name)
        account.passwordHash = try await hash(password)
        account.updatedAt = environment.now
        account.revision += 1
        try await store.commit([.account(.update(account))])
    }

    /// Ends all sessions of a user, in apps and in browsers.
    ///
    /// - Parameter name: The email address, phone number, username or identifier.
    /// - Throws: ``TestServerError`` if there is no such account; any error of the store.
    public func revokeSessions(of name: String) async throws {
        let account = try await account(name)
        try await store.commit([
            .session(.endAll(account: account.id, reason: .administrator, at: environment.now)),
            .browserSession(.endAll(account: account.id, at: environment.now)),
        ])
    }

    /// Revokes a user's consent for one app: its sessions end, and the user is asked for consent again.
    ///
    /// - Parameters:
    ///   - clientID: The app's client.
    ///   - name: The email address, phone number, username or identifier.
    /// - Throws: ``TestServerError`` if there is no such account; any error of the store.
    public func revokeGrant(to clientID: String = "app", by name: String) async throws {
        let account = try await account(name)
        let client = Client.ID(clientID)
        let sessions = try await store.sessions(of: account.id).filter { $0.clientID == client }
        try await store.commit(
            sessions.map { .session(.end($0.id, reason: .administrator, at: environment.now)) }
                + [.consent(.remove(account.id, client))]
        )
    }

    /// Disables an account and ends its sessions.
    ///
    /// - Parameter name: The email address, phone number, username or identifier.
    /// - Throws: ``TestServerError`` if there is no such account; any error of the store.
    public func disable(_ name: String) async throws {
        try await store.commit(account(name).changes(disabling: true, at: environment.now))
    }

    /// Enables a disabled account; its sessions stay ended.
    ///
    /// - Parameter name: The email address, phone number, username or identifier.
    /// - Throws: ``TestServerError`` if there is no such account; any error of the store.
    public func enable(_ name: String) async throws {
        try await store.commit(account(name).changes(disabling: false, at: environment.now))
    }

    /// Deletes an account with all of its data.
    ///
    /// - Parameter name: The email address, phone number, username or identifier.
    /// - Throws: ``TestServerError`` if there is no such account; any error of the store.
    public func delete(_ name: String) async throws {
        try await store.commit([.account(.delete(account(name).id))])
    }

    func account(_ name: String) async throws -> GatehouseStore.Account {
        var account = try await store.account(GatehouseStore.Account.ID(name))
        if account == nil, let email = EmailAddress(name) {
            account = try await store.account(.email, email.normalized)
        }
        if account == nil, let phone = PhoneNumber(international: name) {
            account = try await store.account(.phone, phone.e164)
        }
        if account == nil, let user = Username(name) { account = try await store.account(.username, user.normalized) }
        guard let account else { throw TestServerError("Account \(name) not found.") }
        return account
    }

    private func hash(_ password: String?) async throws -> String? {
        guard let password else { return nil }
        return try await server.identity.hasher.hash(Password(password))
    }

    private func identifiers(
        email: String,
        username: String?,
        phone: String?
    ) throws(TestServerError) -> [AccountIdentifier] {
        guard let address = EmailAddress(email) else { throw TestServerError("\(email) is not a valid email address.") }
        var identifiers = [AccountIdentifier(kind: .email, value: address.normalized, verifiedAt: environment.now)]
        if let username {
            guard let name = Username(username) else { throw TestServerError("\(username) is not a valid username.") }
            identifiers.append(
                AccountIdentifier(
                    kind: .username,
                    value: name.normalized,
                    spelling: name.spelling,
                    verifiedAt: environment.now
                )
            )
        }
        if let phone {
            guard let number = PhoneNumber(international: phone) else {
                throw TestServerError("\(phone) is not a phone number with a country code.")
            }
            identifiers.append(AccountIdentifier(kind: .phone, value: number.e164, verifiedAt: environment.now))
        }
        return identifiers
    }
}

extension TestServer {
    /// The user accounts.
    public var users: TestUsers { TestUsers(server: self) }
}
