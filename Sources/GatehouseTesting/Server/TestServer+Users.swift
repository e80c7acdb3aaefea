public import Gatehouse
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseWire

extension TestServer {
    /// Makes an account whose names are proven, as `gatehouse user create` does.
    ///
    /// ```swift
    /// let ada = try await server.addUser(email: "ada@example.com", password: "correct horse battery", name: "Ada")
    /// let device = server.device(of: ada)
    /// ```
    ///
    /// - Parameters:
    ///   - email: The address that the person signs in with.
    ///   - password: Their password, however weak; `nil` for somebody who signs in with a mailed code.
    ///   - name: Their full name, as apps are told it.
    ///   - username: A user name of theirs.
    ///   - phone: A number of theirs, such as `+81 90-1234-5678`.
    ///   - attributes: What else is known of them, by claim or by a name of the app's own.
    /// - Returns: The person, who knows all of this and can sit in front of a browser.
    /// - Throws: ``TestServerError`` when one of the names is taken or cannot be one; whatever the store throws.
    @discardableResult
    public func addUser(
        email: String,
        password: String? = nil,
        name: String? = nil,
        username: String? = nil,
        phone: String? = nil,
        attributes: [String: JSONValue] = [:]
    ) async throws -> ScriptedPerson {
        var attributes = attributes
        if let name { attributes[ClaimName.name.rawValue] = .string(name) }
        let names = try identifiers(email: email, username: username, phone: phone)
        let passwordHash = try await hash(password)
        let account = Account(
            id: core.newID(),
            identifiers: names,
            passwordHash: passwordHash,
            attributes: attributes,
            createdAt: core.now,
            updatedAt: core.now
        )
        do {
            try await core.store.commit([.account(.insert(account))])
        } catch {
            guard case .conflict = error else { throw error }
            throw TestServerError("Somebody has one of these already: \(names.map(\.value).joined(separator: ", ")).")
        }
        return ScriptedPerson(email: email, password: password)
    }

    /// What tokens call a person: the `sub` claim, and `Account.id` of the SDK.
    ///
    /// - Parameter name: Their e-mail address, number, user name or identifier.
    /// - Returns: The identifier.
    /// - Throws: ``TestServerError`` when there is no such account; whatever the store throws.
    public func userID(of name: String) async throws -> String {
        try await account(name).id.rawValue
    }

    /// Gives a person another password, or none; sessions go on.
    ///
    /// - Parameters:
    ///   - password: The password, however weak; `nil` for mailed codes alone.
    ///   - name: Their e-mail address, number, user name or identifier.
    /// - Throws: ``TestServerError`` when there is no such account; whatever the store throws.
    public func setPassword(_ password: String?, of name: String) async throws {
        var account = try await account(name)
        account.passwordHash = try await hash(password)
        account.updatedAt = core.now
        account.revision += 1
        try await core.store.commit([.account(.update(account))])
    }

    /// Ends everything that a person is signed in to, in apps and in browsers.
    ///
    /// - Parameter name: Their e-mail address, number, user name or identifier.
    /// - Throws: ``TestServerError`` when there is no such account; whatever the store throws.
    public func revokeSessions(of name: String) async throws {
        let account = try await account(name)
        try await core.store.commit([
            .session(.endAll(account: account.id, reason: .administrator, at: core.now)),
            .browserSession(.endAll(account: account.id, at: core.now)),
        ])
    }

    /// Takes from one app what a person has granted it: its sessions end, and next time they are asked again.
    ///
    /// - Parameters:
    ///   - clientID: The app's client.
    ///   - name: Their e-mail address, number, user name or identifier.
    /// - Throws: ``TestServerError`` when there is no such account; whatever the store throws.
    public func revokeGrant(to clientID: String = "app", by name: String) async throws {
        let account = try await account(name)
        let client = Client.ID(clientID)
        let sessions = try await core.store.sessions(of: account.id).filter { $0.clientID == client }
        try await core.store.commit(
            sessions.map { .session(.end($0.id, reason: .administrator, at: core.now)) }
                + [.consent(.remove(account.id, client))]
        )
    }

    /// Shuts a person out, which ends everything they are signed in to.
    ///
    /// - Parameter name: Their e-mail address, number, user name or identifier.
    /// - Throws: ``TestServerError`` when there is no such account; whatever the store throws.
    public func disableUser(_ name: String) async throws {
        try await core.store.commit(account(name).changes(disabling: true, at: core.now))
    }

    /// Lets a person in again who was shut out; their sessions stay ended.
    ///
    /// - Parameter name: Their e-mail address, number, user name or identifier.
    /// - Throws: ``TestServerError`` when there is no such account; whatever the store throws.
    public func enableUser(_ name: String) async throws {
        try await core.store.commit(account(name).changes(disabling: false, at: core.now))
    }

    /// Deletes an account with everything that belongs to it.
    ///
    /// - Parameter name: Its e-mail address, number, user name or identifier.
    /// - Throws: ``TestServerError`` when there is no such account; whatever the store throws.
    public func deleteUser(_ name: String) async throws {
        try await core.store.commit([.account(.delete(account(name).id))])
    }

    private func account(_ name: String) async throws -> GatehouseStore.Account {
        let store = core.store
        var account = try await store.account(GatehouseStore.Account.ID(name))
        if account == nil, let email = EmailAddress(name) {
            account = try await store.account(.email, email.normalized)
        }
        if account == nil, let phone = PhoneNumber(international: name) {
            account = try await store.account(.phone, phone.e164)
        }
        if account == nil, let user = Username(name) { account = try await store.account(.username, user.normalized) }
        guard let account else { throw TestServerError("There is no account \(name).") }
        return account
    }

    private func hash(_ password: String?) async throws -> String? {
        guard let password else { return nil }
        return try await core.hasher.hash(Password(password))
    }

    private func identifiers(
        email: String,
        username: String?,
        phone: String?
    ) throws(TestServerError) -> [AccountIdentifier] {
        guard let address = EmailAddress(email) else { throw TestServerError("Mail cannot be sent to \(email).") }
        var identifiers = [AccountIdentifier(kind: .email, value: address.normalized, verifiedAt: core.now)]
        if let username {
            guard let name = Username(username) else { throw TestServerError("\(username) cannot be a user name.") }
            identifiers.append(
                AccountIdentifier(
                    kind: .username,
                    value: name.normalized,
                    spelling: name.spelling,
                    verifiedAt: core.now
                )
            )
        }
        if let phone {
            guard let number = PhoneNumber(international: phone) else {
                throw TestServerError("\(phone) is no number that begins with a country's code.")
            }
            identifiers.append(AccountIdentifier(kind: .phone, value: number.e164, verifiedAt: core.now))
        }
        return identifiers
    }
}
