import ArgumentParser

struct ResourceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resource",
        abstract: "Manage the APIs that accept tokens of the server.",
        subcommands: [
            ResourceCreate.self, ResourceList.self, ResourceShow.self, ResourceUpdate.self, ResourceDelete.self,
        ]
    )
}
