import Foundation
import GatehouseStore
import GatehouseWire

/// An app of Kii gets a token for itself: with the secret of its administrator one that reaches the app's accounts, with the key that
/// every copy of the app holds one that reaches nothing.
struct ApplicationGrant: Grant {
    let core: ServerCore
    let secret: Secret

    func admit(_ client: Client) throws(OAuthError) {
        guard client.kii != nil else { throw PasswordGrant.notKii }
    }

    func redeem(_ request: GrantRequest) async throws(OAuthError) -> GrantedTokens {
        if let expiry = request.expiresAt, expiry <= request.now { _ = try request.kiiExpiry() }
        let hash = OpaqueToken.hash(of: secret.reveal())
        let isAdministrator = request.client.kii?.adminSecretHash.map { Secret($0).matches(hash) } ?? false
        let isApp = request.client.kii.map { Secret($0.keyHash).matches(hash) } ?? false
        guard isAdministrator || isApp else { throw OAuthError(.invalidGrant, "The secret is not the app's.") }
        return try await TokenMinter(core: core).clientToken(
            scopes: isAdministrator ? [.manageAccounts] : [],
            secretID: isAdministrator ? request.client.adminSecretID(under: core.masterKey) : nil,
            for: request
        )
    }
}
