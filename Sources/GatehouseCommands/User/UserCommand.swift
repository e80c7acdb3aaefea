import ArgumentParser
package import Foundation
import GatehouseServer
package import GatehouseStore
package import GatehouseWire

struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Manage user accounts.",
        subcommands: [
            UserCreate.self, UserList.self, UserShow.self, UserDisable.self, UserEnable.self, UserDelete.self,
            UserFactors.self,
        ]
    )
}

struct UserList: Command {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the accounts.")

    @Flag(help: "Print a JSON array.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let administration = try await StoreAdministration(store, in: context)
        if json {
            var array = JSONArrayWriter(to: context.output)
            try await administration.users.forEachPage { page in for user in page { try array.append(user) } }
            return array.end()
        }
        var table = Table("ACCOUNT", "USERNAME", "EMAIL", "PHONE", "SIGN-IN", "CREATED")
        try await administration.users.forEachPage { page in
            for user in page {
                table.add(
                    user.id,
                    user.username,
                    UserSummary.address(user.email, pending: user.pendingEmail),
                    UserSummary.address(user.phone, pending: user.pendingPhone),
                    user.signInMethods,
                    user.created.formatted(.iso8601)
                )
            }
            table.flush(to: context.output)
        }
        table.write(to: context.output, empty: "No accounts.")
    }
}

struct UserShow: Command {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show an account.")

    @Argument(help: .account)
    var user: String

    @Flag(help: "Print the account as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let user = try await StoreAdministration(store, in: context).users.summary(of: user)
        if json { return try context.output.json(user) }
        context.output.line("Account       \(user.id)")
        context.output.line("Username      \(user.username ?? "none")")
        context.output.line("Email         \(UserSummary.address(user.email, pending: user.pendingEmail) ?? "none")")
        context.output.line("Phone         \(UserSummary.address(user.phone, pending: user.pendingPhone) ?? "none")")
        context.output.line("Sign-in       \(user.signInMethods)")
        context.output.line("Created       \(user.created.formatted(.iso8601))")
        if let disabled = user.disabled { context.output.line("Disabled      \(disabled.formatted(.iso8601))") }
        for (name, value) in user.attributes.sorted(by: { $0.key < $1.key }) {
            context.output.line("\(name): \(value.string ?? String(decoding: JSONCoding.encode(value), as: UTF8.self))")
        }
    }
}

extension ArgumentHelp {
    /// The ways to name an account.
    static let account: ArgumentHelp = "Email address, phone number (+81…), username or ID of the account"
}

/// An account as the command line shows it.
package struct UserSummary: Sendable, Equatable, Encodable {
    package let id: String
    /// The username in its original spelling.
    package let username: String?
    package let email: String?
    /// The phone number in E.164 format.
    package let phone: String?
    /// An address that is not verified yet and identifies no account.
    package let pendingEmail: String?
    package let pendingPhone: String?
    package let isVerified: Bool
    package let hasPassword: Bool
    package let attributes: [String: JSONValue]
    package let created: Date
    package let disabled: Date?

    package init(_ account: Account) {
        id = account.id.rawValue
        username = account.identifier(.username)?.spelling
        email = account.identifier(.email)?.value
        phone = account.identifier(.phone)?.value
        pendingEmail = account.pending(.email)?.value
        pendingPhone = account.pending(.phone)?.value
        isVerified = account.identifier(.email)?.verifiedAt != nil
        hasPassword = account.passwordHash != nil
        attributes = account.attributes
        created = account.createdAt
        disabled = account.disabledAt
    }

    /// The sign-in methods of the account, in words.
    var signInMethods: String {
        if disabled != nil { return "disabled" }
        return switch (hasPassword, email != nil) {
        case (true, true): "password or code"
        case (true, false): "password"
        case (false, true): "code"
        case (false, false): "tokens only"
        }
    }

    /// Returns a verified address and a pending one for display.
    static func address(_ verified: String?, pending: String?) -> String? {
        let parts = [verified, pending.map { "\($0) (pending)" }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private enum CodingKeys: String, CodingKey {
        case id, username, email, phone, attributes, created, disabled
        case pendingEmail = "pending_email"
        case pendingPhone = "pending_phone"
        case isVerified = "verified"
        case hasPassword = "password"
    }
}

struct UserDisable: Command {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Disable an account and sign it out everywhere."
    )

    @Argument(help: .account)
    var user: String

    @Flag(help: "Print the account as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let account = try await StoreAdministration(store, in: context).users.setDisabled(true, user)
        if json { return try context.output.json(account) }
        context.output.line("Disabled account \(account.id). It's signed out everywhere.")
    }
}

struct UserEnable: Command {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Enable a disabled account. Ended sessions stay ended."
    )

    @Argument(help: .account)
    var user: String

    @Flag(help: "Print the account as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let account = try await StoreAdministration(store, in: context).users.setDisabled(false, user)
        if json { return try context.output.json(account) }
        context.output.line("Enabled account \(account.id).")
    }
}

struct UserDelete: Command {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an account with its sessions and all its data.",
        discussion: "Shows what will be deleted and asks for confirmation."
    )

    @Argument(help: .account)
    var user: String

    @OptionGroup var confirmation: ConfirmationOptions

    @Flag(help: "Print the deleted account as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let administration = try await StoreAdministration(store, in: context)
        let account = try await administration.users.account(user)
        let sessions = try await administration.users.sessions(of: account.id)
        let consents = try await administration.users.consents(of: account.id.rawValue)
        let summary = UserSummary(account)
        let names = [summary.email, summary.phone, summary.username, summary.pendingEmail, summary.pendingPhone]
        let name = names.compactMap(\.self).first
        let subject = name.map { "\($0) (\(account.id))" } ?? account.id.rawValue
        let ends = ConfirmationOptions.count(sessions, one: "session", other: "sessions")
        let deletes = ConfirmationOptions.count(consents.count, one: "consent", other: "consents")
        let loss =
            "Deleting account \(subject) ends \(ends) and deletes \(deletes), with all data that apps store for it."
        try await confirmation.confirm(loss, "Delete account \(name ?? account.id.rawValue)", in: context)
        let deleted = try await administration.users.delete(account.id.rawValue)
        if json { return try context.output.json(deleted) }
        context.output.line("Deleted account \(deleted.id).")
    }
}
