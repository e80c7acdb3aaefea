/// A request for tokens of Login with Amazon, as a form or a JSON object.
package struct AmazonTokenRequest: WireRequest, Hashable {
    /// What is given in exchange; scopes are in Amazon's names.
    package var grant: TokenGrant
    /// The code that the person typed: a device sends both halves of its pair, and not its name.
    package var userCode: String?
    /// The client, as far as the body names it; an `Authorization` field may come on top.
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

    /// A verifier that cannot have been one does not fit the code.
    private static func codeVerifier(_ parameters: Parameters) throws(OAuthError) -> CodeVerifier? {
        guard let text = try parameters.amazonOptional(.codeVerifier) else { return nil }
        guard let verifier = CodeVerifier(text) else { throw AmazonError.invalidCode }
        return verifier
    }
}
