import Foundation
import GatehouseJOSE
import GatehouseWire
import HTTPTypes

/// Speaks OpenID Connect with the server.
struct OpenIDService: ServerDialect {
    /// What a token endpoint that does not say so is taken to mean, in seconds.
    private static let unstatedLifetime = 300

    let ownScopes: ScopeSet
    let sessionRule: SessionRule
    /// Whether the server leaves those scopes out of what it says was granted, though they were, as Entra does.
    let namesOwnScopes: Bool
    let clientID: String
    let clientSecret: Secret?
    let leeway: TimeInterval
    let connection: ServerConnection
    let directory: ServerDirectory
    /// The device's clock.
    let now: @Sendable () -> Date

    private var clock: ServerClock { connection.clock }

    func reach() async throws(AuthError) {
        _ = try await directory.current()
    }

    func covers(_ scopes: ScopeSet, granted: ScopeSet) -> Bool {
        scopes.subtracting(ownScopes).isSubset(of: granted)
    }

    /// How this client presents itself.
    func authentication(at server: ServerMetadata) -> ClientAuthentication {
        guard let clientSecret else { return .none(clientID: clientID) }
        let methods = server.tokenEndpointAuthMethods ?? [.clientSecretBasic]
        return methods.contains(.clientSecretBasic) || !methods.contains(.clientSecretPost)
            ? .basic(clientID: clientID, clientSecret: clientSecret)
            : .post(clientID: clientID, clientSecret: clientSecret)
    }

    /// Redeems a grant at the token endpoint.
    ///
    /// - Parameters:
    ///   - grant: The grant.
    ///   - claims: The claims to ask for, as JSON.
    ///   - correlationID: Names the request in the logs of both sides.
    /// - Returns: The tokens.
    /// - Throws: ``AuthError``, of the code `browserRequired` where a tenant of Entra's wants one.
    func redeem(
        _ grant: TokenGrant,
        claims: String? = nil,
        correlationID: UUID? = nil
    ) async throws(AuthError) -> TokenResponse {
        let server = try await directory.current()
        let client = authentication(at: server)
        var fields = client.fields
        fields[.clientRequestID] = correlationID?.uuidString
        do throws(AuthError) {
            let answer = try await connection.exchange(
                TokenEndpoint.self,
                TokenRequest(grant: grant, client: client.form, claims: claims),
                with: try server.required(\.tokenEndpoint, "tokens"),
                fields: fields
            )
            guard answer.response.status.kind == .successful else { throw AuthError(refusal: answer) }
            switch try answer.read(as: EntraAnswer<TokenResponse>.self) {
            case .success(let tokens): return tokens
            case .redirect(let reason): throw .browserRequired(reason: reason)
            }
        } catch {
            var error = error
            if let correlationID { error.correlationID = correlationID }
            throw error
        }
    }

    /// Makes a session of the tokens that ended a sign-in, once their ID token is believed.
    ///
    /// - Parameters:
    ///   - tokens: The answer of the token endpoint.
    ///   - requested: The scopes asked for, which count when the answer names none (RFC 6749 §5.1).
    ///   - expectation: What the ID token is checked against.
    /// - Returns: The session.
    /// - Throws: ``AuthError`` when the ID token is missing or not to be believed.
    func grant(
        from tokens: TokenResponse,
        requested: ScopeSet,
        expecting expectation: IDTokenValidator.Expectation
    ) async throws(AuthError) -> StoredGrant {
        let id = Base64URL.encode(connection.randomBytes(16))
        let claims: IDTokenClaims
        do throws(AuthError) {
            guard let idToken = tokens.idToken else { throw .invalidAnswer("The server sent no ID token.") }
            var expectation = expectation
            expectation.accessToken = tokens.accessToken
            claims = try await validate(idToken, expecting: expectation)
        } catch {
            let token = tokens.refreshToken ?? tokens.accessToken
            await giveBack(PendingRevocation(id: id, token: token, since: clock.now))
            throw error
        }
        return StoredGrant(
            id: id,
            account: Account(id: claims.subject, claims.claims),
            scopes: tokens.scope ?? requested,
            accessToken: tokens.accessToken,
            expiresAt: expiry(of: tokens),
            refreshToken: tokens.refreshToken,
            idToken: tokens.idToken
        )
    }

    func prepareRefresh(of grant: StoredGrant) async throws(AuthError) {
        _ = try await directory.current()
        // Without the keys the tokens come all the same, only no ID token that could be believed, and nobody would see whose they are.
        await directory.provideKeys()
    }

    /// Trades a refresh token for new tokens.
    ///
    /// The scopes are named each time: a server may let a session reach further than its tokens did so far.
    func refresh(_ grant: StoredGrant, for wish: TokenWish) async -> RefreshOutcome {
        guard let token = grant.refreshToken else { return .failed(.cannotRenew) }
        do throws(AuthError) {
            let scopes = wish.scopes.union(namesOwnScopes ? ownScopes : ownScopes.intersection(grant.scopes))
            let tokens = try await redeem(
                .refreshToken(token, scope: scopes.isEmpty ? nil : scopes),
                claims: wish.claims,
                correlationID: wish.correlationID
            )
            return .renewed(
                RenewedTokens(
                    accessToken: tokens.accessToken,
                    expiresAt: expiry(of: tokens),
                    refreshToken: tokens.refreshToken,
                    idToken: try await renewedIDToken(tokens, of: grant.account),
                    scopes: tokens.scope
                )
            )
        } catch {
            return error.endsSession ? .refused(error) : .failed(error)
        }
    }

    /// Revokes a token (RFC 7009).
    func revoke(_ revocation: PendingRevocation) async -> AuthError? {
        do throws(AuthError) {
            let server = try await directory.current()
            guard let url = server.revocationEndpoint else { return nil }
            let client = authentication(at: server)
            _ = try await connection.send(
                RevocationEndpoint.self,
                RevocationRequest(token: revocation.token, client: client.form),
                to: url,
                fields: client.fields
            )
            return nil
        } catch {
            return error.isRefusal ? nil : error
        }
    }

    func profile(with token: Secret) async throws(AuthError) -> User {
        let url = try await directory.current().required(\.userInfoEndpoint, "profiles")
        let answer = try await connection.send(
            UserInfoEndpoint.self,
            UserInfoRequest(),
            to: url,
            fields: [.authorization: AuthorizationHeader.bearer(token).encoded]
        )
        return User(id: answer.subject, claims: answer.claims)
    }

    private func expiry(of tokens: TokenResponse) -> Date {
        clock.now.addingTimeInterval(TimeInterval(tokens.expiresIn ?? Self.unstatedLifetime))
    }

    /// The new ID token, if it is valid (OpenID Connect Core §12.2).
    ///
    /// An invalid one is dropped and the old one stays: the server has spent the old refresh token already, and losing
    /// the session over it would help nobody. For the same reason no keys are fetched before the tokens are stored: a new
    /// key is fetched for the next refresh. Only tokens of another person are refused altogether.
    private func renewedIDToken(_ tokens: TokenResponse, of account: Account) async throws(AuthError) -> Secret? {
        guard let idToken = tokens.idToken, let verifier = await directory.knownVerifier,
            let issuer = await directory.knownIssuer
        else { return nil }
        let claims: IDTokenClaims
        do throws(IDTokenError) {
            claims = try IDTokenValidator(issuer: issuer, clientID: clientID).validate(
                idToken,
                with: verifier,
                expecting: .init(accessToken: tokens.accessToken),
                now: clock.now,
                leeway: leeway
            )
        } catch {
            if error == .token(.unknownKey) { await directory.missKey() }
            return nil
        }
        guard account == .unknown || claims.subject == account.id else {
            throw .invalidAnswer("The server answered a refresh with the tokens of another person.")
        }
        return idToken
    }

    private func validate(
        _ token: Secret,
        expecting expectation: IDTokenValidator.Expectation
    ) async throws(AuthError) -> IDTokenClaims {
        let validator = IDTokenValidator(issuer: try await directory.current().issuer, clientID: clientID)
        var verifier = try await directory.verifier()
        for isLastTry in [false, true] {
            do throws(IDTokenError) {
                return try validator.validate(
                    token,
                    with: verifier,
                    expecting: expectation,
                    now: clock.now,
                    leeway: leeway
                )
            } catch {
                guard error == .token(.unknownKey), !isLastTry else { throw AuthError(error) }
            }
            verifier = try await directory.verifier(after: true)
        }
        throw AuthError(IDTokenError.token(.unknownKey))
    }
}

extension Account {
    init(id: String, _ claims: StandardClaims) {
        self.init(id: id, name: claims.name, email: claims.email)
    }
}

extension AuthError {
    /// Whether a refused refresh means that the session is over, and not that the person has something to do for it.
    fileprivate var endsSession: Bool {
        serverCode == OAuthErrorCode.invalidGrant.rawValue && code != .secondFactorRequired
            && !serverNumbers.contains(EntraErrorNumber.passwordResetRequired)
    }

    fileprivate init(_ error: IDTokenError) {
        if case .clockSkew(let seconds) = error {
            self = .clockSkew(by: .seconds(seconds))
        } else {
            self = .invalidAnswer("The server’s ID token is not valid. Sign in again.", underlying: "\(error)")
        }
    }
}
