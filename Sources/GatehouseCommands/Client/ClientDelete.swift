import ArgumentParser
import GatehouseStore

struct ClientDelete: Command {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Deletes an app, its sessions and its consents.",
        discussion: "Shows what will be lost and asks for confirmation. Accounts that registered with the app stay."
    )

    @Argument(help: "The identifier of the client.")
    var id: String

    @OptionGroup var confirmation: ConfirmationOptions

    @Flag(help: "Prints the result as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let administration = try await Administration(store, in: context)
        let client = try await administration.client(id).client
        let loss = Self.loss(client, try await administration.usage(of: id))
        try await confirmation.confirm(loss, "Delete client \(id)", in: context)
        try await administration.deleteClient(id)
        if json { return try context.output.json(["deleted": id]) }
        context.output.line("Deleted client \(id).")
    }

    private static func loss(_ client: Client, _ usage: ClientUsage) -> String {
        let sessions = ConfirmationOptions.count(usage.sessions, "session", "sessions")
        let consents = ConfirmationOptions.count(usage.consents, "consent", "consents")
        let fields = ConfirmationOptions.count(usage.customFields, "account", "accounts")
        let accounts = ConfirmationOptions.count(usage.accounts, "account", "accounts")
        var text = "Deleting client \(client.id) (\(client.name)) ends \(sessions) and deletes \(consents)"
        if usage.customFields > 0 { text += ", and the custom fields of \(fields)" }
        text += usage.accounts == 0 ? "." : ". It keeps \(accounts) that registered with it."
        return text
    }
}
