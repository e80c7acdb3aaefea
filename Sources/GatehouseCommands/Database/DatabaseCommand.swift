import ArgumentParser

struct DatabaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "database",
        abstract: "Moves a server to another database.",
        subcommands: [DatabaseCopy.self]
    )
}
