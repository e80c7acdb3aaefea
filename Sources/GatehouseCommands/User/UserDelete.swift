import ArgumentParser
import GatehouseStore

struct UserDelete: Command {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Deletes an account with its sessions and everything that belongs to it.",
        discussion: "Shows what will be lost and asks for confirmation."
    )

    @Argument(help: "The account's e-mail address, phone number (+81…), user name or identifier.")
    var user: String

    @OptionGroup var confirmation: ConfirmationOptions

    @Flag(help: "Prints the deleted account as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let administration = try await Administration(store, in: context)
        let account = try await administration.user(user)
        let sessions = try await administration.sessions(of: account.id)
        let consents = try await administration.consents(of: account.id.rawValue)
        let loss = """
            Deleting account \(account.id) ends \(ConfirmationOptions.count(sessions, "session", "sessions")) and deletes \
            \(ConfirmationOptions.count(consents.count, "consent", "consents")), with everything that apps keep about it.
            """
        try await confirmation.confirm(loss, "Delete account \(user)", in: context)
        let deleted = try await administration.deleteUser(account.id.rawValue)
        if json { return try context.output.json(deleted) }
        context.output.line("Deleted account \(deleted.id).")
    }
}
