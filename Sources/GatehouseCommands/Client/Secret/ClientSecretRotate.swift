import ArgumentParser
import Foundation
import GatehouseStore

struct ClientSecretRotate: Command {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Makes a new secret; the old one works for a while longer.",
        discussion: """
            The new secret works at once, or within a second on servers that are running, and is shown only now. Give it to the app \
            before the overlap is over. Sessions and tokens stay. Of the secrets before, only the last one works.
            """
    )

    @Argument(help: "The identifier of the client.")
    var id: String

    @Option(
        help: ArgumentHelp(
            "How long the old secret still works, up to 90d, such as 12h; 0 ends it at once. By default 24h.",
            valueName: "time"
        ),
        transform: ClientSecretRotate.overlap
    )
    var overlap: TimeInterval = 24 * 60 * 60

    @Flag(help: "Prints the client with its new secret as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let client = try await Administration(store, in: context).rotateSecret(of: id, overlap: overlap)
        if json { return try context.output.json(client) }
        client.writeSecrets(to: context.output)
        let end = client.client.previousSecret?.expiresAt.formatted(.iso8601)
        context.output.error(end.map { "The old secret works until \($0)." } ?? "The old secret has stopped working.")
    }

    private static func overlap(_ text: String) throws -> TimeInterval {
        if text == "0" { return 0 }
        let time = try KiiOptions.time(text)
        guard time <= 90 * 24 * 60 * 60 else { throw ValidationError("The overlap is 90d at most.") }
        return time
    }
}
