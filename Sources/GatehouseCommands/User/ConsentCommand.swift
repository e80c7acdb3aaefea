import ArgumentParser
package import Foundation
import GatehouseServer
package import GatehouseStore
package import GatehouseWire

struct ConsentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consent",
        abstract: "Show and withdraw consents.",
        subcommands: [ConsentList.self, ConsentWithdraw.self]
    )
}

struct ConsentList: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the consents of an account, newest first.",
        discussion: "Apps that skip consent, such as your own, are not listed."
    )

    @Argument(help: .account)
    var user: String

    @Flag(help: "Print a JSON array.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let consents = try await StoreAdministration(store, in: context).users.consents(of: user)
        if json { return try context.output.json(consents) }
        var table = Table("CLIENT ID", "GRANTED", "SCOPE", "DECLINED")
        for consent in consents {
            table.add(
                consent.client,
                consent.granted.formatted(.iso8601),
                consent.scope.description,
                consent.declined.description
            )
        }
        table.write(to: context.output, empty: "No consents.")
    }
}

struct ConsentWithdraw: Command {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Withdraw the consent of an account for an app and end its sessions with the app.",
        discussion: "The app's tokens for the account stop working. The next sign-in asks for consent again."
    )

    @Argument(help: .account)
    var user: String

    @Argument(help: "Client ID")
    var client: String

    @OptionGroup var confirmation: ConfirmationOptions

    @Flag(help: "Print the withdrawn consent as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let users = try await StoreAdministration(store, in: context).users
        let (consent, sessions) = try await users.consent(of: user, for: client)
        let count = ConfirmationOptions.count(sessions, one: "session", other: "sessions")
        try await confirmation.confirm(
            "Withdrawing the consent of \(user) for client \(client) ends \(count).",
            "Withdraw it",
            in: context
        )
        try await users.withdraw(consent)
        if json { return try context.output.json(ConsentSummary(consent)) }
        context.output.line("Withdrew the consent of \(user) for client \(client).")
    }
}

/// A consent as the command line shows it.
package struct ConsentSummary: Sendable, Equatable, Encodable {
    package let account: String
    package let client: String
    package let scope: ScopeSet
    /// The optional scopes that the user declined.
    package let declined: ScopeSet
    package let granted: Date

    package init(_ consent: Consent) {
        account = consent.accountID.rawValue
        client = consent.clientID.rawValue
        scope = consent.scopes
        declined = consent.declined
        granted = consent.grantedAt
    }
}
