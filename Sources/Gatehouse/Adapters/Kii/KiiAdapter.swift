package import Foundation
package import GatehouseWire
import HTTPTypes

/// The protocol of Kii's REST API.
struct KiiAdapter: ProtocolAdapter {
    let requiredScopes: ScopeSet = []
    let accountPolicy = AccountPolicy.singleAccountLocalOnly
    let storesProfiles = true

    let kii: KiiServer
    let connection: EndpointClient

    func isSatisfied(_ scopes: ScopeSet, granted: ScopeSet) -> Bool {
        scopes.isSubset(of: granted)
    }

    func refresh(_ storedSession: StoredSession, for tokenRequest: AccessTokenRequest) async -> RefreshOutcome {
        guard let token = storedSession.refreshToken else { return .failed(.missingRefreshToken) }
        do throws(AuthError) {
            let tokens = try await self.token(for: .refreshToken(token))
            guard storedSession.account == .unknown || tokens.id == storedSession.account.id else {
                throw .invalidResponse("The server returned the tokens of a different user.")
            }
            return .refreshed(
                RefreshedTokens(
                    accessToken: tokens.accessToken,
                    expiresAt: expiry(in: tokens.expiresIn),
                    refreshToken: tokens.refreshToken,
                    idToken: nil,
                    scopes: tokens.scope
                )
            )
        } catch {
            return KiiErrorDecoder.endsSession(error) ? .rejected(error) : .failed(error)
        }
    }

    /// Revokes nothing: tokens stay valid, and the app may have kept them.
    func revoke(_ revocation: PendingRevocation) async -> AuthError? { nil }

    func profile(with token: Secret) async throws(AuthError) -> User {
        let user = try await read(with: token)
        return User(id: user.userID, claims: user.claims)
    }

    var accountScopes: ScopeSet { [] }

    /// Returns the server without the path of Kii's API.
    func accountServer() async throws(AuthError) -> URL {
        let text = kii.baseURL.absoluteString.withoutTrailingSlash
        guard kii.baseURL.isSafeServer, text.hasSuffix(KiiAPI.root),
            let server = URL(string: String(text.dropLast(KiiAPI.root.count)))
        else {
            throw .misconfigured("The server has no account API, because its URL does not end with \(KiiAPI.root).")
        }
        return server
    }

    func signInPage(for request: SignInRequest) async throws(AuthError) -> AuthorizationPage {
        throw .misconfigured("Kii has no sign-in page.")
    }

    func code(of pending: PendingAuthorization, in redirect: URL) async throws(AuthError) -> Secret {
        throw .misconfigured("Kii has no sign-in page.")
    }

    func redeem(_ pending: PendingAuthorization, _ redirect: URL) async throws(AuthError) -> StoredSession {
        throw .misconfigured("Kii has no sign-in page.")
    }

    func deviceCode(for request: SignInRequest) async throws(AuthError) -> DeviceCodeGrant {
        throw .misconfigured("Kii has no device codes.")
    }

    func signOutPage(
        for request: SignOutRequest
    ) async throws(AuthError) -> @Sendable (_ redirectURI: URL?) -> URL {
        throw .misconfigured("Kii has no sign-out page.")
    }
}

extension KiiAdapter {
    /// Requests a token with the lifetime that the app wants.
    func token(for grant: KiiTokenRequest.Grant) async throws(AuthError) -> KiiTokenResponse {
        try await send(KiiAPI.appToken, KiiTokenRequest(grant, expiresAt: requestedExpiration))
    }

    /// The requested expiration of new tokens; `nil` to let the server choose.
    var requestedExpiration: KiiTime? {
        kii.tokenLifetime().map { KiiTime(connection.clock.now.saturating(adding: $0)) }
    }

    /// Returns the expiration of a new token; never, if the server names none.
    func expiry(in seconds: Int64?) -> Date {
        seconds.map { connection.clock.now.saturating(adding: $0) } ?? .distantFuture
    }

    /// Fetches the user of a token.
    func read(with token: Secret) async throws(AuthError) -> KiiUserDocument {
        try await send(KiiAPI.read, KiiEmptyRequest(), about: .me, with: token)
    }

    /// Calls an operation.
    ///
    /// - Parameters:
    ///   - endpoint: The operation.
    ///   - request: The request.
    ///   - user: The user that the operation is about, if any.
    ///   - token: The access token; `nil` for an anonymous request.
    /// - Returns: The decoded response.
    /// - Throws: ``AuthError`` unless the response is successful and can be decoded.
    func send<Request, Response>(
        _ endpoint: KiiEndpoint<Request, Response>,
        _ request: Request,
        about user: KiiSelector? = nil,
        with token: Secret? = nil
    ) async throws(AuthError) -> Response {
        let text = kii.baseURL.absoluteString.withoutTrailingSlash + endpoint.path(app: kii.appID, user: user)
        guard kii.baseURL.isSafeServer, let url = URL(string: text) else {
            throw .misconfigured("The server’s URL must use https, except on localhost.")
        }
        var fields = KiiCredentials(
            appID: kii.appID,
            appKey: kii.appKey,
            authorization: token.map { .token($0) }
        ).fields
        fields[.kiiSDK] = kii.sdkName
        let body = request.body
        if !body.isEmpty { fields[.contentType] = request.mediaType.rawValue }
        let response = try await connection.exchange(
            HTTPRequest(endpoint.method, url, fields),
            body: body.isEmpty ? nil : body
        )
        guard response.head.status.kind == .successful else { throw connection.errors.error(for: response) }
        return try response.read()
    }
}

extension Date {
    /// Returns the date after a number of seconds, limited to the distant future: some servers encode "never" as the
    /// largest number.
    func saturating(adding seconds: Int64) -> Date {
        min(max(addingTimeInterval(TimeInterval(seconds)), .distantPast), .distantFuture)
    }
}

/// A server with Kii's API, and the app.
package struct KiiServer: Sendable {
    /// The base URL of the API: an `https` URL such as `https://login.example.com/api`, or `http` on localhost.
    package var baseURL: URL
    package var appID: String
    /// The app key, contained in every copy of the app.
    package var appKey: Secret
    /// The name of the SDK, for the server's statistics.
    package var sdkName: String?
    /// The requested lifetime of tokens in seconds, sent with each log-in and refresh; `nil` to let the server choose.
    package var tokenLifetime: @Sendable () -> Int64?

    package init(
        baseURL: URL,
        appID: String,
        appKey: Secret,
        sdkName: String? = nil,
        tokenLifetime: @escaping @Sendable () -> Int64? = { nil }
    ) {
        self.baseURL = baseURL
        self.appID = appID
        self.appKey = appKey
        self.sdkName = sdkName
        self.tokenLifetime = tokenLifetime
    }
}
