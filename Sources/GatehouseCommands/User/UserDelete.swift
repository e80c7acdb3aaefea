import ArgumentParser

struct UserDelete: Command {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Deletes an account with its sessions and everything that belongs to it."
    )

    @Argument(help: "The account's e-mail address, phone number (+81…), user name or identifier.")
    var user: String

    @Flag(help: "Prints the deleted account as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let deleted = try await Administration(store, in: context).deleteUser(user)
        if json { return try context.output.json(deleted) }
        context.output.line("Deleted account \(deleted.id).")
    }
}
