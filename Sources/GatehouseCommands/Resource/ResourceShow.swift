import ArgumentParser

struct ResourceShow: Command {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a registered API.")

    @Argument(help: "Identifier of the API")
    var id: String

    @Flag(help: "Print the API in the format of 'gatehouse resource list --json'.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let resource = try await StoreAdministration(store, in: context).resources.resource(id)
        if json { return try context.output.json(resource) }
        resource.write(to: context.output)
    }
}
