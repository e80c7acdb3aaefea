import GatehouseStore
package import GatehouseWire

/// Translates the scope `<API>/.default` of Microsoft's libraries to a resource (RFC 8707 §2) and its scopes.
package struct EntraDefaultScopes: Sendable {
    let resources: ResourceDirectory
    let records: RecordLookup

    /// Returns an authorization request that names the API, and the scopes of it that the client is registered for.
    ///
    /// Returns other requests unchanged, also invalid ones, which the authorization endpoint rejects.
    package func authorizationRequest(_ parameters: Parameters) async throws(OAuthError) -> Parameters {
        guard let scopes = try? parameters.scopeSet(), scopes.contains(where: { $0.entraDefaultAPI != nil }),
            let id = parameters[.clientID],
            let client = try await records.cachedClient(Client.ID(id))
        else { return parameters }
        let catalog = try await resources.catalog()
        var result = parameters
        var translated = ScopeSet()
        for scope in scopes {
            guard let api = scope.entraDefaultAPI, let resource = catalog.resource(named: api) else {
                translated.insert(scope)
                continue
            }
            translated = translated.union(client.scopes.intersection(ScopeSet(resource.scopes.map(\.name))))
            result.append(.resource, api)
        }
        result.set(.scope, translated.description)
        return result
    }

    /// Returns a token request that names the API without scopes, for all that are granted.
    static func tokenRequest(_ parameters: Parameters) throws(OAuthError) -> Parameters {
        let apis = try parameters.scopeSet().compactMap(\.entraDefaultAPI)
        guard !apis.isEmpty else { return parameters }
        var result = parameters
        result.set(.scope, nil)
        for api in apis { result.append(.resource, api) }
        return result
    }
}
