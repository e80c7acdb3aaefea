import ArgumentParser

struct KeysRotate: Command {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Makes new signing keys and retires the current ones.",
        discussion: "Retired keys stay published until the last token they signed has expired; nobody is signed out."
    )

    @Flag(help: "Prints the identifiers of the new keys as a JSON array.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let keys = try await Administration(store, in: context).rotateKeys()
        if json { return try context.output.json(keys) }
        for key in keys { context.output.line("New signing key \(key)") }
    }
}
