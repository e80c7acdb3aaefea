import ArgumentParser

struct ConsentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consent",
        abstract: "Shows and withdraws consents.",
        subcommands: [ConsentList.self, ConsentWithdraw.self]
    )
}
