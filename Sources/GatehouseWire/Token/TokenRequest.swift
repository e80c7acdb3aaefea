/// A request for tokens (RFC 6749 §3.2).
package struct TokenRequest: WireRequest, Hashable {
    package var grant: TokenGrant
    /// The client, as far as the form names it; an `Authorization` field comes on top.
    package var client: ClientCredentials
    package var resources: [String]

    package init(grant: TokenGrant, client: ClientCredentials = ClientCredentials(), resources: [String] = []) {
        self.grant = grant
        self.client = client
        self.resources = resources
    }

    package init(parameters: Parameters) throws(OAuthError) {
        grant = try TokenGrant(parameters: parameters)
        client = try ClientCredentials(parameters: parameters)
        resources = try parameters.resources()
    }

    package var parameters: Parameters {
        var parameters = Parameters()
        grant.append(to: &parameters)
        client.append(to: &parameters)
        for resource in resources { parameters.append(.resource, resource) }
        return parameters
    }
}
