import ArgumentParser

struct UserDisable: Command {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Shuts an account out: ends all its sessions, and no door opens until it is enabled again."
    )

    @Argument(help: "The account's identifier, e-mail address, phone number or user name.")
    var user: String

    @Flag(help: "Prints the account as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let account = try await Administration(store, in: context).setDisabled(true, user)
        if json { return try context.output.json(account) }
        context.output.line("Disabled account \(account.id). It is signed out everywhere.")
    }
}
