/// A device without a browser asks Login with Amazon for a pair of codes.
package struct AmazonCodePairRequest: WireRequest, Hashable {
    /// In Amazon's names.
    package var scope: ScopeSet
    package var scopeData: AmazonScopeData?
    /// The client, as far as the body names it; an `Authorization` field may come on top.
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
