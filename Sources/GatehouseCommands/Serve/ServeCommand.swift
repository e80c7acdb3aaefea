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

    func run(in context: CommandContext) async throws {
        let sources = try await SettingSources(
            arguments: options.arguments,
            environment: context.environment,
            file: options.store.config
        )
        for warning in sources.warnings { context.output.error("Warning: \(warning)") }
        let settings = try await Settings(sources, mustServe: true)
        try await RunningServer(settings, in: context).run()
    }
}
