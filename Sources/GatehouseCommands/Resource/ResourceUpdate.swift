package import ArgumentParser
import GatehouseServer
import GatehouseStore
import GatehouseWire

struct ResourceUpdate: Command {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Change the properties of an API.",
        discussion: """
            Other properties stay unchanged. A list replaces the previous list. Tokens that were issued before keep \
            their format, scopes and lifetime. Running servers apply the change within a second.
            """
    )

    @Argument(help: "Identifier of the API")
    var id: String

    @Option(help: "Name of the API on the consent page")
    var name: String?

    @OptionGroup var options: ResourceOptions

    @OptionGroup var changes: ResourceChanges

    @Flag(help: "Print the API in the format of 'gatehouse resource list --json'.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func validate() throws {
        try changes.validate(with: options)
        guard name != nil || !options.isEmpty || !changes.isEmpty else {
            throw ValidationError("Nothing to change. Add at least one option.")
        }
    }

    func run(in context: CommandContext) async throws {
        let scopes = try [ResourceScope](parsing: options.scopes)
        let added = try [ResourceScope](parsing: changes.addedScopes)
        let resources = try await StoreAdministration(store, in: context).resources
        try await resources.checkIntrospectors(options.introspectors.map { Client.ID($0) })
        let summary = try await resources.update(id) { resource throws(OAuthError) in
            if let name { resource.name = name }
            if !scopes.isEmpty { resource.scopes = scopes }
            options.apply(to: &resource)
            try changes.apply(adding: added, to: &resource)
        }
        if json { return try context.output.json(summary) }
        summary.write(to: context.output)
    }
}

/// The options of `resource update` that add, remove and switch properties.
package struct ResourceChanges: ParsableArguments, Sendable {
    @Option(
        name: .customLong("add-scope"),
        help: ArgumentHelp("Scope to add, or a text of a scope to set; repeatable", valueName: "name=text")
    )
    package var addedScopes: [String] = []

    @Option(
        name: .customLong("remove-scope"),
        help: ArgumentHelp("Scope to remove; repeatable", valueName: "name")
    )
    package var removedScopes: [String] = []

    @Flag(
        name: .customLong("require-dpop"),
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Accept only tokens that are bound to a key of the client (DPoP)."
    )
    package var requireDPoP: Bool?

    @Flag(name: .customLong("no-token-lifetime"), help: "Use the lifetime of the server's other tokens.")
    package var withoutTokenLifetime = false

    @Flag(name: .customLong("no-introspector"), help: "Remove all introspectors and the user data for them.")
    package var withoutIntrospectors = false

    @Flag(name: .customLong("no-introspects"), help: "Remove user data from introspection responses.")
    package var withoutIntrospection = false

    package init() {}

    /// Whether no option is set.
    var isEmpty: Bool {
        addedScopes.isEmpty && removedScopes.isEmpty && requireDPoP == nil
            && ![withoutTokenLifetime, withoutIntrospectors, withoutIntrospection].contains(true)
    }

    /// Throws for options that contradict each other.
    func validate(with options: ResourceOptions) throws {
        guard options.scopes.isEmpty || (addedScopes + removedScopes).isEmpty else {
            throw ValidationError("Use --scope for the whole list, or --add-scope and --remove-scope, not both.")
        }
        try Self.rejectContradictions([
            ("token-lifetime", options.tokenLifetime != nil && withoutTokenLifetime),
            ("introspector", !options.introspectors.isEmpty && withoutIntrospectors),
            ("introspects", options.introspects != nil && (withoutIntrospection || withoutIntrospectors)),
        ])
    }

    /// Applies the options to the stored resource.
    func apply(adding added: [ResourceScope], to resource: inout Resource) throws(OAuthError) {
        for name in removedScopes {
            guard resource.scopes.contains(where: { $0.name.rawValue == name }) else {
                throw OAuthError(.invalidRequest, "'\(name)' is not a scope of \(resource.id).")
            }
            resource.scopes.removeAll { $0.name.rawValue == name }
        }
        resource.scopes.merge(added)
        resource.requiresDPoP = requireDPoP ?? resource.requiresDPoP
        if withoutTokenLifetime { resource.tokenLifetime = nil }
        if withoutIntrospectors { resource.introspectors = [] }
        if withoutIntrospection || withoutIntrospectors { resource.introspects = [] }
    }
}
