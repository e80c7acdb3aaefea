import ArgumentParser
import GatehouseServer
import GatehouseStore
import GatehouseWire

struct ClientUpdate: Command {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Changes how an app signs people in on its own pages, or what an app of Kii may do.",
        discussion: """
            What is not named stays as it is, and so do accounts and sessions. 'gatehouse client attributes' changes what an app asks \
            people for.
            """
    )

    @Argument(help: "The identifier of the client.")
    var id: String

    @Option(
        help: ArgumentHelp(
            "Signs people in on its own pages, with mailed codes or with passwords, and asks for no consent.",
            valueName: "code|password"
        )
    )
    var native: NativeAuthentication.Method?

    @Flag(
        name: .customLong("no-native"),
        help: "Signs people in by a browser or on another device alone, and asks for consent."
    )
    var withoutNative = false

    @Flag(
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Whether the app is told at once whether an address has an account, and so is anybody."
    )
    var revealAccounts: Bool?

    @Option(
        name: .customLong("web-origin"),
        help: ArgumentHelp(
            "The origin of web pages that may call, or * for any, in the place of those before; may be repeated.",
            valueName: "origin"
        )
    )
    var webOrigins: [String] = []

    @Flag(name: .customLong("no-web-origin"), help: "No web page may call.")
    var withoutWebOrigins = false

    @Flag(help: "Prints the client as 'gatehouse client list --json' does.")
    var json = false

    @OptionGroup(title: "Kii") var kii: KiiChanges

    @OptionGroup(title: "Server") var store: StoreOptions

    private var changesNative: Bool {
        native != nil || withoutNative || withoutWebOrigins || !webOrigins.isEmpty
    }

    func validate() throws {
        let changesOrigins = withoutWebOrigins || !webOrigins.isEmpty
        guard !(withoutNative && native != nil) else {
            throw ValidationError("Give --native or --no-native, not both.")
        }
        guard !(withoutWebOrigins && !webOrigins.isEmpty) else {
            throw ValidationError("Give --web-origin or --no-web-origin, not both.")
        }
        guard !(withoutNative && (revealAccounts != nil || changesOrigins)) else {
            throw ValidationError("--no-native stands alone: the other options are for an app with pages of its own.")
        }
        guard kii.isEmpty || !changesNative else {
            throw ValidationError("An app of Kii is changed by the options for Kii alone.")
        }
        guard changesNative || revealAccounts != nil || !kii.isEmpty else {
            throw ValidationError(
                """
                Say what to change: --native, --no-native, --[no-]reveal-accounts, --web-origin or --no-web-origin; of an app of Kii \
                --[no-]admin, --[no-]refresh-tokens, --token-lifetime, --accept-tokens-of, --no-accept-tokens or --[no-]reveal-accounts.
                """
            )
        }
    }

    func run(in context: CommandContext) async throws {
        let administration = try await Administration(store, in: context)
        let before = try await administration.client(id)
        let client: ClientSummary
        if before.kii != nil && !changesNative {
            client = try await administration.updateKii(id, kii.update(revealsAccounts: revealAccounts))
        } else {
            guard kii.isEmpty, before.kii == nil else {
                throw CommandFailure(
                    before.kii == nil ? "\(id) is no app of Kii." : "\(id) is an app of Kii.",
                    advice: "'gatehouse client update --help' says which options are for which."
                )
            }
            client = try await administration.changeNative(of: id) { native throws(CommandFailure) in
                native = try changed(native)
            }
        }
        if json { return try context.output.json(client) }
        client.writeSettings(to: context.output)
        guard let secret = client.information.kiiAdminSecret else { return }
        context.output.line("Admin secret     \(secret.reveal())")
        context.output.error("Keep the secret now: it cannot be shown again. It does not belong in the app.")
    }

    private func changed(_ old: NativeAuthentication?) throws(CommandFailure) -> NativeAuthentication? {
        guard !withoutNative else { return nil }
        guard let method = native ?? old?.method else {
            throw CommandFailure(
                "\(id) has no pages of its own.",
                advice: "Add --native code or --native password to have it sign people in on them."
            )
        }
        var new = old ?? NativeAuthentication(method: method)
        new.method = method
        if let revealAccounts { new.revealsAccounts = revealAccounts }
        if withoutWebOrigins || !webOrigins.isEmpty { new.origins = webOrigins }
        return new
    }
}
