import ArgumentParser
package import Foundation
package import GatehouseStore

struct EventsCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Show the audit log, newest first."
    )

    @Option(
        help: ArgumentHelp(
            "Show only events of the account with this email address or ID",
            valueName: "user"
        )
    )
    var user: String?

    @Option(help: ArgumentHelp("Maximum number of events", valueName: "number"))
    var limit = 50

    @Flag(help: "Print a JSON array.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit must be above zero.") }
    }

    func run(in context: CommandContext) async throws {
        let events = try await StoreAdministration(store, in: context).events(user: user, limit: limit)
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

/// An entry of the audit log as the command line shows it.
package struct EventSummary: Sendable, Equatable, Encodable {
    package let id: String
    package let at: Date
    package let kind: String
    package let account: String?
    package let client: String?
    package let session: String?
    package let address: String?
    package let request: String?
    package let detail: String?

    package init(_ event: AuditEvent) {
        id = event.id.rawValue
        at = event.at
        kind = event.kind.rawValue
        account = event.accountID?.rawValue
        client = event.clientID?.rawValue
        session = event.sessionID?.rawValue
        address = event.address
        request = event.requestID
        detail = event.detail
    }
}

extension StoreAdministration {
    /// Returns the latest entries of the audit log, newest first, optionally of one account by its email address or ID.
    package func events(user name: String?, limit: Int) async throws(CommandError) -> [EventSummary] {
        var account: Account.ID?
        // The log outlives the account, so the ID may not exist any more.
        if let name { account = name.contains("@") ? try await users.account(name).id : Account.ID(name) }
        let id = account
        return try await read { store throws(StoreError) in
            try await store.events(of: id, before: nil, limit: limit)
        }.map(EventSummary.init)
    }
}
