import ArgumentParser
import GatehouseServer
import GatehouseStore
import GatehouseWire

struct ResourceCreate: Command {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Register an API, so that clients can request tokens for it.",
        discussion: """
            The identifier is the audience of the tokens; clients send it as 'resource'. By default tokens are JWTs, \
            signed with ES256, with the lifetime of the server's other tokens. Running servers apply the change within \
            a second.
            """
    )

    @Argument(help: "Identifier of the API: an https URL, such as https://api.example.com, or a URN")
    var id: String

    @Option(help: "Name of the API on the consent page")
    var name: String

    @OptionGroup var options: ResourceOptions

    @Flag(
        name: .customLong("require-dpop"),
        help: "Accept only tokens that are bound to a key of the client (DPoP)."
    )
    var requireDPoP = false

    @Flag(help: "Print the API in the format of 'gatehouse resource list --json'.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let scopes = try [ResourceScope](parsing: options.scopes)
        let administration = try await StoreAdministration(
            store,
            in: context,
            allowsCreation: options.introspectors.isEmpty
        )
        var resource = Resource(
            id: Resource.ID(id),
            name: name,
            scopes: scopes,
            requiresDPoP: requireDPoP,
            createdAt: administration.server.environment.now
        )
        options.apply(to: &resource)
        let summary = try await administration.resources.create(resource)
        if json { return try context.output.json(summary) }
        context.output.line("Registered \(summary.resource.id.rawValue.printable).")
        if resource.tokenFormat == .opaque, resource.introspectors.isEmpty {
            context.output.error(
                "No client may introspect its tokens yet. Name one: gatehouse resource update \(id) --introspector CLIENT"
            )
        }
    }
}
