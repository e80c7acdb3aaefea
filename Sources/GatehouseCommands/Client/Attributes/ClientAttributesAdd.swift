import ArgumentParser
import GatehouseStore

struct ClientAttributesAdd: Command {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Has an app ask people for more, or for the same in another way."
    )

    @Argument(help: "The identifier of the client.")
    var id: String

    @Argument(
        help: ArgumentHelp(
            """
            What to ask for: NAME[,KIND][,required][,page=N][,label=TEXT][,options=A|B][,pattern=REGEX]. It takes the place of one of \
            that name.
            """,
            valueName: "spec"
        )
    )
    var attributes: [String]

    @Flag(help: "Prints what the app now asks for as a JSON array.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let added = try attributes.map { try ClientAttribute(parsing: $0) }
        let administration = try await Administration(store, in: context)
        let result = try await administration.changeAttributes(of: id) { attributes in
            for attribute in added {
                if let index = attributes.firstIndex(where: { $0.name == attribute.name }) {
                    attributes[index] = attribute
                } else {
                    attributes.append(attribute)
                }
            }
        }
        if json { return try context.output.json(result.map(\.specification)) }
        context.output.line("\(id) asks for \(result.map(\.name).joined(separator: ", ")).")
    }
}
