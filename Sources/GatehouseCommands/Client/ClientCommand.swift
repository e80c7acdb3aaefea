import ArgumentParser

struct ClientCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client",
        abstract: "Registers, shows, changes and deletes the apps that may sign people in.",
        subcommands: [
            ClientCreate.self, ClientList.self, ClientShow.self, ClientUpdate.self, ClientAttributes.self,
            ClientSecret.self, ClientDelete.self,
        ]
    )
}
