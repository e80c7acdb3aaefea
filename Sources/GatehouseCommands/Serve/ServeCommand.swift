import ArgumentParser

struct ServeCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Runs the identity server.",
        discussion: """
            Every option is also an environment variable, and a key of the YAML file that --config names: the command line goes before \
            the environment before the file. The file may have a section 'limits' too. SIGTERM finishes what is under way.
            """
    )

    @OptionGroup var options: ServerOptions

    @Flag(help: "Creates an empty database for a key file whose database is gone.")
    var beginAnew = false

    @Flag(
        help: ArgumentHelp(
            """
            Trusts the clock even if the database was used at a later time, or if so many records have expired that none was deleted. Use it \
            for one start.
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
        try await RunningServer(settings, store: options.store, in: context).run()
    }
}
