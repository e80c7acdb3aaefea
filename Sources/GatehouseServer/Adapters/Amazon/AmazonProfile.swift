import Crypto
import Foundation
import GatehouseJOSE
import GatehouseStore
package import GatehouseWire
package import HTTPTypes

/// The profile endpoint `/user/profile` of Login with Amazon; accepts access tokens of any channel.
package struct AmazonProfileHandler: Sendable {
    let accessTokens: AccessTokenValidator

    /// Returns the user's profile, limited to the scopes of the access token.
    ///
    /// - Throws: `invalid_token`, `insufficient_scope`, or `invalid_request` without a token.
    package func profile(_ query: Parameters, fields: HTTPFields) async throws(OAuthError) -> AmazonProfileResponse {
        let live = try await accessTokens.check(try AmazonAccessTokenRequest(parameters: query), fields: fields)
        guard case .user(let account, _) = live.bearer, !live.claims.scope.intersection(Self.sufficient).isEmpty
        else { throw AmazonError.insufficientScope }
        let shown = AmazonScopeMapping.claims(for: live.claims.scope)
        let known = ClaimsProjection(account: account, client: live.client).userInfo(
            [.profile, .email, .address],
            nil
        )
        return AmazonProfileResponse(
            userID: account.amazonUserID,
            email: shown.contains(.email) ? known.email : nil,
            name: shown.contains(.name) ? known.name : nil,
            postalCode: shown.contains(.postalCode) ? known.address?.postalCode : nil
        )
    }

    /// The scopes of which one is required.
    private static let sufficient: ScopeSet = [
        .openid, .profile, .email, .address, .postalCode, .amazonUserID,
    ]
}

extension Account {
    /// The user identifier of Login with Amazon, which is the same for all clients of this server.
    ///
    /// Derived one-way from the account's identifier.
    package var amazonUserID: String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        let digest = SHA256.hash(data: Data((AmazonIdentifier.account.rawValue + id.rawValue).utf8))
        // 28 characters of an alphabet of 32: 140 bits.
        let letters = digest.prefix(28).map { alphabet[Int($0 & 31)] }
        return AmazonIdentifier.account.make(String(decoding: letters, as: UTF8.self))
    }
}
