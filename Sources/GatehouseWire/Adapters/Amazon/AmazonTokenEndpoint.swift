package import HTTPTypes

/// The token endpoint of Login with Amazon; the request is a form or one JSON object.
package enum AmazonTokenEndpoint: Endpoint {
    package typealias Request = AmazonTokenRequest
    package typealias Response = TokenResponse

    package static let method = HTTPRequest.Method.post
    package static let path = "/auth/o2/token"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .invalidGrant, .unauthorizedClient, .unsupportedGrantType, .invalidScope,
        .authorizationPending, .slowDown, .accessDenied, .invalidCodePair, .amazonServerError,
    ]
}

/// A token request of Login with Amazon, as a form or a JSON object.
package struct AmazonTokenRequest: WireRequest, Hashable {
    /// The grant; its scopes have Amazon's names.
    package var grant: TokenGrant
    /// The user code: a device sends both codes of its pair, without a client identifier.
    package var userCode: String?
    /// The client as named in the body; an `Authorization` header is read separately.
    package var client: ClientCredentials

    package init(grant: TokenGrant, userCode: String? = nil, client: ClientCredentials = ClientCredentials()) {
        self.grant = grant
        self.userCode = userCode
        self.client = client
    }

    package init(parameters: Parameters) throws(OAuthError) {
        userCode = nil
        switch GrantType(rawValue: try parameters.amazonRequired(.grantType, limit: 256)) {
        case .authorizationCode:
            grant = .authorizationCode(
                Secret(try parameters.amazonRequired(.code, limit: 2048)),
                redirectURI: try parameters.amazonOptional(.redirectURI, limit: 2048),
                codeVerifier: try Self.codeVerifier(parameters)
            )
        case .refreshToken:
            let scopes = try parameters.amazonScopes()
            grant = .refreshToken(
                Secret(try parameters.amazonRequired(.refreshToken)),
                scope: scopes.isEmpty ? nil : scopes
            )
        case .clientCredentials:
            let scopes = try parameters.amazonScopes()
            grant = .clientCredentials(scope: scopes.isEmpty ? nil : scopes)
        case .amazonDeviceCode:
            grant = .deviceCode(Secret(try parameters.amazonRequired(.deviceCode, limit: 2048)))
            userCode = try parameters.amazonRequired(.userCode, limit: 256)
        case let grantType:
            grant = .other(grantType)
        }
        client = ClientCredentials(
            clientID: try parameters.amazonOptional(.clientID, limit: 256),
            clientSecret: try parameters.amazonOptional(.clientSecret).map(Secret.init)
        )
    }

    package var parameters: Parameters {
        var parameters = Parameters()
        grant.append(to: &parameters, as: grant.grantType == .deviceCode ? .amazonDeviceCode : nil)
        parameters.append(.userCode, userCode)
        client.append(to: &parameters)
        return parameters
    }

    /// Reads the verifier; a malformed one is reported as a code that it does not match.
    private static func codeVerifier(_ parameters: Parameters) throws(OAuthError) -> CodeVerifier? {
        guard let text = try parameters.amazonOptional(.codeVerifier) else { return nil }
        guard let verifier = CodeVerifier(text) else { throw AmazonError.invalidCode }
        return verifier
    }
}

/// The revocation endpoint: ends the token's session and the browser sign-in that it came from.
///
/// Amazon documents no such endpoint. It has the parameters of RFC 7009 and is named in the API key.
package enum AmazonRevocationEndpoint: Endpoint {
    package typealias Request = RevocationRequest
    package typealias Response = EmptyResponse

    package static let method = HTTPRequest.Method.post
    package static let path = "/auth/o2/revoke"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .amazonServerError,
    ]
}

extension GrantType {
    /// The device code grant (RFC 8628) in Login with Amazon.
    public static let amazonDeviceCode = Self(rawValue: "device_code")
}

extension TokenType {
    /// The bearer token type (RFC 6750) in the spelling that Login with Amazon's clients compare.
    public static let amazonBearer = Self(rawValue: "bearer")
}
