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

    @Flag(
        help: ArgumentHelp(
            """
            Use the database server as it is, although it is another or an older one than before. Use it for one \
            start, after a restore or a move to another server.
            """
        )
    )
    var acceptDatabaseServer = false

    @Flag(help: "Check settings, files, database and mail server, and exit; changes nothing.")
    var check = false

    @Flag(help: "With --check, print the report as JSON.")
    var json = false

    func validate() throws {
        guard check || !json else { throw ValidationError("--json requires --check.") }
    }

    func run(in context: CommandContext) async throws {
        guard !check else { return try await report(in: context) }
        let sources = try await SettingSources(
            arguments: options.arguments,
            environment: context.environment,
            file: options.store.config
        )
        var settings: Settings
        let log: LogSettings
        do {
            settings = try await Settings(sources, mustServe: true)
            log = try await LogSettings(sources)
        } catch {
            for warning in sources.warnings { context.output.error("Warning: \(warning)") }
            throw error
        }
        applyFlags(to: &settings)
        let messages = ServerMessages(log, in: context)
        for warning in sources.warnings { messages.warn(warning) }
        do {
            try await ServerApplication(settings, store: options.store, messages: messages, in: context).run()
        } catch {
            await messages.flush()
            throw error
        }
        await messages.flush()
    }

    /// Sets what applies to one start.
    private func applyFlags(to settings: inout Settings) {
        settings.beginsAnew = beginAnew
        settings.acceptsDatabaseServer = acceptDatabaseServer
        settings.trustsClock = trustClock || settings.isDevelopment
    }

    private func report(in context: CommandContext) async throws {
        let report = await ServerCheck.report(options, in: context) { applyFlags(to: &$0) }
        if json { try context.output.json(report) } else { report.write(to: context.output) }
        if let failure = report.failure { throw failure }
    }
}
