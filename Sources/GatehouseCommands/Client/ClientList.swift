import ArgumentParser
import GatehouseStore
import GatehouseWire

struct ClientList: Command {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the registered apps.")

    @Flag(help: "Prints a JSON array of RFC 7591 client information, with what each asks people for.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let clients = try await Administration(store, in: context).clients()
        if json { return try context.output.json(clients) }
        var table = Table("CLIENT ID", "NAME", "TYPE", "REDIRECTS TO", "ASKS FOR")
        for summary in clients {
            let client = summary.information
            table.add(
                client.clientID,
                client.clientName,
                summary.kind,
                client.redirectURIs?.joined(separator: " "),
                summary.attributes.joined(separator: " ")
            )
        }
        table.write(to: context.output, empty: "No clients.")
    }
}
