import GatehouseJOSE
package import GatehouseStore
package import GatehouseWire

/// Identifies the app and the caller of Kii requests.
package struct KiiAuthenticator: Sendable {
    let records: RecordLookup
    let requests: RequestLimiter
    let accessTokens: AccessTokenValidator

    /// Returns the app, from the path or else from the header fields, and the caller.
    ///
    /// - Throws: `APP_NOT_FOUND`, `UNAUTHORIZED` if neither a key nor a token identifies the caller, `WRONG_TOKEN` for
    ///   a token that is invalid or belongs to another app.
    package func admit(
        _ credentials: KiiCredentials,
        app: String?,
        context: RequestMetadata
    ) async throws(KiiWireError) -> (client: Client, caller: KiiCaller) {
        let client = try await client(credentials, app: app, context: context)
        return (client, try await caller(credentials, in: client))
    }

    /// Returns the app alone and ignores access tokens, which may be outdated in a token request.
    func authenticateApp(
        _ credentials: KiiCredentials,
        app: String?,
        context: RequestMetadata
    ) async throws(KiiWireError) -> Client {
        let client = try await client(credentials, app: app, context: context)
        guard credentials.appKey != nil || credentials.isBasic else { throw Self.missingCredentials }
        return client
    }

    /// Returns the app with an identifier, and counts the request against its limit; does not identify the caller.
    func client(named app: String, context: RequestMetadata) async throws(KiiWireError) -> Client {
        do {
            guard let client = try await records.client(Client.ID(app)), client.passwordApp != nil else {
                throw KiiWireError.appNotFound(app)
            }
            try requests.countRequest(of: client, context)
            return client
        } catch let error as OAuthError {
            throw KiiWireError(error)
        } catch let error as KiiWireError {
            throw error
        } catch {
            throw KiiWireError(OAuthError.broken)
        }
    }

    private func client(
        _ credentials: KiiCredentials,
        app: String?,
        context: RequestMetadata
    ) async throws(KiiWireError) -> Client {
        let named = [app, credentials.appID, credentials.basicID].compactMap(\.self)
        guard let id = named.first else { throw Self.missingCredentials }
        let client = try await client(named: id, context: context)
        guard named.allSatisfy({ $0 == id }) else {
            throw KiiWireError.unauthorized("The request names different applications", app: id)
        }
        if let key = credentials.appKey {
            let hash = OpaqueToken.hash(of: key.reveal())
            guard let app = client.passwordApp, Secret(app.keyHash).matches(hash) else {
                throw KiiWireError.unauthorized("The application key is incorrect", app: id)
            }
        }
        return client
    }

    private func caller(_ credentials: KiiCredentials, in client: Client) async throws(KiiWireError) -> KiiCaller {
        guard case .token(let token)? = credentials.authorization else {
            guard credentials.appKey != nil || credentials.isBasic else { throw Self.missingCredentials }
            return .app
        }
        let found: ActiveAccessToken?
        do { found = try await accessTokens.check(token) } catch { throw KiiWireError(error) }
        let app = client.id.rawValue
        guard let live = found else { throw KiiWireError.wrongToken(token.reveal(), app: app) }
        switch live.bearer {
        case .user(let account, let session):
            guard live.client.id == client.id || client.passwordApp?.accepts.contains(live.client.id) == true else {
                throw KiiWireError.wrongToken(token.reveal(), app: app)
            }
            return .user(account, session, live.claims.scope)
        case .client:
            guard live.client.id == client.id else { throw KiiWireError.wrongToken(token.reveal(), app: app) }
            return live.claims.scope.contains(.manageAccounts) ? .administrator : .app
        }
    }

    private static let missingCredentials = KiiWireError.unauthorized(
        "An application key or an access token is required"
    )
}

extension KiiCredentials {
    /// The app in Basic credentials.
    fileprivate var basicID: String? {
        if case .app(let id)? = authorization { id } else { nil }
    }

    fileprivate var isBasic: Bool { basicID != nil }
}

/// Resolves the user that a request refers to, within the caller's permissions.
struct KiiUserResolver: Sendable {
    let finder: AccountFinder

    /// Returns the user to a caller that may modify it: the user's own token with the required scope, or the
    /// administrator.
    ///
    /// - Throws: `UNAUTHORIZED` for other callers, `USER_NOT_FOUND` for an unknown user.
    func modifiableUser(_ call: KiiRequestContext) async throws(KiiWireError) -> Account {
        if call.caller.isAdministrator { return try await userModifiableByAdministrator(call) }
        return try await readableUser(call, scopes: [.account])
    }

    /// Returns the user to a caller that may read the data of one of the scopes.
    func readableUser(_ call: KiiRequestContext, scopes: ScopeSet) async throws(KiiWireError) -> Account {
        switch call.caller {
        case .app: throw call.forbidden("A user token is required")
        case .administrator: return try await userVisibleToAdministrator(call)
        case .user(let own, _, let granted):
            let account = try await find(call)
            guard account.id == own.id else { throw call.forbidden("The token is another user's") }
            guard !granted.intersection(scopes).isEmpty else {
                throw call.forbidden("The token lacks the scopes \(scopes)")
            }
            return account
        }
    }

    /// Returns the user to the administrator, for changes that affect other apps too.
    ///
    /// - Throws: `UNAUTHORIZED` if another app registered the user.
    func userModifiableByAdministrator(_ call: KiiRequestContext) async throws(KiiWireError) -> Account {
        let account = try await userVisibleToAdministrator(call)
        try checkAdministration(account, call)
        return account
    }

    /// Rejects an administrator whose app did not register the user.
    func checkAdministration(_ account: Account, _ call: KiiRequestContext) throws(KiiWireError) {
        guard !call.caller.isAdministrator || finder.canAdminister(account, call.about(account)) else {
            throw call.forbidden("The user belongs to another app")
        }
    }

    /// Returns the user to the administrator, for reading.
    func userVisibleToAdministrator(_ call: KiiRequestContext) async throws(KiiWireError) -> Account {
        guard call.caller.isAdministrator else { throw call.forbidden("Administrator access is required") }
        return try await find(call)
    }

    /// Returns the user to any caller, for operations that require their own proof.
    func find(_ call: KiiRequestContext) async throws(KiiWireError) -> Account {
        let account = try await named(call)
        guard account.id == call.caller.user?.id else {
            let isKnown = try await run(call, on: account) { about throws(AccountError) in
                try await finder.canView(account, about)
            }
            // Users of other apps must not be disclosed.
            guard isKnown else { throw KiiWireError.userNotFound(call.selector, app: call.app) }
            return account
        }
        return account
    }

    private func named(_ call: KiiRequestContext) async throws(KiiWireError) -> Account {
        switch call.selector {
        case .me:
            guard let own = call.caller.user else {
                throw call.caller.isAdministrator
                    ? KiiWireError.userNotFound(.me, app: call.app) : call.forbidden("A user token is required")
            }
            return own
        case .id(let id):
            if let own = call.caller.user, own.id.rawValue == id { return own }
            let found: Account?
            do { found = try await finder.account(withID: Account.ID(id)) } catch {
                throw KiiWireError(OAuthError(error))
            }
            guard let account = found else { throw KiiWireError.userNotFound(call.selector, app: call.app) }
            return account
        case .name:
            let name = try loginIdentifier(call)
            return try await run(call) { about throws(AccountError) in
                try await finder.find(
                    name,
                    for: call.caller.user,
                    isAdministrator: call.caller.isAdministrator,
                    about
                )
            }
        }
    }

    /// Returns the login identifier in the path.
    func loginIdentifier(_ call: KiiRequestContext) throws(KiiWireError) -> LoginIdentifier {
        guard case .name(let type, let text) = call.selector else {
            throw KiiWireError.userNotFound(call.selector, app: call.app)
        }
        guard let kind = AccountIdentifier.Kind(type) else {
            throw KiiWireError(.accountTypeNotSupported, "Account type \(type) is not supported.")
        }
        guard let name = LoginIdentifier(kind, text) else {
            throw KiiWireError.userNotFound(call.selector, app: call.app)
        }
        return name
    }

    /// Runs an account operation and maps its errors to Kii's.
    func run<Result>(
        _ call: KiiRequestContext,
        on account: Account? = nil,
        names: [AccountIdentifier.Kind: String] = [:],
        _ work: (AccountRequest) async throws(AccountError) -> Result
    ) async throws(KiiWireError) -> Result {
        do { return try await work(call.about(account)) } catch {
            throw KiiWireError(error, call, account: account, names: names)
        }
    }
}

extension AccountIdentifier.Kind {
    /// Creates the kind of a Kii account type; `nil` for accounts of external providers.
    init?(_ type: KiiAccountType) {
        switch type {
        case .email: self = .email
        case .phone: self = .phone
        case .loginName: self = .username
        default: return nil
        }
    }

    init(_ kind: KiiAddressKind) {
        self = kind == .email ? .email : .phone
    }
}

extension LoginIdentifier {
    /// Creates an identifier from the input of a sign-in: with a type prefix, or of the kind it resembles.
    init(kii text: String) {
        if case .name(let type, let value)? = KiiSelector.name(text), let kind = AccountIdentifier.Kind(type) {
            self.init(typed: value, as: kind)
        } else {
            self.init(typed: text)
        }
    }
}

extension AccountIdentifier.Kind {
    /// Returns the identifiers of a request by kind, for error messages.
    static func names(username: String?, email: String?, phone: String?) -> [Self: String] {
        var names: [Self: String] = [:]
        names[.username] = username
        names[.email] = email
        names[.phone] = phone
        return names
    }
}
