package import Foundation
package import HTTPTypes

/// The claims of a signed UserInfo response (OpenID Connect Core §5.3.2).
package struct SignedUserInfo: Sendable, Hashable {
    package var issuer: String
    /// The client.
    package var audience: Audience
    package var response: UserInfoResponse

    package init(issuer: String, audience: Audience, response: UserInfoResponse) {
        self.issuer = issuer
        self.audience = audience
        self.response = response
    }
}

extension SignedUserInfo: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ClaimName.self)
        issuer = try container.decode(String.self, forKey: .issuer)
        audience = try container.decode(Audience.self, forKey: .audience)
        var response = try UserInfoResponse(from: decoder)
        response.claims = response.claims.removing([.issuer, .audience])
        self.response = response
    }

    package func encode(to encoder: any Encoder) throws {
        try response.encode(to: encoder)
        var container = encoder.container(keyedBy: ClaimName.self)
        try container.encode(issuer, forKey: .issuer)
        try container.encode(audience, forKey: .audience)
    }
}

/// A UserInfo response as a signed JWT with ``SignedUserInfo``.
package struct UserInfoToken: WireResponse, Hashable {
    /// The media type of the response (OpenID Connect Core §5.3.2).
    package static let mediaType = "application/jwt"

    package let token: Secret

    package init(_ token: Secret) {
        self.token = token
    }

    package init(body: Data, fields: HTTPFields) throws(WireError) {
        token = Secret(String(decoding: body, as: UTF8.self))
    }

    package var fields: HTTPFields { [.contentType: Self.mediaType, .cacheControl: "no-store"] }

    package func body() -> Data { Data(token.reveal().utf8) }
}
