import Foundation
import Gatehouse
import GatehouseWire

/// A session with an access token, as it is stored.
struct Tokens: Sendable {
    let grant: StoredGrant
    let signedIn: SignedIn

    /// Tokens of a session: those at hand if they will do, new ones otherwise.
    static func of(
        _ session: Session,
        _ wish: TokenWish,
        isFresh: Bool,
        _ correlationID: UUID
    ) async throws(AuthError) -> Tokens {
        let request = NativeRequest(correlationID: correlationID, claims: wish.claims)
        let grant = try await session.tokens(for: wish.scopes, isFresh: isFresh, request: request)
        return Tokens(grant: grant, signedIn: SignedIn(session, idToken: grant.idToken?.reveal()))
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
