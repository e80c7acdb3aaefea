import ArgumentParser

struct ServeCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Start the server.",
        discussion: """
            Precedence: command line, environment, --config file. Limits: section 'limits' of the file. On SIGTERM, \
            running requests finish first.
            """
    )

    @OptionGroup var options: ServerOptions

    @Flag(help: "Create an empty database for a key file whose database is missing.")
    var beginAnew = false

    @Flag(
        help: ArgumentHelp(
            """
            Skip the clock check, which fails if the database was used at a later time or too many sessions have \
            expired. Use it for one start.
            """
        )
    )
    var trustClock = false

    func run(in context: CommandContext) async throws {
        let sources = try await SettingSources(
            arguments: options.arguments,
            environment: context.environment,
            file: options.store.config
        )
        for warning in sources.warnings { context.output.error("Warning: \(warning)") }
        var settings = try await Settings(sources, mustServe: true)
        settings.beginsAnew = beginAnew
        settings.trustsClock = trustClock || settings.isDevelopment
        try await ServerApplication(settings, store: options.store, in: context).run()
    }
}
