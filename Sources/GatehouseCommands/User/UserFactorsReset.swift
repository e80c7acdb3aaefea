import ArgumentParser
package import Foundation
import GatehouseServer
package import GatehouseStore

struct UserFactorsReset: Command {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Remove all factors of a user who has lost them, after a waiting time in which the user can stop it.",
        discussion: """
            The user gets a mail at once, and a reminder a day before the removal if the time is longer than 48 hours. \
            The link in the mails, a button on the account's security page, and every sign-in with one of the factors \
            stop the removal. The server removes the factors within ten minutes after the waiting time. Disabling the \
            account cancels the removal.
            """
    )

    @Argument(help: .account)
    var user: String

    @Option(
        // A negative time is refused as a time, and not taken for an option.
        parsing: .unconditional,
        help: ArgumentHelp("Time until the removal, from 1h to 7d (default: 72h)", valueName: "time"),
        transform: UserFactorsReset.wait
    )
    var after: TimeInterval?

    @Flag(help: "Cancel the removal.")
    var cancel = false

    @Option(help: ArgumentHelp("Server URL of the links in mails [env: GATEHOUSE_ISSUER]", valueName: "url"))
    var issuer: String?

    @Flag(help: "Print the removal as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func validate() throws {
        guard !cancel || after == nil else { throw ValidationError("Use only one of --after and --cancel.") }
    }

    func run(in context: CommandContext) async throws {
        let administration = try await StoreAdministration(store, issuer: issuer, requiresIssuer: true, in: context)
        let users = administration.users
        let account = try await users.account(user)
        if cancel {
            try await users.cancelFactorReset(of: account)
            if json { return try context.output.json(FactorResetSummary(of: account, nil)) }
            return context.output.line("Cancelled. Account \(account.id) keeps its factors.")
        }
        let reset = try await users.requestFactorReset(of: account, after: after ?? 72 * 60 * 60)
        let summary = FactorResetSummary(of: account, reset)
        if json { return try context.output.json(summary) }
        let due = reset.dueAt.formatted(.iso8601)
        context.output.line("All factors of account \(account.id) will be removed at \(due).")
        guard !summary.mailedTo.isEmpty else {
            return context.output.error("The account has no email address: its user gets no mail.")
        }
        context.output.line("Mail with a link that stops it: \(summary.mailedTo.joined(separator: ", ").printable)")
    }

    private static func wait(_ text: String) throws -> TimeInterval {
        guard let time = TimeInterval(parsing: text), FactorResetEditor.waits.contains(time) else {
            throw ValidationError("Use 1h to 7d, for example 72h.")
        }
        return time
    }
}

/// A reset of the factors as the command line shows it.
package struct FactorResetSummary: Sendable, Equatable, Encodable {
    package let account: String
    /// `pending` or `cancelled`.
    package let status: String
    package let requested: Date?
    /// The time from which the factors are removed.
    package let due: Date?
    /// The addresses that mails are sent to.
    package let mailedTo: [String]

    package init(of account: Account, _ reset: FactorReset?) {
        self.account = account.id.rawValue
        status = reset == nil ? "cancelled" : "pending"
        requested = reset?.requestedAt
        due = reset?.dueAt
        mailedTo = account.noticeEmails.map(\.value)
    }

    private enum CodingKeys: String, CodingKey {
        case account, status, requested, due
        case mailedTo = "mailed_to"
    }
}

extension UserAdministration {
    /// Requests to remove all factors of an account, and notifies its user.
    package func requestFactorReset(
        of account: Account,
        after wait: TimeInterval
    ) async throws(CommandError) -> FactorReset {
        if let pending = account.factorReset { throw Self.pendingReset(pending, of: account) }
        let explain = { @Sendable (error: AccountError) in
            switch error {
            case .disabled:
                CommandError(
                    "Account '\(account.id)' is disabled, so its user could not stop the removal.",
                    advice: "Enable it first: gatehouse user enable \(account.id)"
                )
            case .secondFactorMissing: Self.noFactor(nil, of: account.id.rawValue)
            case .notFound: CommandError("Account '\(account.id)' is being deleted.")
            default: CommandError("Another process changed account '\(account.id)'.", advice: "Try again.")
            }
        }
        let editor = store.server.accounts.factorResets
        let request = request(sendsNotices: true)
        return try await store.perform(otherwise: explain) { () throws(AccountError) in
            try await editor.request(of: account, after: wait, request)
        }
    }

    /// Cancels the removal of all factors of an account, and notifies its user.
    package func cancelFactorReset(of account: Account) async throws(CommandError) {
        let editor = store.server.accounts.factorResets
        let request = request(sendsNotices: true)
        let error = CommandError("Another process changed account '\(account.id)'.", advice: "Try again.")
        let isCancelled = try await perform(otherwise: error) { () throws(AccountError) in
            try await editor.cancel(of: account, request)
        }
        guard isCancelled else {
            throw CommandError("No removal of the factors of account '\(account.id)' is pending.")
        }
    }

    private static func pendingReset(_ reset: FactorReset, of account: Account) -> CommandError {
        CommandError(
            "The factors of account '\(account.id)' will already be removed at \(reset.dueAt.formatted(.iso8601)).",
            advice: "To change the time, cancel it first: gatehouse user factors reset \(account.id) --cancel"
        )
    }
}
