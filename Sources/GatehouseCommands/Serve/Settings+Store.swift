extension Settings {
    /// What is said of a server's data, for a command that works on them whether the server runs or not.
    init(_ options: StoreOptions, in context: CommandContext) async throws(CommandFailure) {
        let sources = try await SettingSources(
            arguments: options.arguments,
            environment: context.environment,
            file: options.config
        )
        try await self.init(sources, mustServe: false)
    }
}
