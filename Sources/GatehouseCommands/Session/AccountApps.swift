import ArgumentParser
import Gatehouse
import GatehouseWire

struct AccountApps: Command {
    static let configuration = CommandConfiguration(
        commandName: "apps",
        abstract: "List the apps that may use your account."
    )

    @OptionGroup var options: SessionOptions

    @Flag(help: "Print a JSON array.")
    var json = false

    func run(in context: CommandContext) async throws {
        let apps = try await SignedInUser(options, in: context).perform { account throws(AuthError) in
            try await account.apps().all()
        }
        if json { return try context.output.json(apps) }
        var table = Table("APP", "NAME", "SINCE", "LAST USED", "SCOPE")
        for app in apps {
            table.add(
                app.clientID.printable,
                app.name.printable,
                app.since.text,
                app.lastUsedAt?.text,
                ScopeSet(app.scopes).description.printable
            )
        }
        table.write(to: context.output, empty: "No apps.")
    }
}

struct AccountWithdraw: Command {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Withdraw the permissions of an app and end its sessions.",
        discussion: "The app has to ask for your consent again. List the apps: gatehouse account apps"
    )

    @Argument(help: "ID of the app")
    var app: String

    @OptionGroup var confirmation: ConfirmationOptions

    @OptionGroup var options: SessionOptions

    func run(in context: CommandContext) async throws {
        let user = try await SignedInUser(options, in: context)
        let apps = try await user.perform { account throws(AuthError) in try await account.apps().all() }
        guard let match = apps.first(where: { $0.clientID == app }) else {
            throw CommandError("App '\(app)' has no access to your account.", advice: "Run: gatehouse account apps")
        }
        try await confirmation.confirm(
            "Withdrawing the permissions of \(match.name) ends its sessions.",
            "Withdraw them",
            in: context
        )
        try await user.perform { account throws(AuthError) in try await account.withdraw(match) }
        context.output.line("\(match.name.printable) has no access to your account any more.")
    }
}
