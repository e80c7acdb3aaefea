import ArgumentParser
import Gatehouse

struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Manage your account, and switch between signed-in accounts.",
        subcommands: [
            AccountList.self, AccountSwitch.self, AccountShow.self, AccountSessions.self, AccountEnd.self,
            AccountApps.self, AccountWithdraw.self, AccountExportCommand.self, AccountDelete.self,
        ]
    )
}

struct AccountList: Command {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the signed-in accounts.")

    @OptionGroup var options: SessionOptions

    @Flag(help: "Print a JSON array.")
    var json = false

    func run(in context: CommandContext) async throws {
        // Without a previous sign-in, the list is empty.
        let hasProfile = options.profile(in: context) != nil
        let accounts = hasProfile ? try await SignedInAccounts(options, in: context).summaries : []
        if json { return try context.output.json(accounts) }
        var table = Table("", "ACCOUNT", "NAME", "EMAIL")
        for account in accounts { table.add(account.current ? "*" : " ", account.id, account.name, account.email) }
        table.write(to: context.output, empty: "Not signed in.")
    }
}

struct AccountSwitch: Command {
    static let configuration = CommandConfiguration(
        commandName: "switch",
        abstract: "Switch to another account.",
        discussion: "With two accounts, switches to the other one."
    )

    @Argument(help: "Email address or ID of the account")
    var account: String?

    @OptionGroup var options: SessionOptions

    @Flag(help: "Print the account as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let accounts = try await SignedInAccounts(options, in: context)
        let chosen = try accounts.account(named: account)
        do throws(AuthError) { try await accounts.client.switchAccount(to: chosen) } catch {
            throw CommandError(error)
        }
        let summary = AccountSummary(chosen, isCurrent: true)
        if json { return try context.output.json(summary) }
        context.output.line("Switched to \(summary.label).")
    }
}

/// The signed-in accounts and the client that manages them.
struct SignedInAccounts: Sendable {
    let client: GatehouseClient
    let accounts: [Account]
    let current: Account?

    init(_ options: SessionOptions, in context: CommandContext) async throws(CommandError) {
        client = try options.client(in: context)
        do throws(AuthError) {
            accounts = try await client.accounts()
            current = try await client.session()?.account.info
        } catch {
            throw CommandError(error)
        }
    }

    var summaries: [AccountSummary] {
        accounts.map { AccountSummary($0, isCurrent: $0.id == current?.id) }
    }

    /// Returns the account with this email address or ID; without a name, the other one of two.
    func account(named name: String?) throws(CommandError) -> Account {
        guard !accounts.isEmpty else { throw .signInNeeded }
        let matches = accounts.filter { account in
            if let name { account.id == name || account.email == name } else { account.id != current?.id }
        }
        guard let match = matches.first else {
            throw CommandError(
                name.map { "Account '\($0)' isn't signed in." } ?? "Only one account is signed in.",
                advice: "Add one: gatehouse login"
            )
        }
        guard matches.count == 1 else {
            throw CommandError(
                "Several accounts are signed in.",
                advice: "Name one of: gatehouse account list"
            )
        }
        return match
    }
}

/// A signed-in account as the command line shows it.
struct AccountSummary: Sendable, Encodable {
    let id: String
    let name: String?
    let email: String?
    let current: Bool

    init(_ account: Account, isCurrent: Bool) {
        id = account.id
        name = account.name
        email = account.email
        current = isCurrent
    }

    /// The email address, name or ID, whichever is available first.
    var label: String { email ?? name ?? id }
}
