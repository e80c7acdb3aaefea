import ArgumentParser
import Gatehouse
import GatehouseWire

struct AccountSessions: Command {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "List your sessions in all apps and browsers, newest first.",
        discussion: "The session of this command line is marked with an asterisk."
    )

    @OptionGroup var options: SessionOptions

    @Flag(help: "Print a JSON array.")
    var json = false

    func run(in context: CommandContext) async throws {
        let sessions = try await SignedInUser(options, in: context).perform { account throws(AuthError) in
            try await account.sessions().all()
        }
        if json { return try context.output.json(sessions) }
        var table = Table("", "SESSION", "APP", "DEVICE", "ADDRESS", "SIGNED IN", "LAST USED")
        for session in sessions {
            table.add(
                session.isCurrent ? "*" : " ",
                session.id,
                session.kind == .browser ? "(browser)" : (session.clientName ?? session.clientID)?.printable,
                session.userAgent?.printable,
                session.networkAddress,
                session.createdAt.text,
                session.lastUsedAt.text
            )
        }
        table.write(to: context.output, empty: "No sessions.")
    }
}

struct AccountEnd: Command {
    static let configuration = CommandConfiguration(
        commandName: "end",
        abstract: "End one of your sessions, or all others.",
        discussion: "List them: gatehouse account sessions"
    )

    @Argument(help: "ID of the session, or its beginning")
    var session: String?

    @Flag(help: "End all sessions but this one, in apps and in browsers.")
    var others = false

    @OptionGroup var options: SessionOptions

    func validate() throws {
        guard (session == nil) == others else { throw ValidationError("Name a session or use --others.") }
    }

    func run(in context: CommandContext) async throws {
        let user = try await SignedInUser(options, in: context)
        guard let session else {
            try await user.perform { account throws(AuthError) in try await account.endOthers() }
            return context.output.line("All other sessions have ended.")
        }
        let sessions = try await user.perform { account throws(AuthError) in try await account.sessions().all() }
        let matches = sessions.filter { $0.id == session || $0.id.hasPrefix(session) && !session.isEmpty }
        guard let match = matches.first(where: { $0.id == session }) ?? matches.first else {
            throw CommandError("Session '\(session)' doesn't exist.", advice: "Run: gatehouse account sessions")
        }
        guard matches.count == 1 || match.id == session else {
            throw CommandError("Several sessions begin with '\(session)'.", advice: "Add more characters.")
        }
        try await user.perform { account throws(AuthError) in try await account.end(match) }
        context.output.line(match.isCurrent ? "This session has ended. You're signed out." : "The session has ended.")
    }
}
