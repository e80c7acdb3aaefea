import ArgumentParser

struct ClientAttributes: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attributes",
        abstract: "Shows and changes what an app asks people for at sign-up.",
        subcommands: [ClientAttributesList.self, ClientAttributesAdd.self, ClientAttributesRemove.self]
    )
}
