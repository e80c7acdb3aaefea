import ArgumentParser
import GatehouseStore
import GatehouseWire

struct ResourceList: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the registered APIs, also those of the configuration file."
    )

    @Flag(help: "Print a JSON array of the APIs.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let resources = try await StoreAdministration(store, in: context).resources.list()
        if json { return try context.output.json(resources) }
        var table = Table("IDENTIFIER", "NAME", "TOKENS", "SCOPES")
        for summary in resources {
            let resource = summary.resource
            table.add(
                resource.id.rawValue,
                resource.name,
                resource.tokenFormat.rawValue,
                resource.scopes.map(\.name.rawValue).joined(separator: " ")
            )
        }
        table.write(to: context.output, empty: "No APIs.")
    }
}
