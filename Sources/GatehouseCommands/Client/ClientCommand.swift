import ArgumentParser

struct ClientCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client",
        abstract: "Registers, lists and deletes the apps that may sign people in.",
        subcommands: [ClientCreate.self, ClientList.self, ClientDelete.self]
    )
}
