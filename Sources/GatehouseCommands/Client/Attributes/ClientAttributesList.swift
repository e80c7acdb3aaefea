import ArgumentParser
import GatehouseStore

struct ClientAttributesList: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists what an app asks people for, in the order of its form."
    )

    @Argument(help: "The identifier of the client.")
    var id: String

    @Flag(help: "Prints a JSON array, in the words of 'attributes add'.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let attributes = try await Administration(store, in: context).attributes(of: id)
        if json { return try context.output.json(attributes.map(\.specification)) }
        var table = Table("PAGE", "NAME", "KIND", "REQUIRED", "LABEL", "HAS TO BE")
        for attribute in attributes.sorted(by: { $0.page < $1.page }) {
            table.add(
                "\(attribute.page)",
                attribute.name,
                attribute.kind.rawValue,
                attribute.isRequired ? "yes" : "no",
                attribute.label,
                attribute.options.isEmpty ? attribute.pattern : attribute.options.joined(separator: "|")
            )
        }
        table.write(to: context.output, empty: "No attributes.")
    }
}
