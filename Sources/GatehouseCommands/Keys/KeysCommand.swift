import ArgumentParser

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Looks after the signing keys.",
        subcommands: [KeysRotate.self]
    )
}
