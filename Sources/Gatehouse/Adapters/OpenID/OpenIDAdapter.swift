import Foundation
import GatehouseJOSE
import GatehouseWire
import HTTPTypes

/// The protocol of OpenID Connect.
struct OpenIDAdapter: ProtocolAdapter {
    let requiredScopes: ScopeSet
    let accountPolicy: AccountPolicy
    /// Whether the server, as Entra does, omits the required scopes from the granted scopes although it granted them.
    let namesOwnScopes: Bool
    let clientID: String
    let clientSecret: Secret?
    let keys: ProofKeySource
    let leeway: TimeInterval
    let connection: EndpointClient
    let directory: DiscoveryCache
    /// The device's clock.
    let now: @Sendable () -> Date

    private var clock: ServerClock { connection.clock }

    func checkReachable() async throws(AuthError) {
        _ = try await directory.current()
    }

    func isSatisfied(_ scopes: ScopeSet, granted: ScopeSet) -> Bool {
        scopes.subtracting(requiredScopes).isSubset(of: granted)
    }

    /// Returns the client authentication for the server's supported methods.
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
    ///   - resource: The audience of the access token; `nil` for the server's choice.
    ///   - key: The key to prove; `nil` for bearer tokens.
    ///   - claims: The claims to request, as JSON.
    ///   - correlationID: The correlation ID for logs.
    /// - Returns: The tokens.
    /// - Throws: ``AuthError``, with the code `browserRequired` if an Entra tenant requires one.
    func redeem(
        _ grant: TokenGrant,
        for resource: String? = nil,
        proving key: ProofKey? = nil,
        claims: String? = nil,
        correlationID: UUID? = nil
    ) async throws(AuthError) -> TokenResponse {
        let server = try await directory.current()
        let client = authentication(at: server)
        var fields = client.fields
        fields[.clientRequestID] = correlationID?.uuidString
        do throws(AuthError) {
            let response = try await connection.exchange(
                TokenEndpoint.self,
                TokenRequest(grant: grant, client: client.form, resources: resource.map { [$0] } ?? [], claims: claims),
                with: try server.required(\.tokenEndpoint, "tokens"),
                fields: fields,
                proof: key.map { RequestProof(key: $0) }
            )
            guard response.head.status.kind == .successful else { throw connection.errors.error(for: response) }
            switch try response.read(as: EntraResponse<TokenResponse>.self) {
            case .success(let tokens): return tokens
            case .redirect(let reason): throw .browserRequired(reason: reason)
            }
        } catch {
            var error = error
            if let correlationID { error.correlationID = correlationID }
            throw error
        }
    }

    /// Returns the session of new tokens after validating their ID token.
    ///
    /// - Parameters:
    ///   - tokens: The response of the token endpoint.
    ///   - requested: The requested scopes, which apply if the response contains none (RFC 6749 §5.1).
    ///   - resources: The requested APIs.
    ///   - expectation: The expected values of the ID token.
    ///   - key: The key that the token request proved.
    /// - Returns: The session.
    /// - Throws: ``AuthError`` if the ID token is missing or invalid; the tokens are revoked then.
    func storedSession(
        from tokens: TokenResponse,
        requested: ScopeSet,
        for resources: [String]? = nil,
        expecting expectation: IDTokenValidator.Expectation,
        boundTo key: ProofKey? = nil
    ) async throws(AuthError) -> StoredSession {
        let id = Base64URL.encode(connection.randomBytes(16))
        let claims: IDTokenClaims
        do throws(AuthError) {
            guard let idToken = tokens.idToken else { throw .invalidResponse("The server sent no ID token.") }
            var expectation = expectation
            expectation.accessToken = tokens.accessToken
            claims = try await validate(idToken, expecting: expectation)
        } catch {
            let token = tokens.refreshToken ?? tokens.accessToken
            await revokeUnused(PendingRevocation(id: id, token: token, since: clock.now))
            throw error
        }
        var session = StoredSession(
            id: id,
            account: Account(id: claims.subject, claims.claims),
            scopes: tokens.scope ?? requested,
            accessToken: tokens.accessToken,
            expiresAt: clock.expiry(of: tokens),
            refreshToken: tokens.refreshToken,
            idToken: tokens.idToken
        )
        session.resources = resources.flatMap { AuthorizedResources($0, scopes: requested) }
        session.proofKey = key
        session.isAccessTokenBound = tokens.isBound(to: key) ? true : nil
        return session
    }

    func prepareRefresh(of storedSession: StoredSession) async throws(AuthError) {
        _ = try await directory.current()
        // Tokens arrive without the keys, too, but their ID token could not be validated.
        await directory.provideKeys()
    }

    /// Exchanges a refresh token for new tokens.
    ///
    /// Sends the scopes each time: a server may grant a session more than its tokens had so far.
    func refresh(_ storedSession: StoredSession, for tokenRequest: AccessTokenRequest) async -> RefreshOutcome {
        guard let token = storedSession.refreshToken else { return .failed(.missingRefreshToken) }
        do throws(AuthError) {
            let (tokens, key) = try await redeem(token, of: storedSession, for: tokenRequest)
            return .refreshed(
                RefreshedTokens(
                    accessToken: tokens.accessToken,
                    expiresAt: clock.expiry(of: tokens),
                    refreshToken: tokens.refreshToken,
                    idToken: try await newIDToken(tokens, of: storedSession.account),
                    scopes: tokens.scope,
                    proofKey: key,
                    isBound: tokens.isBound(to: key)
                )
            )
        } catch {
            return error.endsSession ? .rejected(error) : .failed(error)
        }
    }

    /// Redeems a refresh token, and returns the key that the request proved.
    private func redeem(
        _ token: Secret,
        of storedSession: StoredSession,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> (TokenResponse, ProofKey?) {
        let required = namesOwnScopes ? requiredScopes : requiredScopes.intersection(storedSession.scopes)
        // The token of an API has all its granted scopes.
        let scopes = tokenRequest.resource == nil ? tokenRequest.scopes.union(required) : []
        var audience = tokenRequest.resource
        if audience == nil { audience = try await directory.audience(beside: storedSession.resources?.identifiers) }
        let resource = audience
        func send(proving key: ProofKey?) async throws(AuthError) -> (TokenResponse, ProofKey?) {
            let tokens = try await redeem(
                .refreshToken(token, scope: scopes.isEmpty ? nil : scopes),
                for: resource,
                proving: key,
                claims: tokenRequest.claims,
                correlationID: tokenRequest.correlationID
            )
            return (tokens, key)
        }
        let key = try keys.key(forRefreshOf: storedSession)
        do throws(AuthError) {
            return try await send(proving: key)
        } catch {
            // The server requires proofs since the sign-in, or an earlier version has dropped the stored key.
            guard key == nil, error.response?.error == OAuthErrorCode.invalidDPoPProof.rawValue,
                let newKey = try keys.newKey(at: try await directory.current())
            else { throw error }
            return try await send(proving: newKey)
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
            return error.isRejection ? nil : error
        }
    }

    func profile(with token: Secret) async throws(AuthError) -> User {
        try await profile(authorizedBy: AuthorizationHeader.bearer(token).encoded, proof: nil)
    }

    func profile(of storedSession: StoredSession) async throws(AuthError) -> User {
        try await profile(authorizedBy: storedSession.authorizationHeader, proof: storedSession.accessTokenProof)
    }

    private func profile(authorizedBy header: String, proof: RequestProof?) async throws(AuthError) -> User {
        let response = try await connection.send(
            UserInfoEndpoint.self,
            UserInfoRequest(),
            to: try await directory.current().required(\.userInfoEndpoint, "profiles"),
            fields: [.authorization: header],
            proof: proof
        )
        return User(id: response.subject, claims: response.claims)
    }

    var accountScopes: ScopeSet { [.account] }

    func accountServer() async throws(AuthError) -> URL {
        guard let issuer = URL(string: try await directory.current().issuer), issuer.isSafeServer else {
            throw .misconfigured("The server’s issuer is not an https URL; http is allowed for localhost only.")
        }
        return issuer
    }

    /// Returns the new ID token if it is valid (OpenID Connect Core §12.2).
    ///
    /// An invalid one is dropped and the old one is kept: the old refresh token is spent, so an error would only lose
    /// the session. For the same reason no keys are fetched before the tokens are stored; unknown keys are fetched for
    /// the next refresh. Only the tokens of a different user are rejected.
    private func newIDToken(_ tokens: TokenResponse, of account: Account) async throws(AuthError) -> Secret? {
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
            throw .invalidResponse("The server returned the tokens of a different user.")
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
                guard error == .token(.unknownKey), !isLastTry else { throw error.authError }
            }
            verifier = try await directory.verifier(after: true)
        }
        throw IDTokenError.token(.unknownKey).authError
    }
}

extension ServerClock {
    /// Returns the end of an access token; a response without a lifetime is assumed to mean five minutes.
    fileprivate func expiry(of tokens: TokenResponse) -> Date {
        now.addingTimeInterval(TimeInterval(tokens.expiresIn ?? 300))
    }
}

extension Account {
    init(id: String, _ claims: StandardClaims) {
        self.init(id: id, name: claims.name, email: claims.email)
    }
}

extension AuthError {
    /// Whether a rejected refresh ends the session, and does not merely require an action of the user.
    fileprivate var endsSession: Bool {
        response?.error == OAuthErrorCode.invalidGrant.rawValue && code != .secondFactorRequired
            && response?.errorNumbers.contains(EntraErrorNumber.passwordResetRequired) != true
    }
}

extension IDTokenError {
    /// The error for an invalid ID token.
    fileprivate var authError: AuthError {
        if case .clockSkew(let seconds) = self { return .clockSkew(by: .seconds(seconds)) }
        return .invalidResponse("The server’s ID token is invalid. Sign in again.", underlying: "\(self)")
    }
}
