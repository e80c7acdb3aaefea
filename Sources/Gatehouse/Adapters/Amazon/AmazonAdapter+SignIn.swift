import Foundation
import GatehouseJOSE
import GatehouseWire

extension AmazonAdapter {
    func signInPage(for request: SignInRequest) async throws(AuthError) -> AuthorizationPage {
        try Self.check(request.scopes)
        let endpoints = try endpoints(in: options.region)
        let verifier = CodeVerifier(random: connection.randomBytes(32))
        let pending = PendingAuthorization(
            state: Secret(Base64URL.encode(connection.randomBytes(32))),
            verifier: verifier.secret,
            scopes: request.scopes,
            accountID: request.options.accountID,
            region: options.region?.rawValue,
            deadline: connection.clock.now.addingTimeInterval(PendingAuthorization.lifetime)
        )
        let challenge =
            switch options.redeemer {
            case .client: PKCE.challenge(for: verifier)
            case .other(let challenge): challenge
            }
        let parameters = AmazonAuthorizationRequest(
            clientID: amazon.key.clientID,
            redirectURI: nil,
            scope: request.scopes,
            scopeData: options.scopeData,
            state: pending.state.reveal(),
            codeChallenge: challenge
        )
        return AuthorizationPage(pending: pending) { redirectURI in
            var parameters = parameters
            parameters.redirectURI = redirectURI.flatMap { RedirectURI(rawValue: $0.absoluteString) }
            return endpoints.authorization.appending(query: parameters.parameters.formEncoded)
        }
    }

    func code(of pending: PendingAuthorization, in redirect: URL) async throws(AuthError) -> Secret {
        try AuthorizationResponse(to: pending.state.reveal(), in: redirect).requiredCode
    }

    func redeem(_ pending: PendingAuthorization, _ redirect: URL) async throws(AuthError) -> StoredSession {
        let response = try AuthorizationResponse(to: pending.state.reveal(), in: redirect)
        let request = AmazonTokenRequest(
            grant: .authorizationCode(
                try response.requiredCode,
                redirectURI: pending.redirectURI,
                codeVerifier: try pending.codeVerifier
            ),
            client: client
        )
        let region = pending.region.flatMap(AmazonRegion.init(rawValue:))
        let tokens = try await redeem(request, at: try endpoints(in: region).token)
        return try await storedSession(from: tokens, scopes: response.scope ?? pending.scopes)
    }

    func deviceCode(for request: SignInRequest) async throws(AuthError) -> DeviceCodeGrant {
        try Self.check(request.scopes)
        let endpoints = try endpoints(in: options.region)
        let pair = try await connection.send(
            AmazonCodePairEndpoint.self,
            AmazonCodePairRequest(
                scope: request.scopes,
                scopeData: options.scopeData,
                client: client
            ),
            to: endpoints.codePair
        )
        let lifetime = TimeInterval(pair.expiresIn)
        // The two codes identify the client.
        let poll = AmazonTokenRequest(grant: .deviceCode(pair.deviceCode), userCode: pair.userCode)
        return DeviceCodeGrant(
            prompt: DeviceAuthorizationPrompt(pair, expiresAt: now().addingTimeInterval(lifetime)),
            deadline: connection.clock.now.addingTimeInterval(lifetime),
            interval: pair.interval,
            poll: { () throws(AuthError) in
                let tokens = try await redeem(poll, at: endpoints.token)
                return { () throws(AuthError) in try await storedSession(from: tokens, scopes: request.scopes) }
            }
        )
    }

    /// Rejects a request without scopes.
    private static func check(_ scopes: ScopeSet) throws(AuthError) {
        guard scopes.isEmpty else { return }
        throw OAuthErrorDecoder.error(
            for: OAuthError(.invalidScope, "The request must include at least one scope.")
        )
    }

    /// Returns the session of new tokens after fetching their user.
    ///
    /// - Parameters:
    ///   - tokens: The response of the token endpoint.
    ///   - scopes: The scopes if the response contains none.
    /// - Returns: The session, not stored yet.
    /// - Throws: ``AuthError`` if the user cannot be fetched; the tokens are revoked then.
    private func storedSession(from tokens: TokenResponse, scopes: ScopeSet) async throws(AuthError) -> StoredSession {
        let scopes = tokens.scope ?? scopes
        let id = Base64URL.encode(connection.randomBytes(16))
        do throws(AuthError) {
            let user = try await user(with: tokens.accessToken, scopes: scopes)
            var storedSession = StoredSession(
                id: id,
                account: Account(id: user.id, user.claims),
                scopes: scopes,
                accessToken: tokens.accessToken,
                expiresAt: expiry(of: tokens),
                refreshToken: tokens.refreshToken,
                idToken: nil
            )
            storedSession.profile = CachedProfile(claims: user.claims, fetchedAt: connection.clock.now)
            return storedSession
        } catch {
            let token = tokens.refreshToken ?? tokens.accessToken
            await revokeUnused(PendingRevocation(id: id, token: token, since: connection.clock.now))
            throw error
        }
    }

    /// Fetches the user from the profile if the scopes include it, otherwise from the token information.
    private func user(with token: Secret, scopes: ScopeSet) async throws(AuthError) -> User {
        guard scopes.intersection(Scope.amazonProfile).isEmpty else { return try await profile(with: token) }
        return User(id: try await tokenInfo(token).userID, claims: StandardClaims())
    }
}

extension Scope {
    /// The scopes of Login with Amazon that include the profile or parts of it.
    package static let amazonProfile: ScopeSet = [.profile, .amazonUserID, .postalCode]
}
