import Foundation
package import HTTPTypes

/// The token endpoint at its Entra path, for native authentication and OAuth grants.
package enum EntraTokenEndpoint: Endpoint {
    package typealias Request = EntraTokenRequest
    package typealias Response = EntraResponse<EntraTokenResponse>

    package static let method = HTTPRequest.Method.post
    package static let path = "/oauth2/v2.0/token"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .serverError, .temporarilyUnavailable, .invalidGrant,
        .invalidScope, .invalidTarget, .unsupportedGrantType, .expiredToken, .userNotFound, .authorizationPending,
        .slowDown, .accessDenied,
    ]
}

/// A token request at the end of a native authentication flow.
///
/// The other grants of the endpoint are a ``TokenRequest``.
package struct EntraTokenRequest: WireRequest, Hashable {
    /// The proof submitted with the continuation token.
    package enum Proof: Sendable, Hashable {
        /// The user's password.
        case password(Secret)
        /// The code that was sent.
        case code(Secret)
        /// The code that was sent as a second factor.
        case secondFactorCode(Secret)
        /// No further proof: the flow has authenticated the user.
        case none
    }

    package var clientID: String
    package var continuationToken: Secret
    package var proof: Proof
    /// The requested scopes; empty for the default of the server.
    package var scope: ScopeSet
    /// A claims request, as JSON.
    package var claims: String?
    /// The username, for information only; the continuation token identifies the user.
    package var username: String?
    package var challengeTypes: [EntraChallengeType]?
    package var requestsClientInfo: Bool

    package init(
        clientID: String,
        continuationToken: Secret,
        proof: Proof,
        scope: ScopeSet,
        claims: String? = nil,
        username: String? = nil,
        challengeTypes: [EntraChallengeType]? = nil,
        requestsClientInfo: Bool = true
    ) {
        self.clientID = clientID
        self.continuationToken = continuationToken
        self.proof = proof
        self.scope = scope
        self.claims = claims
        self.username = username
        self.challengeTypes = challengeTypes
        self.requestsClientInfo = requestsClientInfo
    }

    /// The grant types of this request.
    package static let grantTypes: Set<GrantType> = [.password, .oob, .secondFactorOOB, .continuationToken]

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.entraLine(.clientID)
        let grantType = GrantType(rawValue: try parameters.entraRequired(.grantType))
        continuationToken = Secret(try parameters.entraRequired(.continuationToken))
        switch grantType {
        case .password: proof = .password(Secret(try parameters.entraRequired(.password)))
        case .oob: proof = .code(Secret(try parameters.entraRequired(.oob)))
        case .secondFactorOOB: proof = .secondFactorCode(Secret(try parameters.entraRequired(.oob)))
        case .continuationToken: proof = .none
        default: throw OAuthError(.unsupportedGrantType, "Unsupported grant type.")
        }
        scope = try parameters.scopeSet()
        claims = try parameters.entraOptional(.claims)
        username = try parameters.entraOptional(.username)
        challengeTypes = try parameters.entraChallengeTypesIfAny()
        requestsClientInfo = EntraClientInfo.isRequested(parameters)
    }

    package var parameters: Parameters {
        var parameters = Parameters([
            .clientID: clientID,
            .continuationToken: continuationToken.reveal(),
            .grantType: grantType.rawValue,
            .scope: scope.isEmpty ? nil : scope.description,
            .claims: claims,
            .username: username,
            .challengeType: challengeTypes?.spaceSeparated,
            .clientInfo: requestsClientInfo ? EntraClientInfo.requestedValue : nil,
        ])
        switch proof {
        case .password(let password): parameters.append(.password, password.reveal())
        case .code(let code), .secondFactorCode(let code): parameters.append(.oob, code.reveal())
        case .none: break
        }
        return parameters
    }

    private var grantType: GrantType {
        switch proof {
        case .password: .password
        case .code: .oob
        case .secondFactorCode: .secondFactorOOB
        case .none: .continuationToken
        }
    }
}

/// A token response with the additional members of Microsoft's libraries.
package struct EntraTokenResponse: JSONResponse, Hashable {
    package var tokens: TokenResponse
    /// The number of seconds that the access token may be used while the server is unavailable; here equal to
    /// `expires_in`.
    package var extendedExpiresIn: Int?
    package var clientInfo: EntraClientInfo?

    package init(tokens: TokenResponse, clientInfo: EntraClientInfo?) {
        self.tokens = tokens
        extendedExpiresIn = tokens.expiresIn
        self.clientInfo = clientInfo
    }

    private enum CodingKeys: String, CodingKey {
        case extendedExpiresIn = "ext_expires_in"
        case clientInfo = "client_info"
    }

    package init(from decoder: any Decoder) throws {
        tokens = try TokenResponse(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        extendedExpiresIn = try? container.decodeIfPresent(Int.self, forKey: .extendedExpiresIn)
        clientInfo = try container.decodeIfPresent(String.self, forKey: .clientInfo)
            .flatMap(EntraClientInfo.init(encoded:))
    }

    package func encode(to encoder: any Encoder) throws {
        try tokens.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(extendedExpiresIn, forKey: .extendedExpiresIn)
        try container.encodeIfPresent(clientInfo?.encoded, forKey: .clientInfo)
    }
}

/// The home account identifier of Microsoft's libraries, in its two parts.
package struct EntraClientInfo: Sendable, Hashable, Codable {
    /// The identifier of the account.
    package var uid: String
    /// The identifier of its home tenant.
    package var utid: String

    package init(uid: String, utid: String) {
        self.uid = uid
        self.utid = utid
    }

    /// Decodes the value from base64url-encoded JSON; returns `nil` if it is malformed.
    package init?(encoded: String) {
        guard let data = Base64URL.decode(encoded.prefix { $0 != "=" }),
            let info = try? JSONCoding.decode(Self.self, from: data)
        else { return nil }
        self = info
    }

    /// The value as base64url-encoded JSON.
    package var encoded: String { Base64URL.encode(JSONCoding.encode(self)) }

    /// The value of the parameter that requests client information.
    static let requestedValue = "true"

    /// Returns whether a token request asks for client information; libraries send `true` or `1`.
    package static func isRequested(_ parameters: Parameters) -> Bool {
        [requestedValue, "1"].contains(parameters[.clientInfo]?.lowercased())
    }
}

/// Grant types of Entra's native authentication, for sign-up, reset and tokens.
extension GrantType {
    /// The device grant (RFC 8628 §3.4) under the name that Microsoft's libraries for JavaScript use.
    package static let entraDeviceCode = Self(rawValue: "device_code")

    /// A password.
    public static let password = Self(rawValue: "password")

    /// A code that was sent out of band.
    public static let oob = Self(rawValue: "oob")

    /// A code that was sent out of band as a second factor.
    public static let secondFactorOOB = Self(rawValue: "mfa_oob")

    /// Attributes of a new account.
    public static let attributes = Self(rawValue: "attributes")

    /// The continuation token alone: the flow has authenticated the user.
    public static let continuationToken = Self(rawValue: "continuation_token")
}
