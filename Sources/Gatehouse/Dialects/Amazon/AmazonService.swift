import Foundation
import GatehouseWire

/// Speaks the protocol of Login with Amazon with the server.
struct AmazonService: ServerDialect {
    /// What a token endpoint that does not say so is taken to mean, in seconds.
    private static let unstatedLifetime = 3600

    let ownScopes: ScopeSet = []
    let sessionRule = SessionRule.oneWithBrowser
    let keepsProfiles = true

    let amazon: AmazonServer
    let connection: ServerConnection
    /// The device's clock.
    let now: @Sendable () -> Date

    /// The client as it presents itself: an app has no secret.
    var client: ClientCredentials { ClientCredentials(clientID: amazon.key.clientID) }

    func endpoints(in region: AmazonRegion? = nil) throws(AuthError) -> AmazonEndpoints {
        var place = amazon.place()
        if let region { place.region = region }
        return try AmazonEndpoints(amazon.key, in: place)
    }

    /// Who may see the whole profile may see the identifier in it.
    func covers(_ scopes: ScopeSet, granted: ScopeSet) -> Bool {
        var granted = granted
        if granted.contains(.profile) { granted.insert(.amazonUserID) }
        return scopes.isSubset(of: granted)
    }

    /// Redeems a grant at the token endpoint.
    func redeem(_ request: AmazonTokenRequest, at url: URL) async throws(AuthError) -> TokenResponse {
        try await connection.send(AmazonTokenEndpoint.self, request, to: url)
    }

    func refresh(_ grant: StoredGrant, for wish: TokenWish) async -> RefreshOutcome {
        guard let token = grant.refreshToken else { return .failed(.cannotRenew) }
        do throws(AuthError) {
            let request = AmazonTokenRequest(grant: .refreshToken(token, scope: nil), client: client)
            let tokens = try await redeem(request, at: try endpoints().token)
            return .renewed(
                RenewedTokens(
                    accessToken: tokens.accessToken,
                    expiresAt: expiry(of: tokens),
                    refreshToken: tokens.refreshToken,
                    idToken: nil,
                    scopes: tokens.scope
                )
            )
        } catch {
            return error.serverCode == OAuthErrorCode.invalidGrant.rawValue ? .refused(error) : .failed(error)
        }
    }

    /// Ends the session and the sign-in of the browser it came from, where the API key says how; elsewhere nobody can be told.
    func revoke(_ revocation: PendingRevocation) async -> AuthError? {
        do throws(AuthError) {
            guard let url = try endpoints().revocation else { return nil }
            let request = RevocationRequest(token: revocation.token, client: client)
            _ = try await connection.send(AmazonRevocationEndpoint.self, request, to: url)
            return nil
        } catch {
            return error.isRefusal ? nil : error
        }
    }

    func profile(with token: Secret) async throws(AuthError) -> User {
        let answer = try await connection.send(
            AmazonProfileEndpoint.self,
            AmazonAccessTokenRequest(),
            to: try endpoints().profile,
            fields: AmazonAccessTokenRequest.fields(accessToken: token)
        )
        var claims = StandardClaims()
        claims.name = answer.name
        claims.email = answer.email
        claims.address = answer.postalCode.map { PostalAddress(postalCode: $0) }
        return User(id: answer.userID, claims: claims)
    }

    /// A token of another app would be accepted for a profile, so whose it is comes first.
    func owner(of token: Secret) async throws(AuthError) -> User {
        let info = try await tokenInfo(token)
        guard info.audience == amazon.key.clientID else {
            throw AuthError(.refused, "The token was given to another app.", recovery: .interact)
        }
        do throws(AuthError) {
            let user = try await profile(with: token)
            guard user.id == info.userID else { throw .invalidAnswer("The server named two people for one token.") }
            return user
        } catch {
            guard error.serverCode == OAuthErrorCode.insufficientScope.rawValue else { throw error }
            return User(id: info.userID, claims: StandardClaims())
        }
    }

    func tokenInfo(_ token: Secret) async throws(AuthError) -> AmazonTokenInfoResponse {
        try await connection.send(
            AmazonTokenInfoEndpoint.self,
            AmazonAccessTokenRequest(),
            to: try endpoints().tokenInfo,
            fields: AmazonAccessTokenRequest.fields(accessToken: token)
        )
    }

    /// Signing out is one request here; the browser's part of it is the server's.
    func signOutPage(
        for request: SignOutRequest
    ) async throws(AuthError) -> @Sendable (_ redirectURI: URL?) -> URL {
        throw .misconfigured("Login with Amazon has no page that ends the browser’s session.")
    }

    func expiry(of tokens: TokenResponse) -> Date {
        connection.clock.now.addingTimeInterval(TimeInterval(tokens.expiresIn ?? Self.unstatedLifetime))
    }
}
