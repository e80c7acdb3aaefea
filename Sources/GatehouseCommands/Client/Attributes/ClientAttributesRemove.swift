import ArgumentParser
import GatehouseStore

struct ClientAttributesRemove: Command {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Has an app ask people for less; what accounts hold already stays."
    )

    @Argument(help: "The identifier of the client.")
    var id: String

    @Argument(help: ArgumentHelp("What to ask for no more.", valueName: "name"))
    var names: [String]

    @Flag(help: "Prints what the app still asks for as a JSON array.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let administration = try await Administration(store, in: context)
        let result = try await administration.changeAttributes(of: id) { attributes throws(CommandFailure) in
            for name in names {
                guard let index = attributes.firstIndex(where: { $0.name == name }) else {
                    throw CommandFailure(
                        "\(id) does not ask for \(name).",
                        advice: "'gatehouse client attributes list \(id)' shows what it asks for."
                    )
                }
                attributes.remove(at: index)
            }
        }
        if json { return try context.output.json(result.map(\.specification)) }
        context.output.line(
            result.isEmpty
                ? "\(id) asks for nothing." : "\(id) asks for \(result.map(\.name).joined(separator: ", "))."
        )
    }
}
