package import HTTPTypes

/// The endpoint that issues code pairs to devices; the request is a form or one JSON object.
package enum AmazonCodePairEndpoint: Endpoint {
    package typealias Request = AmazonCodePairRequest
    package typealias Response = DeviceAuthorizationResponse

    package static let method = HTTPRequest.Method.post
    package static let path = "/auth/o2/create/codepair"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .unsupportedResponseType, .invalidScope,
        .amazonServerError,
    ]
}

/// A device authorization request of Login with Amazon.
package struct AmazonCodePairRequest: WireRequest, Hashable {
    /// The requested scopes, with Amazon's names.
    package var scope: ScopeSet
    package var scopeData: AmazonScopeData?
    /// The client as named in the body; an `Authorization` header is read separately.
    package var client: ClientCredentials

    package init(scope: ScopeSet, scopeData: AmazonScopeData? = nil, client: ClientCredentials) {
        self.scope = scope
        self.scopeData = scopeData
        self.client = client
    }

    package init(parameters: Parameters) throws(OAuthError) {
        let responseType = ResponseType(rawValue: try parameters.amazonRequired(.responseType))
        guard responseType == .deviceCode else {
            throw OAuthError(.unsupportedResponseType, AmazonError.invalid(.responseType).description)
        }
        client = ClientCredentials(
            clientID: try parameters.amazonOptional(.clientID, limit: 256),
            clientSecret: try parameters.amazonOptional(.clientSecret).map(Secret.init)
        )
        scope = try parameters.amazonScopes()
        guard !scope.isEmpty else { throw AmazonError.missing(.scope) }
        scopeData = try parameters.amazonScopeData()
    }

    package var parameters: Parameters {
        var parameters = Parameters([
            .responseType: ResponseType.deviceCode.rawValue,
            .scope: scope.isEmpty ? nil : scope.description,
            .scopeData: scopeData?.encoded,
        ])
        client.append(to: &parameters)
        return parameters
    }
}
