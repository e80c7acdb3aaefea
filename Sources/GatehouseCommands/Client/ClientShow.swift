import ArgumentParser
import GatehouseStore

struct ClientShow: Command {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows one of the registered apps.")

    @Argument(help: "The identifier of the client.")
    var id: String

    @Flag(help: "Prints the client as 'gatehouse client list --json' does.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let client = try await Administration(store, in: context).client(id)
        if json { return try context.output.json(client) }
        client.write(to: context.output)
    }
}
