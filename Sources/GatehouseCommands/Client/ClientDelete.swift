import ArgumentParser

struct ClientDelete: Command {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Deletes an app, its sessions and what people allowed it."
    )

    @Argument(help: "The identifier of the client.")
    var id: String

    @Flag(help: "Prints the result as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        try await Administration(store, in: context).deleteClient(id)
        if json { return try context.output.json(["deleted": id]) }
        context.output.line("Deleted client \(id).")
    }
}
