import ArgumentParser

struct ClientSecret: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret",
        abstract: "Replaces the secret of a confidential client.",
        subcommands: [ClientSecretRotate.self]
    )
}
