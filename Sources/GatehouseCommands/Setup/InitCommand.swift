import ArgumentParser

struct InitCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a configuration file for the server.",
        discussion: """
            Prompts for each value that is not given as an option. Without a terminal, --issuer and the mail server are \
            required. An existing file is never changed.
            """
    )

    @Option(help: ArgumentHelp("File to create", valueName: "file"))
    var config = "gatehouse.yaml"

    @Option(help: ArgumentHelp("Public URL, for example https://login.example.com", valueName: "url"))
    var issuer: String?

    @Option(
        help: ArgumentHelp(
            "Data folder, or postgres://USER@HOST/DATABASE (default: \(SetupQuestions.dataFolder))",
            valueName: "folder|url"
        )
    )
    var data: String?

    @Option(
        help: ArgumentHelp(
            """
            Mail server: smtps://USER:PASSWORD@HOST, or smtp:// for STARTTLS [env: GATEHOUSE_SMTP]. Keep passwords out \
            of the command line.
            """,
            valueName: "url"
        )
    )
    var smtp: String?

    @Option(
        help: ArgumentHelp(
            "Address of the reverse proxy, or the PEM file of the server's own certificate (default: 127.0.0.1)",
            valueName: "address|file"
        )
    )
    var proxy: String?

    @Option(help: ArgumentHelp("Private key of the certificate, a PEM file", valueName: "file"))
    var tlsKey: String?

    @Option(
        name: .customLong("redirect-uri"),
        help: ArgumentHelp("Redirect URI of the first app", valueName: "uri")
    )
    var redirectURI: String?

    func run(in context: CommandContext) async throws {
        let file = NewConfigurationFile(path: config)
        guard !file.exists else { throw file.isTaken }
        let questions = SetupQuestions(context: context)
        let issuer = try await questions.issuer(issuer)
        let storage = try await questions.storage(data)
        let mail = try await questions.mailServer(smtp ?? context.environment["GATEHOUSE_SMTP"])
        let exposure = try await questions.exposure(proxy, tlsKey, of: issuer)
        let redirectURI = try await questions.redirectURI(redirectURI)
        let text = ConfigurationText(
            issuer: issuer,
            storage: storage,
            mailServer: mail,
            exposure: exposure,
            path: config
        )
        try file.create(text.yaml)
        let prefix = file.isShared ? "sudo -u gatehouse gatehouse" : "gatehouse"
        let option = "--config \(config.shellQuoted)"
        context.output.line("Wrote \(config). Check it, start the server and register your first app:")
        context.output.line("  \(prefix) serve --check \(option)")
        context.output.line(file.isShared ? "  sudo systemctl enable --now gatehouse" : "  gatehouse serve \(option)")
        let uri = redirectURI?.shellQuoted ?? "URI"
        context.output.line("  \(prefix) client create --name 'Example App' --redirect-uri \(uri) \(option)")
    }
}
