import Foundation
import GatehouseWire

/// Speaks Kii's REST API with the server.
struct KiiService: ServerDialect {
    let ownScopes: ScopeSet = []
    let sessionRule = SessionRule.oneOnDevice
    let keepsProfiles = true

    let kii: KiiServer
    let connection: ServerConnection

    func covers(_ scopes: ScopeSet, granted: ScopeSet) -> Bool {
        scopes.isSubset(of: granted)
    }

    func refresh(_ grant: StoredGrant, for wish: TokenWish) async -> RefreshOutcome {
        guard let token = grant.refreshToken else { return .failed(.cannotRenew) }
        do throws(AuthError) {
            let tokens = try await self.token(for: .refreshToken(token))
            guard grant.account == .unknown || tokens.id == grant.account.id else {
                throw .invalidAnswer("The server answered a refresh with the tokens of another person.")
            }
            return .renewed(
                RenewedTokens(
                    accessToken: tokens.accessToken,
                    expiresAt: expiry(in: tokens.expiresIn),
                    refreshToken: tokens.refreshToken,
                    idToken: nil,
                    scopes: tokens.scope
                )
            )
        } catch {
            return error.endsKiiSession ? .refused(error) : .failed(error)
        }
    }

    /// The server hears of no end: tokens are good as long as they are, and the app may have kept them.
    func revoke(_ revocation: PendingRevocation) async -> AuthError? { nil }

    func profile(with token: Secret) async throws(AuthError) -> User {
        let user = try await read(with: token)
        return User(id: user.userID, claims: user.claims)
    }

    func signInPage(for request: SignInRequest) async throws(AuthError) -> SignInPage {
        throw .misconfigured("Kii has no page for signing in.")
    }

    func code(of pending: PendingSignIn, in redirect: URL) async throws(AuthError) -> Secret {
        throw .misconfigured("Kii has no page for signing in.")
    }

    func redeem(_ pending: PendingSignIn, _ redirect: URL) async throws(AuthError) -> StoredGrant {
        throw .misconfigured("Kii has no page for signing in.")
    }

    func deviceCode(for request: SignInRequest) async throws(AuthError) -> DeviceCode {
        throw .misconfigured("Kii has no codes for other devices.")
    }

    func signOutPage(
        for request: SignOutRequest
    ) async throws(AuthError) -> @Sendable (_ redirectURI: URL?) -> URL {
        throw .misconfigured("Kii has no page that ends the browser’s session.")
    }
}
