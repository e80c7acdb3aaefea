import ArgumentParser
import GatehouseStore
import GatehouseWire

struct ClientCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client",
        abstract: "Manage the apps that users sign in to.",
        subcommands: [
            ClientCreate.self, ClientList.self, ClientShow.self, ClientUpdate.self, ClientAttributes.self,
            ClientSecret.self, ClientDelete.self,
        ]
    )
}

struct ClientList: Command {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the registered apps.")

    @Flag(help: "Print a JSON array of RFC 7591 client information, with the attributes of each app.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let clients = try await StoreAdministration(store, in: context).clients
        if json {
            var array = JSONArrayWriter(to: context.output)
            try await clients.forEachPage { page in for client in page { try array.append(client) } }
            return array.end()
        }
        var table = Table("CLIENT ID", "NAME", "TYPE", "REDIRECT URIS", "ATTRIBUTES")
        try await clients.forEachPage { page in
            for summary in page {
                let client = summary.information
                table.add(
                    client.clientID,
                    client.clientName,
                    summary.kind,
                    client.redirectURIs?.joined(separator: " "),
                    summary.attributes.joined(separator: " ")
                )
            }
            table.flush(to: context.output)
        }
        table.write(to: context.output, empty: "No clients.")
    }
}

struct ClientShow: Command {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a registered app.")

    @Argument(help: "Client ID")
    var id: String

    @Flag(help: "Print the client in the format of 'gatehouse client list --json'.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let client = try await StoreAdministration(store, in: context).clients.client(id)
        if json { return try context.output.json(client) }
        client.write(to: context.output)
    }
}

struct ClientDelete: Command {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a client with its sessions and consents.",
        discussion:
            """
            Shows what will be deleted and asks for confirmation. Accounts that registered with the app are kept.

            No server accepts the client from then on. Its records are deleted in small steps; if the command is \
            interrupted, the server continues within ten minutes.
            """
    )

    @Argument(help: "Client ID")
    var id: String

    @OptionGroup var confirmation: ConfirmationOptions

    @Flag(inversion: .prefixedNo, help: "Wait until all records are deleted, or leave them to the server.")
    var wait = true

    @Flag(help: "Print the result as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let clients = try await StoreAdministration(store, in: context).clients
        let client = try await clients.client(id).client
        let usage = try await clients.usage(of: id)
        if client.deletedAt == nil {
            try await confirmation.confirm(Self.loss(client, usage), "Delete client \(id)", in: context)
        }
        try await clients.markDeleted(client)
        guard wait else {
            if json { return try context.output.json(["deleting": id]) }
            return context.output.line("Deleted client \(id). The server deletes its records in the background.")
        }
        let bar = ProgressBar(on: context.output)
        let total = usage.sessions + usage.consents + usage.customFields + usage.accounts
        try await clients.finishDeletion(of: client, wait: context.wait) { bar.show($0, of: total, "\($0) records") }
        bar.end()
        if json { return try context.output.json(["deleted": id]) }
        context.output.line("Deleted client \(id).")
    }

    private static func loss(_ client: Client, _ usage: ClientUsage) -> String {
        let sessions = ConfirmationOptions.count(usage.sessions, one: "session", other: "sessions")
        let consents = ConfirmationOptions.count(usage.consents, one: "consent", other: "consents")
        let fields = ConfirmationOptions.count(usage.customFields, one: "account", other: "accounts")
        let accounts = ConfirmationOptions.count(usage.accounts, one: "account", other: "accounts")
        var text = "Deleting client \(client.id) (\(client.name)) ends \(sessions) and deletes \(consents)"
        if usage.customFields > 0 { text += ", and the custom fields of \(fields)" }
        text += usage.accounts == 0 ? "." : ". It keeps \(accounts) that registered with it."
        return text
    }
}
