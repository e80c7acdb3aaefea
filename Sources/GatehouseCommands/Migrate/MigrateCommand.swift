import ArgumentParser

struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Shows what an app has to change to move to another SDK.",
        subcommands: [MigrateLoginWithAmazon.self]
    )
}
