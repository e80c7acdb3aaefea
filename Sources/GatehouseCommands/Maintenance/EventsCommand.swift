import ArgumentParser
package import Foundation
import GatehouseServer
package import GatehouseStore

struct EventsCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Show the audit log, newest first.",
        discussion: "Each line has the time, the kind, the party that acted, and further properties."
    )

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Show only events of this kind; can be repeated", valueName: "kind")
    )
    var kind: [String] = []

    @Option(
        help: ArgumentHelp(
            "Show only events of the account with this email address or ID",
            valueName: "user"
        )
    )
    var user: String?

    @Option(help: ArgumentHelp("Show only events of the client with this ID", valueName: "client"))
    var client: String?

    @Option(
        help: ArgumentHelp(
            "Show events since a time (2026-11-22T03:00:00Z), a date (2026-11-22), or a duration ago (2h)",
            valueName: "time"
        )
    )
    var since: String?

    @Option(help: ArgumentHelp("Show events up to this time, in the same formats", valueName: "time"))
    var until: String?

    @Option(help: ArgumentHelp("Maximum number of events; 50, or all with --since", valueName: "number"))
    var limit: Int?

    @Flag(help: "Print new events as they are written, until Ctrl-C; with --since, earlier ones first.")
    var follow = false

    @Flag(help: "Print a JSON object per line.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func validate() throws {
        guard limit ?? 1 > 0 else { throw ValidationError("--limit must be above zero.") }
        guard !follow || limit == nil && until == nil else {
            throw ValidationError("Use --follow without --limit and --until.")
        }
        let known = Set(AuditKind.all.map(\.rawValue))
        if let unknown = kind.first(where: { !known.contains($0) }) {
            throw ValidationError(
                "Unknown kind '\(unknown)'. The kinds are: \(known.sorted().joined(separator: ", "))."
            )
        }
    }

    func run(in context: CommandContext) async throws {
        let administration = try await StoreAdministration(store, in: context)
        var filter = AuditFilter(kinds: kind.map(AuditKind.init(rawValue:)), client: client.map { Client.ID($0) })
        filter.since = try since.map { try Date(argument: $0, "since", now: context.now()) }
        filter.until = try until.map { try Date(argument: $0, "until", now: context.now()) }
        // The log outlives the account, so the ID may not exist any more.
        if let user {
            filter.account = user.contains("@") ? try await administration.users.account(user).id : Account.ID(user)
        }
        if follow { return try await self.follow(administration, filter, in: context) }
        let count = try await administration.forEachEvent(
            matching: filter,
            limit: limit ?? (since == nil ? 50 : .max)
        ) { event in
            try write(event, to: context.output)
        }
        if count == 0, !json { context.output.line("No events.") }
    }

    private func write(_ event: AuditEvent, to output: Output) throws {
        let summary = EventSummary(event)
        if json { try output.jsonLine(summary) } else { output.line(summary.text) }
    }

    private func follow(
        _ administration: StoreAdministration,
        _ filter: AuditFilter,
        in context: CommandContext
    ) async throws {
        var follower = EventFollower(filter: filter, startedAt: context.now())
        let following = EventFollowing(uptime: context.uptime, wait: context.wait) { warning in
            context.output.error("gatehouse: \(warning)".printable)
        }
        do {
            try await follower.follow(administration.server.store, in: following) { event in
                try write(event, to: context.output)
            }
        } catch let error as StoreError {
            throw CommandError(error)
        }
    }
}

/// An entry of the audit log as the command line shows it.
package struct EventSummary: Sendable, Equatable, Encodable {
    package let id: String
    package let at: Date
    package let kind: String
    package let actor: String?
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
        actor = event.actor?.text
        account = event.accountID?.rawValue
        client = event.clientID?.rawValue
        session = event.sessionID?.rawValue
        address = event.address
        request = event.requestID
        detail = event.detail
    }

    /// The entry in one line; the account and the client only if they are not the actor.
    var text: String {
        let width = 28
        let members = [
            account == actor?.name(after: "user:") ? nil : account.map { "account=\($0)" },
            client == actor?.name(after: "client:") ? nil : client.map { "client=\($0)" },
            address.map { "address=\($0)" }, detail.map { "detail=\($0)" },
        ]
        let kind = self.kind.padding(toLength: max(width, self.kind.count), withPad: " ", startingAt: 0)
        return ([at.formatted(.iso8601), kind, actor ?? "-"] + members.compactMap(\.self)).joined(separator: "  ")
            .printable
    }
}

extension String {
    /// Returns the text after a prefix; `nil` without it.
    fileprivate func name(after prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}

extension Date {
    /// Parses a time of an option: ISO 8601, a date, or a duration before `now` such as `2h`.
    init(argument text: String, _ option: String, now: Date) throws(CommandError) {
        if let duration = TimeInterval(parsing: text) {
            self = now.addingTimeInterval(-duration)
        } else if let date = try? Date(text, strategy: .iso8601) {
            self = date
        } else if text.count == 10, let date = try? Date(text, strategy: .iso8601.year().month().day()) {
            self = date
        } else {
            throw CommandError(
                "Invalid --\(option) '\(text)'.",
                advice: "Use a time (2026-11-22T03:00:00Z), a date (2026-11-22), or a duration (2h)."
            )
        }
    }
}

extension StoreAdministration {
    /// The number of events that are read at a time.
    private static let eventPageSize = 500

    /// Calls a closure for each event that matches a filter, newest first, and returns their number.
    func forEachEvent(
        matching filter: AuditFilter,
        limit: Int,
        _ body: (AuditEvent) throws -> Void
    ) async throws -> Int {
        var count = 0
        var last: AuditEvent.ID?
        while count < limit {
            let (before, size) = (last, min(Self.eventPageSize, limit - count))
            let page = try await read { store throws(StoreError) in
                try await store.events(matching: filter, before: before, limit: size)
            }
            for event in page { try body(event) }
            count += page.count
            last = page.last?.id
            if page.count < size { break }
        }
        return count
    }
}
