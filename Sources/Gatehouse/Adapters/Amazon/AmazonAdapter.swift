import Foundation
import GatehouseWire

/// The protocol of Login with Amazon.
struct AmazonAdapter: ProtocolAdapter {
    /// The assumed lifetime of tokens if the response contains none, in seconds.
    private static let unstatedLifetime = 3600

    let requiredScopes: ScopeSet = []
    let accountPolicy = AccountPolicy.singleAccountSharedWithBrowser
    let storesProfiles = true

    let amazon: AmazonServer
    let connection: EndpointClient
    /// The device's clock.
    let now: @Sendable () -> Date
    /// The options of sign-ins.
    var options = AmazonSignInOptions()

    /// Returns the adapter with options for a sign-in.
    func with(_ options: AmazonSignInOptions) -> AmazonAdapter {
        var adapter = self
        adapter.options = options
        return adapter
    }

    /// The client credentials; an app has no secret.
    var client: ClientCredentials { ClientCredentials(clientID: amazon.key.clientID) }

    func endpoints(in region: AmazonRegion? = nil) throws(AuthError) -> AmazonEndpoints {
        var location = amazon.location()
        if let region { location.region = region }
        return try AmazonEndpoints(amazon.key, in: location)
    }

    /// Returns whether the scopes were granted; the profile scope includes the user identifier.
    func isSatisfied(_ scopes: ScopeSet, granted: ScopeSet) -> Bool {
        var granted = granted
        if granted.contains(.profile) { granted.insert(.amazonUserID) }
        return scopes.isSubset(of: granted)
    }

    /// Redeems a grant at the token endpoint.
    func redeem(_ request: AmazonTokenRequest, at url: URL) async throws(AuthError) -> TokenResponse {
        try await connection.send(AmazonTokenEndpoint.self, request, to: url)
    }

    func refresh(_ storedSession: StoredSession, for tokenRequest: AccessTokenRequest) async -> RefreshOutcome {
        guard let token = storedSession.refreshToken else { return .failed(.missingRefreshToken) }
        do throws(AuthError) {
            let request = AmazonTokenRequest(grant: .refreshToken(token, scope: nil), client: client)
            let tokens = try await redeem(request, at: try endpoints().token)
            return .refreshed(
                RefreshedTokens(
                    accessToken: tokens.accessToken,
                    expiresAt: expiry(of: tokens),
                    refreshToken: tokens.refreshToken,
                    idToken: nil,
                    scopes: tokens.scope
                )
            )
        } catch {
            return error.response?.error == OAuthErrorCode.invalidGrant.rawValue ? .rejected(error) : .failed(error)
        }
    }

    /// Ends the session and the browser's sign-in, if the API key contains a revocation endpoint.
    func revoke(_ revocation: PendingRevocation) async -> AuthError? {
        do throws(AuthError) {
            guard let url = try endpoints().revocation else { return nil }
            let request = RevocationRequest(token: revocation.token, client: client)
            _ = try await connection.send(AmazonRevocationEndpoint.self, request, to: url)
            return nil
        } catch {
            return error.isRejection ? nil : error
        }
    }

    func profile(with token: Secret) async throws(AuthError) -> User {
        let response = try await connection.send(
            AmazonProfileEndpoint.self,
            AmazonAccessTokenRequest(),
            to: try endpoints().profile,
            fields: AmazonAccessTokenRequest.fields(accessToken: token)
        )
        var claims = StandardClaims()
        claims.name = response.name
        claims.email = response.email
        claims.address = response.postalCode.map { PostalAddress(postalCode: $0) }
        return User(id: response.userID, claims: claims)
    }

    /// Checks the audience first: the profile endpoint accepts tokens of other apps.
    func owner(of token: Secret) async throws(AuthError) -> User {
        let info = try await tokenInfo(token)
        guard info.audience == amazon.key.clientID else {
            throw AuthError(.requestRejected, "The token was issued to another app.", recovery: .signInAgain)
        }
        do throws(AuthError) {
            let user = try await profile(with: token)
            guard user.id == info.userID else { throw .invalidResponse("The token and the user do not match.") }
            return user
        } catch {
            guard error.response?.error == OAuthErrorCode.insufficientScope.rawValue else { throw error }
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

    var accountScopes: ScopeSet { [] }

    /// Returns the server of the API key; Amazon has no account API.
    func accountServer() async throws(AuthError) -> URL {
        guard try endpoints().revocation != nil else { throw .misconfigured("Amazon has no account API.") }
        return AmazonEndpoints.home(of: amazon.key)
    }

    /// Throws `misconfigured`: a revocation also ends the browser's sign-in, so that there is no page.
    func signOutPage(
        for request: SignOutRequest
    ) async throws(AuthError) -> @Sendable (_ redirectURI: URL?) -> URL {
        throw .misconfigured("Login with Amazon has no sign-out page.")
    }

    func expiry(of tokens: TokenResponse) -> Date {
        connection.clock.now.addingTimeInterval(TimeInterval(tokens.expiresIn ?? Self.unstatedLifetime))
    }
}
