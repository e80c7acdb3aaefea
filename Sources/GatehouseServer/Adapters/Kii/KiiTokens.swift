import Foundation
import GatehouseJOSE
import GatehousePasswords
import GatehouseStore
package import GatehouseWire
import HTTPTypes

/// The two token endpoints of Kii.
package struct KiiTokenHandler: Sendable {
    let token: TokenHandler
    let clients: KiiAuthenticator
    let passwords: PasswordVerifier
    let policy: AuthenticationPolicy
    let factors: FactorRegistry

    /// Processes a token request.
    ///
    /// - Parameters:
    ///   - request: The token request.
    ///   - app: The app in the path, if any; the grant type is then required.
    ///   - credentials: The credentials in the header fields.
    ///   - context: The request.
    /// - Returns: The token and its subject.
    /// - Throws: `invalid_grant` for a login, `WRONG_REFRESH_TOKEN` for a refresh, and errors for invalid requests.
    package func token(
        _ request: KiiTokenRequest,
        app: String?,
        credentials: KiiCredentials,
        context: RequestMetadata
    ) async throws(KiiWireError) -> KiiTokenResponse {
        guard app == nil || request.namesGrant else {
            throw KiiWireError.oauth(.invalidRequest, "\(ParameterName.grantType) is missing.")
        }
        let client: Client
        let grant: any GrantHandler
        switch request.grant {
        case .client(let id, let secret):
            // The body identifies the client; the path must match it.
            guard app == nil || app == id else { throw KiiWireError.invalidGrant }
            client = try await clients.client(named: id, context: context)
            grant = KiiApplicationGrant(services: token.services, secret: secret)
        case .password(let username, let password):
            client = try await clients.authenticateApp(credentials, app: app, context: context)
            grant = PasswordGrant(
                services: token.services,
                passwords: passwords,
                policy: policy,
                factors: factors,
                name: LoginIdentifier(kii: username),
                password: password.reveal(),
                scope: request.scope
            )
        case .refreshToken(let refreshToken):
            client = try await clients.authenticateApp(credentials, app: app, context: context)
            grant = RefreshTokenGrant(
                services: token.services,
                token: token.services.formats.refreshToken(refreshToken),
                scope: nil
            )
        case .other(let other):
            throw KiiWireError.oauth(.unsupportedGrantType, "Unsupported grant type: \(other).")
        }
        let tokens: IssuedTokens
        do {
            tokens = try await token.redeem(
                grant,
                of: client,
                options: GrantOptions(format: KiiTokenFormat(), expiresAt: request.expiresAt?.date),
                context: context
            )
        } catch {
            throw KiiWireError(error, invalidGrant: grant is RefreshTokenGrant ? .wrongRefreshToken : .invalidGrant)
        }
        return KiiTokenResponse(
            id: tokens.user?.rawValue ?? client.id.rawValue,
            accessToken: tokens.response.accessToken,
            expiresIn: tokens.response.expiresIn.map(Int64.init),
            refreshToken: tokens.response.refreshToken,
            scope: tokens.response.scope
        )
    }
}

/// The format of the tokens of Kii apps, which need no signing key.
struct KiiTokenFormat: TokenFormat {
    /// Returns the requested expiration, or the client's maximum.
    ///
    /// A user without identifiers cannot sign in again, so the maximum is at least that of the app's other sessions.
    func expirationWithoutRefresh(_ request: GrantContext, _ lifetimes: Lifetimes) throws(OAuthError) -> Date {
        let hasRefreshTokens = request.client.grantTypes.contains(.refreshToken)
        return try request.kiiTokenExpiration(
            lifetimeWithoutRefresh: hasRefreshTokens ? lifetimes.refreshAbsolute : nil
        )
    }

    func opaqueToken(
        of session: Session,
        for request: GrantContext,
        under key: MasterKey
    ) throws(OAuthError) -> (token: Secret, expiresAt: UnixTime)? {
        // A session without refresh tokens ends when its access token expires.
        let expiry = UnixTime(
            session.isOffline ? min(try request.kiiTokenExpiration(), session.expiresAt) : session.expiresAt
        )
        return (KiiAccessToken.current(of: session, expiresAt: expiry, under: key), expiry)
    }

    func parse(accessToken: Secret) -> (any OpaqueAccessToken)? { KiiAccessToken(accessToken) }
}

/// An access token of a Kii app: the session's identifier, its refresh counter and the expiration, with an
/// authentication code.
///
/// Apps keep these tokens for months, longer than signing keys live. They are opaque and not stored individually; a
/// token ends at its expiration, with its session, or when the session's counter changes.
struct KiiAccessToken: OpaqueAccessToken {
    let sessionID: Session.ID
    let counter: Int
    let expiresAt: UnixTime
    private let presented: Secret

    /// Parses a token, without authenticating it; `nil` if it has another format.
    init?(_ presented: Secret) {
        let text = presented.reveal()
        guard text.hasPrefix(Self.prefix), text.utf8.count <= Self.maximumLength else { return nil }
        let parts = text.dropFirst(Self.prefix.count).split(
            separator: ".",
            maxSplits: 4,
            omittingEmptySubsequences: false
        )
        guard parts.count == 4, let counter = Int(parts[1]), let expiry = Int64(parts[2]) else { return nil }
        sessionID = Session.ID(String(parts[0]))
        self.counter = counter
        expiresAt = UnixTime(seconds: expiry)
        self.presented = presented
    }

    /// The identifier under which the token is revoked individually.
    var id: String { OpaqueToken.hash(of: presented.reveal()) }

    /// Returns whether this server issued the token for the session.
    func isAuthentic(for session: Session, under key: MasterKey) -> Bool {
        presented.matches(Self.make(session, counter: counter, expiresAt: expiresAt, under: key).reveal())
    }

    /// Returns the claims of the token: all scopes of the session that the client still has.
    func claims(for validator: AccessTokenValidator) async throws(OAuthError) -> AccessTokenClaims? {
        let records = validator.records
        let session = try await records.session(sessionID)
        guard let session, isAuthentic(for: session, under: validator.masterKey) else { return nil }
        if counter > session.counter { try records.requireRestoration(since: session) }
        guard counter == session.counter, validator.environment.now < expiresAt.date,
            let client = try await records.client(session.clientID)
        else { return nil }
        return AccessTokenClaims(
            issuer: validator.issuer,
            subject: SubjectIdentifiers(masterKey: validator.masterKey).subject(of: session.accountID, for: client),
            audience: Audience([validator.issuer]),
            expiresAt: expiresAt,
            issuedAt: UnixTime(session.rotatedAt),
            tokenID: id,
            clientID: client.id.rawValue,
            scope: try await validator.resources.policy().scopes(
                of: .issuer,
                in: session.scopes.intersection(client.scopes)
            ),
            sessionID: session.id.rawValue,
            authenticatedAt: UnixTime(session.authentication.authenticatedAt),
            acr: session.authentication.acr,
            amr: session.authentication.amr
        )
    }

    /// Returns the session's current token with the given expiration.
    static func current(of session: Session, expiresAt: UnixTime, under key: MasterKey) -> Secret {
        make(session, counter: session.counter, expiresAt: expiresAt, under: key)
    }

    private static let prefix = "st."
    private static let maximumLength = 512

    private static func make(
        _ session: Session,
        counter: Int,
        expiresAt expiry: UnixTime,
        under key: MasterKey
    ) -> Secret {
        let text = "\(prefix)\(session.id.rawValue).\(counter).\(expiry.seconds)"
        return key.authenticated(text, for: .sessionTokens, salt: session.salt)
    }
}

/// The password grant (RFC 6749 §4.3), only for Kii apps, which are first-party and need no consent.
struct PasswordGrant: GrantHandler {
    static let grantType = GrantType.password

    let services: GrantServices
    let passwords: PasswordVerifier
    let policy: AuthenticationPolicy
    let factors: FactorRegistry
    let name: LoginIdentifier
    let password: String
    /// The requested scopes; `nil` for all registered scopes of the client.
    var scope: ScopeSet?

    func checkEligibility(of client: Client) throws(OAuthError) {
        guard client.passwordApp != nil else { throw Self.unauthorizedGrantType }
        let excess = scope?.subtracting(client.scopes) ?? []
        guard excess.isEmpty else {
            throw OAuthError(.invalidScope, "The client is not authorized for: \(excess).")
        }
    }

    func redeem(_ request: GrantContext) async throws(OAuthError) -> IssuedTokens {
        // Validates the expiration before an attempt is counted.
        _ = try request.kiiTokenExpiration()
        // A password changed concurrently must be verified again.
        for _ in 0..<3 {
            let match = try await match(request)
            let authentication = Authentication(match.proof(at: request.now).factors, at: request.now)
            let decision = policy.decide(
                authentication,
                isNew: true,
                for: .init(),
                demand: try await demand(of: match.account, in: request),
                at: request.now
            )
            guard case .sufficient(let accepted) = decision else {
                let failed = services.audit.event(
                    .signInFailed,
                    request.context,
                    account: match.account.id,
                    client: request.client.id,
                    detail: authentication.insufficientDetail
                )
                let conflict = try await services.records.firstConflict(committing: match.changes + [failed])
                guard conflict == nil else { continue }
                throw OAuthError(.invalidGrant, "The sign-in requires another factor.")
            }
            let signIn = SessionRequest(match.account.id, scopes: scope ?? request.client.scopes, accepted)
            let started = try await services.sessions.prepare(signIn, of: match.account, for: request)
            let audit = services.audit.event(
                .signedIn,
                request.context,
                account: match.account.id,
                client: request.client.id,
                session: started.id,
                detail: "password"
            )
            let changes = match.changes + started.changes + [audit]
            if try await services.records.firstConflict(committing: changes) == nil { return started.tokens }
        }
        throw .busy
    }

    /// Returns the demand for a second factor; none if the user's only one is an address whose codes the server no
    /// longer accepts.
    private func demand(
        of account: Account,
        in request: GrantContext
    ) async throws(OAuthError) -> AuthenticationPolicy.Demand {
        let demand = policy.demand(at: request.client, isEnrolled: account.requiresSecondFactor)
        guard demand == .fromEnrolled else { return demand }
        let none = Authentication([], at: request.now)
        let holder = try await OAuthError.wrapping(async: await factors.holder(account, after: none))
        return holder.hasIndependentCredential || !factors.available(to: holder).isEmpty ? demand : .none
    }

    /// - Throws: `invalid_grant` if the username or the password is incorrect, or the account is disabled.
    private func match(_ request: GrantContext) async throws(OAuthError) -> PasswordVerifier.Match {
        do throws(PasswordCheckError) {
            return try await passwords.verify(
                name,
                password: Password(password),
                client: request.client.id,
                context: request.context
            )
        } catch {
            switch error {
            case .failure(let failure): throw OAuthError(failure)
            case .wrongCredentials, .accountDisabled:
                throw OAuthError(.invalidGrant, "The user was not found or a wrong password was provided")
            }
        }
    }

    static let unauthorizedGrantType = OAuthError(
        .unauthorizedClient,
        "The client is not authorized to use this grant type."
    )
}

/// The application grant of Kii apps.
///
/// The administrator secret yields a token for the app's accounts; the app key, which is not secret, yields one without
/// permissions.
struct KiiApplicationGrant: GrantHandler {
    static let grantType = GrantType.password

    let services: GrantServices
    let secret: Secret

    func checkEligibility(of client: Client) throws(OAuthError) {
        guard client.passwordApp != nil else { throw PasswordGrant.unauthorizedGrantType }
    }

    func redeem(_ request: GrantContext) async throws(OAuthError) -> IssuedTokens {
        if let expiry = request.options.expiresAt, expiry <= request.now { _ = try request.kiiTokenExpiration() }
        let hash = OpaqueToken.hash(of: secret.reveal())
        let isAdministrator = request.client.passwordApp?.adminSecretHash.map { Secret($0).matches(hash) } ?? false
        let isApp = request.client.passwordApp.map { Secret($0.keyHash).matches(hash) } ?? false
        guard isAdministrator || isApp else { throw OAuthError(.invalidGrant, "Client authentication failed.") }
        return try await services.tokens.issueClientToken(
            scopes: isAdministrator ? [.manageAccounts] : [],
            secretID: isAdministrator ? request.client.adminSecretID(under: services.masterKey) : nil,
            for: request
        )
    }
}

extension GrantContext {
    /// The accepted number of seconds by which an app's clock may be ahead.
    private static let leeway: TimeInterval = 5 * 60

    /// Returns the expiration of a Kii app's access token: the requested one, or the client's maximum.
    ///
    /// - Parameter lifetimeWithoutRefresh: The minimum lifetime for a session without a refresh token, if the app's
    ///   other sessions have one: a user without identifiers cannot sign in again. `nil` for other sessions.
    /// - Returns: The expiration.
    /// - Throws: `invalid_request` for an expiration in the past or beyond the maximum.
    func kiiTokenExpiration(lifetimeWithoutRefresh: TimeInterval? = nil) throws(OAuthError) -> Date {
        let lifetime = max(client.passwordApp?.tokenLifetime ?? 0, lifetimeWithoutRefresh ?? 0)
        let latest = now.addingTimeInterval(lifetime)
        guard let expiresAt = options.expiresAt else { return latest }
        guard expiresAt > now else { throw OAuthError(.invalidRequest, "The requested expiration is in the past.") }
        guard expiresAt <= latest.addingTimeInterval(Self.leeway) else {
            throw OAuthError(
                .invalidRequest,
                "The lifetime exceeds \(Int(lifetime)) seconds."
            )
        }
        return min(expiresAt, latest)
    }
}
