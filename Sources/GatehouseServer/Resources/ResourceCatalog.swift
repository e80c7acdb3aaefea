package import GatehouseStore
package import GatehouseWire

/// The resources as of one read of the store.
package struct ResourceCatalog: Sendable, Equatable {
    /// All resources, those of the configuration file first.
    package let resources: [Resource]
    private let byID: [Resource.ID: Resource]
    /// The resources by their identifier without a trailing slash.
    private let byName: [String: Resource]
    private let byScope: [Scope: Resource]

    /// Creates a catalog.
    ///
    /// - Parameters:
    ///   - configured: The resources of the configuration file, which take precedence over stored ones.
    ///   - stored: The stored resources.
    package init(configured: [Resource] = [], stored: [Resource] = []) {
        let own = Set(configured.map(\.id))
        resources = configured + stored.filter { !own.contains($0.id) }
        byID = Dictionary(resources.map { ($0.id, $0) }) { first, _ in first }
        byName = Dictionary(resources.map { ($0.id.rawValue.withoutTrailingSlash, $0) }) { first, _ in first }
        byScope = Dictionary(resources.flatMap { resource in resource.scopes.map { ($0.name, resource) } }) {
            first,
            _ in
            first
        }
    }

    /// Returns the resource with exactly this identifier, as in the audience of a token.
    package func resource(_ id: Resource.ID) -> Resource? { byID[id] }

    /// Returns the resource that a request names.
    ///
    /// Some clients add or omit a trailing slash, which is tolerated.
    package func resource(named name: String) -> Resource? {
        byID[Resource.ID(name)] ?? byName[name.withoutTrailingSlash]
    }

    /// Returns the resource that defines a scope; `nil` for the scopes of the server and of clients.
    package func resource(defining scope: Scope) -> Resource? { byScope[scope] }

    /// Returns the text of a resource's scope on the consent page; `nil` if it has none.
    package func text(for scope: Scope, in language: Language) -> String? {
        byScope[scope]?.scopes.first { $0.name == scope }?.text(in: language)
    }
}

extension ResourceScope {
    /// Returns the text in a language, else in English, else in any language.
    func text(in language: Language) -> String? {
        language.preferred { texts[$0.rawValue] }
    }
}
