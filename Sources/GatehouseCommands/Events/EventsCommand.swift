import ArgumentParser
import Foundation

struct EventsCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Shows the audit log, newest first."
    )

    @Option(
        help: ArgumentHelp(
            "An e-mail address or account identifier: only what is about that account.",
            valueName: "user"
        )
    )
    var user: String?

    @Option(help: ArgumentHelp("How many entries at most.", valueName: "number"))
    var limit = 50

    @Flag(help: "Prints a JSON array.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func validate() throws {
        guard limit > 0 else { throw ValidationError("The limit has to be above zero.") }
    }

    func run(in context: CommandContext) async throws {
        let events = try await Administration(store, in: context).events(user: user, limit: limit)
        if json { return try context.output.json(events) }
        var table = Table("TIME", "EVENT", "ACCOUNT", "CLIENT", "ADDRESS", "DETAIL")
        for event in events {
            table.add(
                event.at.formatted(.iso8601),
                event.kind,
                event.account,
                event.client,
                event.address,
                event.detail
            )
        }
        table.write(to: context.output, empty: "No events.")
    }
}
