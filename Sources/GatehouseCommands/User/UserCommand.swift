import ArgumentParser

struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Creates, shows, disables and deletes accounts.",
        subcommands: [
            UserCreate.self, UserList.self, UserShow.self, UserDisable.self, UserEnable.self, UserDelete.self,
        ]
    )
}
