import Foundation
import Gatehouse
import GatehouseWire

/// A stored session with an access token.
struct TokenResult: Sendable {
    let grant: StoredSession
    let signedIn: AccountSession

    /// Returns the cached tokens of a session if they are valid for the parameters, otherwise new ones.
    static func of(
        _ session: Session,
        _ tokenParameters: TokenParameters,
        forcesRefresh: Bool,
        correlationID: UUID
    ) async throws(AuthError) -> TokenResult {
        let request = AccessTokenRequest(
            scopes: tokenParameters.scopes,
            claims: tokenParameters.claims,
            correlationID: correlationID
        )
        let grant = try await session.tokens(for: request, forcesRefresh: forcesRefresh)
        return TokenResult(grant: grant, signedIn: AccountSession(session, idToken: grant.idToken?.reveal()))
    }

    var scopes: [String] { grant.scopes.map(\.rawValue) }

    func result(withRefreshToken returnsRefreshToken: Bool) -> MSALNativeAuthTokenResult {
        MSALNativeAuthTokenResult(
            accessToken: grant.accessToken.reveal(),
            refreshToken: returnsRefreshToken ? grant.refreshToken?.reveal() : nil,
            scopes: scopes,
            expiresOn: grant.expiresAt
        )
    }
}

/// A session and its ID token.
struct AccountSession: Sendable {
    let session: Session
    let idToken: String?

    init(_ session: Session, idToken: String?) {
        self.session = session
        self.idToken = idToken
    }

    init(_ session: Session) async throws(AuthError) {
        self.init(session, idToken: try await session.idToken())
    }
}

/// The requested scopes and claims.
struct TokenParameters: Sendable {
    var scopes: ScopeSet
    /// The requested claims, as JSON.
    var claims: String?

    /// Validates the app's scopes and claims before any request.
    ///
    /// - Parameters:
    ///   - scopes: The scopes of the access token.
    ///   - claims: The claims to request.
    /// - Returns: The parameters, or an error for claims that cannot be represented in JSON.
    static func reading(_ scopes: [String]?, _ claims: MSALClaimsRequest?) -> Result<TokenParameters, AuthError> {
        Result { () throws(AuthError) in
            var tokenParameters = TokenParameters(scopes: ScopeSet((scopes ?? []).map(Scope.init(rawValue:))))
            guard let claims, !claims.isEmpty else { return tokenParameters }
            guard let json = claims.jsonString() else {
                throw AuthError(
                    .requestRejected,
                    "The claims request contains a value that cannot be represented in JSON."
                )
            }
            tokenParameters.claims = json
            return tokenParameters
        }
    }
}
