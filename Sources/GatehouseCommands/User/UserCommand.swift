import ArgumentParser

struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Creates, lists and deletes accounts.",
        subcommands: [UserCreate.self, UserList.self, UserDelete.self]
    )
}
