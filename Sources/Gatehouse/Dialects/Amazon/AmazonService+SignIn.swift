import Foundation
import GatehouseJOSE
import GatehouseWire

extension AmazonService {
    func signInPage(for request: SignInRequest) async throws(AuthError) -> SignInPage {
        try Self.check(request.scopes)
        let endpoints = try endpoints(in: request.options.amazon?.region)
        let verifier = CodeVerifier(random: connection.randomBytes(32))
        let pending = PendingSignIn(
            state: Secret(Base64URL.encode(connection.randomBytes(32))),
            verifier: verifier.secret,
            scopes: request.scopes,
            accountID: request.options.accountID,
            region: request.options.amazon?.region?.rawValue,
            deadline: connection.clock.now.addingTimeInterval(PendingSignIn.lifetime)
        )
        let challenge =
            switch request.options.amazon?.redeemer ?? .client {
            case .client: PKCE.challenge(for: verifier)
            case .other(let challenge): challenge
            }
        let parameters = AmazonAuthorizationRequest(
            clientID: amazon.key.clientID,
            redirectURI: nil,
            scope: request.scopes,
            scopeData: request.options.amazon?.scopeData,
            state: pending.state.reveal(),
            codeChallenge: challenge
        )
        return SignInPage(pending: pending) { redirectURI in
            var parameters = parameters
            parameters.redirectURI = redirectURI.flatMap { RedirectURI(rawValue: $0.absoluteString) }
            return endpoints.authorization.appending(query: parameters.parameters.formEncoded)
        }
    }

    func code(of pending: PendingSignIn, in redirect: URL) async throws(AuthError) -> Secret {
        try AuthorizationResponse(to: pending.state.reveal(), in: redirect).requiredCode
    }

    func redeem(_ pending: PendingSignIn, _ redirect: URL) async throws(AuthError) -> StoredGrant {
        let answer = try AuthorizationResponse(to: pending.state.reveal(), in: redirect)
        let request = AmazonTokenRequest(
            grant: .authorizationCode(
                try answer.requiredCode,
                redirectURI: pending.redirectURI,
                codeVerifier: try pending.codeVerifier
            ),
            client: client
        )
        let region = pending.region.flatMap(AmazonRegion.init(rawValue:))
        let tokens = try await redeem(request, at: try endpoints(in: region).token)
        return try await grant(from: tokens, scopes: answer.scope ?? pending.scopes)
    }

    func deviceCode(for request: SignInRequest) async throws(AuthError) -> DeviceCode {
        try Self.check(request.scopes)
        let endpoints = try endpoints(in: request.options.amazon?.region)
        let pair = try await connection.send(
            AmazonCodePairEndpoint.self,
            AmazonCodePairRequest(
                scope: request.scopes,
                scopeData: request.options.amazon?.scopeData,
                client: client
            ),
            to: endpoints.codePair
        )
        let lifetime = TimeInterval(pair.expiresIn)
        // The two codes say which client asks.
        let poll = AmazonTokenRequest(grant: .deviceCode(pair.deviceCode), userCode: pair.userCode)
        return DeviceCode(
            prompt: DeviceAuthorizationPrompt(pair, expiresAt: now().addingTimeInterval(lifetime)),
            deadline: connection.clock.now.addingTimeInterval(lifetime),
            interval: pair.interval,
            poll: { () throws(AuthError) in
                let tokens = try await redeem(poll, at: endpoints.token)
                return { () throws(AuthError) in try await grant(from: tokens, scopes: request.scopes) }
            }
        )
    }

    /// Nobody is asked about nothing.
    private static func check(_ scopes: ScopeSet) throws(AuthError) {
        guard scopes.isEmpty else { return }
        throw AuthError(OAuthError(.invalidScope, "A sign-in needs a scope: the request names none."))
    }

    /// Makes a session of the tokens that ended a sign-in, once the server has said whose they are.
    ///
    /// - Parameters:
    ///   - tokens: The answer of the token endpoint.
    ///   - scopes: The scopes that count when that answer names none.
    /// - Returns: The session, not stored yet.
    /// - Throws: ``AuthError`` when the server does not say; the tokens are given back then.
    private func grant(from tokens: TokenResponse, scopes: ScopeSet) async throws(AuthError) -> StoredGrant {
        let scopes = tokens.scope ?? scopes
        let id = Base64URL.encode(connection.randomBytes(16))
        do throws(AuthError) {
            let user = try await person(with: tokens.accessToken, scopes: scopes)
            var grant = StoredGrant(
                id: id,
                account: Account(id: user.id, user.claims),
                scopes: scopes,
                accessToken: tokens.accessToken,
                expiresAt: expiry(of: tokens),
                refreshToken: tokens.refreshToken,
                idToken: nil
            )
            grant.profile = StoredProfile(claims: user.claims, fetchedAt: connection.clock.now)
            return grant
        } catch {
            let token = tokens.refreshToken ?? tokens.accessToken
            await giveBack(PendingRevocation(id: id, token: token, since: connection.clock.now))
            throw error
        }
    }

    /// Who signed in: from the profile where a scope opens that, else from what the token itself is for.
    private func person(with token: Secret, scopes: ScopeSet) async throws(AuthError) -> User {
        guard scopes.intersection(Scope.amazonProfile).isEmpty else { return try await profile(with: token) }
        return User(id: try await tokenInfo(token).userID, claims: StandardClaims())
    }
}

extension Scope {
    /// The scopes of Login with Amazon that open the profile or a part of it.
    package static let amazonProfile: ScopeSet = [.profile, .amazonUserID, .postalCode]
}
