import GatehouseStore
import GatehouseWire

/// The rules for the resources that requests name (RFC 8707 §2).
///
/// An access token has one audience: a resource or the issuer. The issuer is always among the authorized ones.
struct ResourcePolicy: Sendable {
    /// The scopes and resources that a client is granted.
    struct Access: Sendable, Equatable {
        let scopes: ScopeSet
        /// The resources besides the issuer, in the order of the request.
        let resources: [Resource.ID]
    }

    let issuer: String
    let catalog: ResourceCatalog

    /// Returns what an authorization request is granted.
    ///
    /// A request without resources is for the client's default resource; without one, scopes of a single resource imply
    /// that resource. Scopes of other resources are not granted.
    ///
    /// - Parameters:
    ///   - scopes: The requested scopes.
    ///   - names: The values of `resource`.
    ///   - client: The client.
    /// - Returns: The granted scopes and resources.
    /// - Throws: `invalid_target` or `invalid_scope`.
    func access(to scopes: ScopeSet, of names: [String], for client: Client) throws(OAuthError) -> Access {
        let known = try ScopePolicy(
            registered: client.scopes,
            resources: catalog,
            ignoresExcess: client.origin != nil
        ).granted(scopes)
        var resources: [Resource.ID] = []
        if names.isEmpty {
            if let implied = try impliedResource(by: known, for: client) { resources = [implied.id] }
        } else {
            for name in names {
                guard case .resource(let resource) = try target(named: name, for: client) else { continue }
                if !resources.contains(resource.id) { resources.append(resource.id) }
            }
        }
        return Access(scopes: try self.scopes(known, of: resources), resources: resources)
    }

    /// Returns the target of a user's access token.
    ///
    /// - Parameters:
    ///   - requested: The target that the request names. If it names none, the target is the client's default resource
    ///     if that is authorized, else the first authorized resource, else the issuer.
    ///   - authorized: The resources that the user authorized the client for.
    ///   - client: The client.
    /// - Returns: The target.
    /// - Throws: `invalid_target` for more than one resource, for one that is not authorized, no longer exists, or that
    ///   the client may no longer use.
    func target(
        _ requested: RequestedTarget,
        among authorized: [Resource.ID],
        for client: Client
    ) throws(OAuthError) -> TokenTarget {
        switch try target(requested, for: client) {
        case .issuer?: return .issuer
        case .resource(let resource)?:
            guard authorized.contains(resource.id) else {
                throw OAuthError(.invalidTarget, "The authorization does not include the resource.")
            }
            return .resource(resource)
        case nil:
            let preferred = client.defaultResource.flatMap { authorized.contains($0) ? $0 : nil }
            guard let id = preferred ?? authorized.first else { return .issuer }
            return .resource(try usableResource(named: id.rawValue, for: client))
        }
    }

    /// Returns the target and scopes of a token of the client itself.
    ///
    /// - Throws: `invalid_target` or `invalid_scope`.
    func target(
        _ requested: RequestedTarget,
        with scopes: ScopeSet,
        for client: Client
    ) throws(OAuthError) -> (target: TokenTarget, scopes: ScopeSet) {
        let named = try target(requested, for: client)
        let implied = named == nil ? try impliedResource(by: scopes, for: client).map { TokenTarget.resource($0) } : nil
        let target = named ?? implied ?? .issuer
        let granted = self.scopes(of: target, in: scopes)
        guard !granted.isEmpty || scopes.isEmpty else { throw Self.otherScopes }
        return (target, granted)
    }

    /// Returns the scopes of an access token: those of its resource, or for the issuer those of no resource.
    func scopes(of target: TokenTarget, in granted: ScopeSet) -> ScopeSet {
        switch target {
        case .issuer: ScopeSet(granted.filter { catalog.resource(defining: $0) == nil })
        case .resource(let resource):
            ScopeSet(granted.filter { catalog.resource(defining: $0)?.id == resource.id })
        }
    }

    /// Returns the requested scopes without those of other resources.
    ///
    /// - Throws: `invalid_scope` if none remains.
    func scopes(_ requested: ScopeSet, of resources: [Resource.ID]) throws(OAuthError) -> ScopeSet {
        let granted = ScopeSet(
            requested.filter { scope in
                catalog.resource(defining: scope).map { resources.contains($0.id) } ?? true
            }
        )
        guard !granted.isEmpty || requested.isEmpty else { throw Self.otherScopes }
        return granted
    }

    /// Returns whether a client may request tokens for a resource: it is registered for one of its scopes, or the
    /// resource has none.
    func permits(_ client: Client, toUse resource: Resource) -> Bool {
        resource.scopes.isEmpty || resource.scopes.contains { client.scopes.contains($0.name) }
    }

    /// Returns whether one of the resources has no scopes, so that consent to scopes does not name it.
    func includesResourceWithoutScopes(_ resources: [Resource.ID]) -> Bool {
        resources.contains { catalog.resource($0)?.scopes.isEmpty == true }
    }

    /// Returns the target that a token request names; `nil` if it names none.
    private func target(_ requested: RequestedTarget, for client: Client) throws(OAuthError) -> TokenTarget? {
        guard case .resources(let names) = requested else { return .issuer }
        guard let name = names.first else { return nil }
        guard names.count == 1 else {
            throw OAuthError(.invalidTarget, "A token request may name one \(ParameterName.resource) only.")
        }
        return try target(named: name, for: client)
    }

    private func target(named name: String, for client: Client) throws(OAuthError) -> TokenTarget {
        guard name != issuer, name != issuer + "/" else { return .issuer }
        return .resource(try usableResource(named: name, for: client))
    }

    private func usableResource(named name: String, for client: Client) throws(OAuthError) -> Resource {
        guard let resource = catalog.resource(named: name), permits(client, toUse: resource) else {
            throw OAuthError(
                .invalidTarget,
                "The resource is unknown, or the client is not registered for any of its scopes."
            )
        }
        return resource
    }

    /// Returns the resource of a request that names none: the client's default, else the only one of its scopes.
    ///
    /// - Throws: `invalid_target` if the scopes belong to several resources.
    private func impliedResource(by scopes: ScopeSet, for client: Client) throws(OAuthError) -> Resource? {
        if let id = client.defaultResource { return try usableResource(named: id.rawValue, for: client) }
        let resources = scopes.compactMap { catalog.resource(defining: $0) }
        guard let first = resources.first else { return nil }
        guard resources.allSatisfy({ $0.id == first.id }) else {
            throw OAuthError(
                .invalidTarget,
                "The scopes belong to several APIs. Name the API with the parameter \(ParameterName.resource)."
            )
        }
        return first
    }

    private static let otherScopes = OAuthError(
        .invalidScope,
        "The requested scopes belong to other resources than the request."
    )
}
