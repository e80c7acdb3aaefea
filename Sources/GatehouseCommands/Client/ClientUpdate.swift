import ArgumentParser
import GatehouseServer
import GatehouseStore
import GatehouseWire

struct ClientUpdate: Command {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Changes the properties of an app.",
        discussion: """
            Properties without an option stay as they are, and so do accounts, sessions and consents. A list replaces the previous \
            list. Running servers follow within a second. 'gatehouse client attributes' changes what an app asks its users for, \
            'gatehouse client secret rotate' its secret.
            """
    )

    @Argument(help: "The identifier of the client.")
    var id: String

    @Option(help: "The name that users see when they sign in.")
    var name: String?

    @OptionGroup var options: ClientOptions

    @OptionGroup var changes: ClientChanges

    @OptionGroup(title: "Native authentication") var native: NativeChanges

    @OptionGroup(title: "Kii") var kii: KiiChanges

    @Flag(help: "Prints the client as 'gatehouse client list --json' does.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func validate() throws {
        try changes.validate(with: options)
        let isEmpty = options.isEmpty && changes.isEmpty && kii.isEmpty && !native.changesNative
        guard name != nil || native.revealAccounts != nil || !isEmpty else {
            throw ValidationError("There is nothing to change. Give at least one option.")
        }
        guard kii.isEmpty || !native.changesNative else {
            throw ValidationError("An app has pages of its own or is an app of Kii, not both.")
        }
    }

    func run(in context: CommandContext) async throws {
        let secret = OpaqueToken(random: context.random)
        let adminSecret = OpaqueToken(random: context.random)
        let administration = try await Administration(store, in: context)
        var client = try await administration.updateClient(id) { client throws(OAuthError) in
            if let name { client.name = name }
            try native.apply(to: &client)
            try kii.apply(revealsAccounts: native.revealAccounts, adminSecretHash: adminSecret.hash, to: &client)
            try changes.apply(options, newSecretHash: secret.hash, to: &client)
        }
        if client.client.secretHash == secret.hash { client.information.clientSecret = secret.secret }
        if client.client.kii?.adminSecretHash == adminSecret.hash {
            client.information.kiiAdminSecret = adminSecret.secret
        }
        try client.show(asJSON: json, to: context.output)
    }
}
