import ArgumentParser

struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Lists the accounts signed in here and chooses between them.",
        subcommands: [AccountList.self, AccountSwitch.self]
    )
}
