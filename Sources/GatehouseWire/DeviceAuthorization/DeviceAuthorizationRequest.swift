/// A device without a browser asks for a code to show (RFC 8628 §3.1).
package struct DeviceAuthorizationRequest: WireRequest, Hashable {
    package var scope: ScopeSet
    /// The client, as far as the form names it; an `Authorization` field comes on top.
    package var client: ClientCredentials
    package var resources: [String]

    package init(scope: ScopeSet, client: ClientCredentials = ClientCredentials(), resources: [String] = []) {
        self.scope = scope
        self.client = client
        self.resources = resources
    }

    package init(parameters: Parameters) throws(OAuthError) {
        scope = try parameters.scopeSet()
        client = try ClientCredentials(parameters: parameters)
        resources = try parameters.resources()
    }

    package var parameters: Parameters {
        var parameters = Parameters([.scope: scope.isEmpty ? nil : scope.description])
        client.append(to: &parameters)
        for resource in resources { parameters.append(.resource, resource) }
        return parameters
    }
}
