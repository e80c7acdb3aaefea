import ArgumentParser
import Foundation
import GatehouseStore

struct ClientSecret: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret",
        abstract: "Replace the secret of a confidential client.",
        subcommands: [ClientSecretRotate.self]
    )
}

struct ClientSecretRotate: Command {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Create a new secret; the old one stays valid for a while.",
        discussion: """
            The new secret works within a second and is shown only once. Deploy it before the overlap ends. Sessions \
            and tokens are kept. Each replaced secret works until its own end; while five of them work, a rotation \
            with an overlap is rejected. '--overlap 0' ends all of them.
            """
    )

    @Argument(help: "Client ID")
    var id: String

    @Option(
        // A negative time is refused as a time, and not taken for an option.
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long the old secret stays valid, up to 90d; 0 ends it and all earlier ones (default: 24h)",
            valueName: "time"
        ),
        transform: ClientSecretRotate.overlap
    )
    var overlap: TimeInterval = 24 * 60 * 60

    @Flag(help: "Print the client with its new secret as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let client = try await StoreAdministration(store, in: context).clients.rotateSecret(of: id, overlap: overlap)
        if json { return try context.output.json(client) }
        client.writeSecrets(to: context.output)
        Self.writeEnds(client.client.previousSecrets, of: id, to: context.output)
    }

    private static func writeEnds(_ previous: [PreviousSecret], of id: String, to output: Output) {
        guard let old = previous.last else { return output.error("All earlier secrets are no longer valid.") }
        output.error("The old secret is valid until \(old.expiresAt.formatted(.iso8601)).")
        guard previous.count > 1 else { return }
        output.error("Earlier secrets are still valid, too. To list them, run: gatehouse client show \(id)")
    }

    private static func overlap(_ text: String) throws -> TimeInterval {
        if text == "0" { return 0 }
        guard let time = TimeInterval(parsing: text) else {
            throw ValidationError(
                "Use 12h or 7d, at most 90d, or 0 to end the old secret at once."
            )
        }
        guard time <= 90 * 24 * 60 * 60 else { throw ValidationError("The overlap must not exceed 90d.") }
        return time
    }
}
