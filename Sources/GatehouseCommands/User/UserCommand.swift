import ArgumentParser

struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Creates, shows and deletes accounts.",
        subcommands: [UserCreate.self, UserList.self, UserShow.self, UserDelete.self]
    )
}
