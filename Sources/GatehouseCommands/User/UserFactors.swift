import ArgumentParser
package import Foundation
import GatehouseServer
package import GatehouseStore
import GatehouseWire

struct UserFactors: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "factors",
        abstract: "Show and remove the passkeys and second factors of an account.",
        subcommands: [UserFactorsList.self, UserFactorsRemove.self, UserFactorsReset.self]
    )
}

struct UserFactorsList: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the passkeys, authenticator apps and recovery codes of an account."
    )

    @Argument(help: .account)
    var user: String

    @Flag(help: "Print a JSON array.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let factors = try await StoreAdministration(store, in: context).users.factors(of: user)
        if json { return try context.output.json(factors) }
        var table = Table("ID", "TYPE", "NAME", "CREATED", "LAST USED")
        for factor in factors {
            table.add(
                factor.id,
                factor.type,
                factor.recoveryCodesLeft.map { "\($0) left" } ?? factor.name.printable,
                factor.created.formatted(.iso8601),
                factor.lastUsed?.formatted(.iso8601)
            )
        }
        table.write(to: context.output, empty: "No passkeys and no second factors.")
    }
}

struct UserFactorsRemove: Command {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a passkey or authenticator app of an account, or all of them.",
        discussion: """
            With the last of them the recovery codes are removed too, and sign-ins of the user no longer need a second \
            factor, unless the server or the app requires it: then the next sign-in enrols a new one. With an ID, they \
            still need one if the server accepts codes to an address of the user; with --all, they do not. The user's \
            trusted browsers need the second factor again. Make sure that the request comes from the user; the user \
            gets no mail. Write an ID that begins with a hyphen after '--'.
            """
    )

    @Argument(help: .account)
    var user: String

    @Argument(help: "ID of the passkey or authenticator app, from 'gatehouse user factors list'")
    var id: String?

    @Flag(help: "Remove all passkeys, authenticator apps and recovery codes; turn the second factor off.")
    var all = false

    @OptionGroup var confirmation: ConfirmationOptions

    @Flag(help: "Print the removed ones as a JSON array.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func validate() throws {
        guard all == (id == nil) else { throw ValidationError("Name an ID, or use --all.") }
    }

    func run(in context: CommandContext) async throws {
        let users = try await StoreAdministration(store, in: context).users
        let account = try await users.account(user)
        let found = try await users.factors(of: account.id.rawValue)
        let removed = found.filter { all || $0.id == id && $0.recoveryCodesLeft == nil }
        guard !removed.isEmpty || all && account.requiresSecondFactor else {
            throw UserAdministration.noFactor(id, of: user)
        }
        guard !removed.isEmpty else { return try await turnOff(for: account, users, in: context) }
        let names = removed.map(\.label).joined(separator: ", ")
        try await confirmation.confirm(
            Self.loss(of: names, left: found, removed, account),
            "Remove \(names)",
            in: context
        )
        try await users.removeFactors(of: account, id: id.map { Credential.ID($0) })
        if json { return try context.output.json(removed) }
        context.output.line("Removed \(names) of account \(account.id).")
    }

    /// Turns the second factor of a user off whose only one is an address.
    private func turnOff(
        for account: Account,
        _ users: UserAdministration,
        in context: CommandContext
    ) async throws {
        try await confirmation.confirm(
            "Sign-ins will need no second factor. The addresses of the user remain.",
            "Turn the second factor off",
            in: context
        )
        try await users.removeFactors(of: account, id: nil)
        if json { return try context.output.json([FactorSummary]()) }
        context.output.line("Turned the second factor of account \(account.id) off.")
    }

    private static func loss(
        of names: String,
        left found: [FactorSummary],
        _ removed: [FactorSummary],
        _ account: Account
    ) -> String {
        let kept = found.filter { factor in
            factor.recoveryCodesLeft == nil && !removed.contains { $0.id == factor.id }
        }
        var text = "The user can't sign in with \(names) any more."
        if kept.isEmpty, account.requiresSecondFactor { text += " Sign-ins will need no second factor." }
        if kept.isEmpty, account.passwordHash == nil, account.email == nil, account.identifier(.phone) == nil {
            text += " The account has no other way to sign in."
        }
        return text
    }
}

/// A passkey, authenticator app or set of recovery codes as the command line shows it.
package struct FactorSummary: Sendable, Equatable, Encodable {
    package let id: String
    package let type: String
    /// The name that the user chose; empty for recovery codes.
    package let name: String
    package let created: Date
    package let lastUsed: Date?
    /// The number of unused recovery codes; `nil` for other factors.
    package let recoveryCodesLeft: Int?

    package init(_ credential: Credential, recoveryCodesLeft: Int) {
        id = credential.id.rawValue
        type = credential.factor.rawValue
        name = credential.name
        created = credential.createdAt
        lastUsed = credential.lastUsedAt
        self.recoveryCodesLeft = credential.isIndependent ? nil : recoveryCodesLeft
    }

    /// The type and, in quotation marks, the name.
    var label: String {
        let words = type.replacing("-", with: " ")
        return recoveryCodesLeft == nil ? "\(words) '\(name.printable)'" : words + "s"
    }

    private enum CodingKeys: String, CodingKey {
        case id, type, name, created
        case lastUsed = "last_used"
        case recoveryCodesLeft = "recovery_codes_left"
    }
}

extension UserAdministration {
    /// Returns the passkeys, authenticator apps and recovery codes of an account, by any of its identifiers.
    package func factors(of name: String) async throws(CommandError) -> [FactorSummary] {
        let account = try await account(name)
        let editor = store.server.accounts.credentials
        return try await perform(otherwise: CommandError("The factors of '\(name)' can't be read.")) {
            () throws(AccountError) in
            let credentials = try await editor.credentials(of: account)
            let codes = credentials.remainingRecoveryCodes
            return credentials.map { FactorSummary($0, recoveryCodesLeft: codes) }
        }
    }

    /// Removes a credential of an account, or all with `nil`.
    package func removeFactors(of account: Account, id: Credential.ID?) async throws(CommandError) {
        let editor = store.server.accounts.credentials
        let request = request
        try await perform(otherwise: Self.noFactor(id?.rawValue, of: account.id.rawValue)) {
            () throws(AccountError) in
            if let id {
                try await editor.remove(id, of: account, request)
            } else {
                _ = try await editor.removeAll(of: account, request)
            }
        }
    }

    static func noFactor(_ id: String?, of name: String) -> CommandError {
        CommandError(
            id.map { "Account '\(name)' has no passkey or authenticator app with ID '\($0)'." }
                ?? "Account '\(name)' has no passkeys and no second factors.",
            advice: "List them: gatehouse user factors list \(name)"
        )
    }
}
