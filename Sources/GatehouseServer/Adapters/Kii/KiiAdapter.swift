package import GatehouseStore
package import GatehouseWire

/// The operations of Kii apps on tokens and users.
package struct KiiAdapter: Sendable {
    package let clients: KiiAuthenticator
    package let token: KiiTokenHandler
    package let registration: KiiRegistrationHandler
    package let user: KiiUserHandler
    package let password: KiiPasswordHandler
    package let address: KiiAddressHandler
    package let status: KiiStatusHandler
}

extension KiiAdapter {
    /// Composes the operations.
    init(
        accounts: AccountOperations,
        token: TokenHandler,
        accessTokens: AccessTokenValidator,
        verifier: PasswordVerifier,
        requests: RequestLimiter,
        policy: AuthenticationPolicy
    ) {
        let services = token.services
        let clients = KiiAuthenticator(
            records: services.records,
            requests: requests,
            accessTokens: accessTokens
        )
        let users = KiiUserResolver(finder: accounts.finder)
        let signedInRegistration = SignedInRegistration(
            environment: services.environment,
            failures: services.records.failures,
            registrar: accounts.registrar,
            sessions: services.sessions,
            policy: policy
        )
        self.init(
            clients: clients,
            token: KiiTokenHandler(
                token: token,
                clients: clients,
                passwords: verifier,
                policy: policy,
                factors: accounts.credentials.factors
            ),
            registration: KiiRegistrationHandler(
                registrar: accounts.registrar,
                signedInRegistration: signedInRegistration,
                issuer: token.issuer
            ),
            user: KiiUserHandler(users: users, updater: accounts.updater, status: accounts.status),
            password: KiiPasswordHandler(users: users, passwords: accounts.passwords, recovery: accounts.recovery),
            address: KiiAddressHandler(users: users, addresses: accounts.addresses),
            status: KiiStatusHandler(users: users, status: accounts.status)
        )
    }
}

/// The context of a request about users: the app, the caller and the selected user.
package struct KiiRequestContext: Sendable {
    package let client: Client
    package let caller: KiiCaller
    /// The user in the path; unused for a registration.
    package let selector: KiiSelector
    /// The value of `Accept-Language`, which few Kii apps send.
    package let acceptLanguage: String?
    package let context: RequestMetadata

    package init(
        client: Client,
        caller: KiiCaller,
        selector: KiiSelector,
        acceptLanguage: String?,
        context: RequestMetadata
    ) {
        self.client = client
        self.caller = caller
        self.selector = selector
        self.acceptLanguage = acceptLanguage
        self.context = context
    }

    var app: String { client.id.rawValue }

    /// Returns the context for account operations, with the user's language if known.
    func about(locale: String?) -> AccountRequest {
        let language = Language.negotiate(uiLocales: locale.map { [$0] } ?? [], acceptLanguage: acceptLanguage)
        return AccountRequest(client: client, language: language, authority: caller.authority, context: context)
    }

    /// Returns the context for operations on an account.
    func about(_ account: Account?) -> AccountRequest {
        about(locale: account?.attributes[ClaimName.locale.rawValue]?.string ?? callerLocale)
    }

    private var callerLocale: String? { caller.user?.attributes[ClaimName.locale.rawValue]?.string }

    /// Returns the error for a caller without permission.
    func forbidden(_ message: String) -> KiiWireError {
        .unauthorized(message, app: app, principal: caller.user?.id.rawValue)
    }
}

/// The caller of a request, as authenticated.
package enum KiiCaller: Sendable {
    /// An instance of the app, identified by the app key, which is not secret.
    case app
    /// A user, with the token's session and scopes.
    case user(Account, Session, ScopeSet)
    /// The app's administrator.
    case administrator

    package var isAdministrator: Bool {
        if case .administrator = self { true } else { false }
    }

    /// The user of the access token.
    package var user: Account? {
        if case .user(let account, _, _) = self { account } else { nil }
    }

    var authority: AccountAuthority {
        switch self {
        case .app: .app
        case .user(_, let session, _): .user(session.authentication)
        case .administrator: .administrator
        }
    }
}
