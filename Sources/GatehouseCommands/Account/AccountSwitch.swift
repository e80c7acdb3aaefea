import ArgumentParser
import Gatehouse

struct AccountSwitch: Command {
    static let configuration = CommandConfiguration(
        commandName: "switch",
        abstract: "Makes another account the current one.",
        discussion: "Without a name it switches to the other one of two."
    )

    @Argument(help: "The account's e-mail address or identifier.")
    var account: String?

    @OptionGroup var options: SessionOptions

    @Flag(help: "Prints the account as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let accounts = try await SignedInAccounts(options, in: context)
        let chosen = try accounts.account(named: account)
        do throws(AuthError) { try await accounts.client.switchTo(account: chosen) } catch {
            throw CommandFailure(error)
        }
        let summary = AccountSummary(chosen, isCurrent: true)
        if json { return try context.output.json(summary) }
        context.output.line("Switched to \(summary.label).")
    }
}
