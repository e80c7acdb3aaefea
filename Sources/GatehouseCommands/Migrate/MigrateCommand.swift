import ArgumentParser

struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "List the code to change when an app moves to another SDK.",
        subcommands: [MigrateLoginWithAmazon.self]
    )
}
