import ArgumentParser

struct ConsentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consent",
        abstract: "Shows and withdraws what people allowed apps.",
        subcommands: [ConsentList.self, ConsentWithdraw.self]
    )
}
