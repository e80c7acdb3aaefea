package import GatehouseStore
package import GatehouseWire

/// The texts of scopes for users, in one language.
package struct ScopeTexts: Sendable {
    private let settings: ServerSettings
    private let catalog: ResourceCatalog
    private let language: Language

    package init(_ settings: ServerSettings, _ catalog: ResourceCatalog, in language: Language) {
        self.settings = settings
        self.catalog = catalog
        self.language = language
    }

    /// Returns the text of a scope: the operator's, else that of its resource, else its name if it belongs to one.
    ///
    /// - Returns: `nil` for other scopes without a text.
    package func text(for scope: Scope) -> String? {
        settings.text(for: scope, in: language) ?? catalog.text(for: scope, in: language)
            ?? catalog.resource(defining: scope).map { _ in scope.rawValue }
    }

    /// Returns the name of the resource that defines a scope; `nil` for the scopes of the server and of clients.
    package func resourceName(of scope: Scope) -> String? { catalog.resource(defining: scope)?.name }

    /// Returns the name of a resource that has no scopes; `nil` for others, which their scopes name.
    package func name(ofResourceWithoutScopes id: Resource.ID) -> String? {
        catalog.resource(id).flatMap { $0.scopes.isEmpty ? $0.name : nil }
    }
}
