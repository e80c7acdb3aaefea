import ArgumentParser
import Gatehouse

struct AccountList: Command {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the accounts signed in here.")

    @OptionGroup var options: SessionOptions

    @Flag(help: "Prints a JSON array.")
    var json = false

    func run(in context: CommandContext) async throws {
        // Without a server of a last sign-in nobody is signed in, which is a list too.
        let isKnown = options.profile(in: context) != nil
        let accounts = isKnown ? try await SignedInAccounts(options, in: context).summaries : []
        if json { return try context.output.json(accounts) }
        var table = Table("", "ACCOUNT", "NAME", "E-MAIL")
        for account in accounts { table.add(account.current ? "*" : " ", account.id, account.name, account.email) }
        table.write(to: context.output, empty: "Nobody is signed in.")
    }
}
