/// A request for tokens (RFC 6749 §3.2).
package struct TokenRequest: WireRequest, Hashable {
    package var grant: TokenGrant
    /// The client, as far as the form names it; an `Authorization` field comes on top.
    package var client: ClientCredentials
    package var resources: [String]
    /// A claims request as JSON, which some servers take here too.
    package var claims: String?

    package init(
        grant: TokenGrant,
        client: ClientCredentials = ClientCredentials(),
        resources: [String] = [],
        claims: String? = nil
    ) {
        self.grant = grant
        self.client = client
        self.resources = resources
        self.claims = claims
    }

    package init(parameters: Parameters) throws(OAuthError) {
        grant = try TokenGrant(parameters: parameters)
        client = try ClientCredentials(parameters: parameters)
        resources = try parameters.resources()
        claims = parameters[.claims]
    }

    package var parameters: Parameters {
        var parameters = Parameters()
        grant.append(to: &parameters)
        client.append(to: &parameters)
        for resource in resources { parameters.append(.resource, resource) }
        parameters.append(.claims, claims)
        return parameters
    }
}
