import ArgumentParser

struct GatehouseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gatehouse",
        abstract: "Run and manage your own customer sign-in server.",
        discussion: "Exit status: 0 success, 1 failure, 2 cancelled, 4 not signed in.",
        version: "0.1.0",
        subcommands: [InitCommand.self, ServeCommand.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Sign-in",
                subcommands: [
                    LoginCommand.self, WhoAmICommand.self, TokenCommand.self, LogoutCommand.self, AccountCommand.self,
                    DoctorCommand.self,
                ]
            ),
            CommandGroup(
                name: "Administration",
                subcommands: [
                    ClientCommand.self, ResourceCommand.self, RegistrationCommand.self, UserCommand.self,
                    ConsentCommand.self, KeysCommand.self, EventsCommand.self, BackupCommand.self, RestoreCommand.self,
                    DatabaseCommand.self,
                ]
            ),
            CommandGroup(name: "Migration", subcommands: [MigrateCommand.self]),
        ]
    )
}

/// An unknown command name on the command line.
struct UnknownCommandError {
    private let word: String
    private let verbs: [String]

    /// Creates the error if the command line names an unknown command; `nil` if its commands are known or end early.
    ///
    /// - Parameter arguments: The command line, without the name of the program.
    init?(in arguments: [String]) {
        var command: any ParsableCommand.Type = GatehouseCommand.self
        for word in arguments {
            let verbs = command.configuration.subcommands
            guard !verbs.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            guard let verb = verbs.first(where: { $0.configuration.commandName == word }) else {
                self.word = word
                self.verbs = verbs.compactMap { $0.configuration.commandName }
                return
            }
            command = verb
        }
        return nil
    }

    /// A message that suggests the command with the closest name (edit distance of at most one change or
    /// transposition).
    var message: String {
        let distances = verbs.map { (verb: $0, distance: $0.difference(from: word).count) }
        let nearest = distances.min { $0.distance < $1.distance }.flatMap { $0.distance <= 2 ? $0.verb : nil }
        return "Unknown command '\(word)'." + (nearest.map { " Did you mean '\($0)'?" } ?? "")
    }
}
