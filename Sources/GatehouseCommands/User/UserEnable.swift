import ArgumentParser

struct UserEnable: Command {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Lets a disabled account in again; its sessions stay ended."
    )

    @Argument(help: "The account's identifier, e-mail address, phone number or user name.")
    var user: String

    @Flag(help: "Prints the account as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let account = try await Administration(store, in: context).setDisabled(false, user)
        if json { return try context.output.json(account) }
        context.output.line("Enabled account \(account.id).")
    }
}
