import ArgumentParser

struct GatehouseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gatehouse",
        abstract: "Customer sign-in that an app team owns.",
        discussion: "Exit status: 0 done, 1 failed, 2 cancelled, 4 nobody is signed in.",
        version: "0.1.0",
        subcommands: [ServeCommand.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Signing in",
                subcommands: [
                    LoginCommand.self, WhoAmICommand.self, TokenCommand.self, LogoutCommand.self, AccountCommand.self,
                    DoctorCommand.self,
                ]
            ),
            CommandGroup(
                name: "Administration",
                subcommands: [
                    ClientCommand.self, UserCommand.self, ConsentCommand.self, KeysCommand.self, EventsCommand.self,
                    BackupCommand.self, RestoreCommand.self, DatabaseCommand.self,
                ]
            ),
            CommandGroup(name: "Moving an app", subcommands: [MigrateCommand.self]),
        ]
    )
}
