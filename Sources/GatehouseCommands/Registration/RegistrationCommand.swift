import ArgumentParser
import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

struct RegistrationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "registration",
        abstract: "Manage clients that register themselves.",
        subcommands: [RegistrationToken.self]
    )
}

struct RegistrationToken: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Manage initial access tokens, with which clients register.",
        subcommands: [RegistrationTokenCreate.self, RegistrationTokenList.self, RegistrationTokenRevoke.self]
    )
}

struct RegistrationTokenCreate: Command {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create an initial access token, which is shown only once."
    )

    @Option(help: ArgumentHelp("Purpose of the token, for the list", valueName: "text"))
    var note = ""

    @Option(
        // A negative number is refused as a number, and not taken for an option.
        parsing: .unconditional,
        help: ArgumentHelp("Number of clients that it registers, or 0 for any number", valueName: "number"),
        transform: RegistrationTokenCreate.uses
    )
    var uses = 1

    @Option(
        // A negative number is refused as a number, and not taken for an option.
        parsing: .unconditional,
        help: ArgumentHelp("How long it is valid, up to 365d (default: 7d)", valueName: "time"),
        transform: RegistrationTokenCreate.lifetime
    )
    var lifetime: TimeInterval = 7 * 24 * 60 * 60

    @Flag(help: "Print the token with its properties as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let administration = try await StoreAdministration(store, in: context)
        let (token, secret) = try await administration.initialAccessTokens.create(
            note: note,
            uses: uses == 0 ? nil : uses,
            lifetime: lifetime
        )
        // The server may have the setting as an option, which this command does not see.
        if administration.server.settings.registration.mode == .off {
            context.output.error(
                """
                Registration is off in the settings that this command reads. The server accepts the token only with \
                --registration token or open (GATEHOUSE_REGISTRATION).
                """
            )
        }
        if json { return try context.output.json(InitialAccessTokenSummary(token, secret: secret)) }
        context.output.line(secret.reveal())
        context.output.error("The token is valid until \(token.expiresAt.formatted(.iso8601)).")
    }

    private static func uses(_ text: String) throws -> Int {
        guard let number = Int(text), 0...1_000_000 ~= number else {
            throw ValidationError("Use a number up to 1000000, or 0 for any number.")
        }
        return number
    }

    private static func lifetime(_ text: String) throws -> TimeInterval {
        guard let time = TimeInterval(parsing: text), time <= 365 * 24 * 60 * 60 else {
            throw ValidationError("Use 12h or 7d, at most 365d.")
        }
        return time
    }
}

struct RegistrationTokenList: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the initial access tokens that have not expired."
    )

    @Flag(help: "Print a JSON array of the tokens.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let tokens = try await StoreAdministration(store, in: context).initialAccessTokens.list()
        if json { return try context.output.json(tokens.map { InitialAccessTokenSummary($0) }) }
        var table = Table("ID", "NOTE", "REMAINING", "EXPIRES")
        for token in tokens {
            table.add(
                token.id.shortText,
                token.note,
                token.remaining.map(String.init) ?? "any",
                token.expiresAt.formatted(.iso8601)
            )
        }
        table.write(to: context.output, empty: "No initial access tokens.")
    }
}

struct RegistrationTokenRevoke: Command {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke an initial access token; the clients that it registered remain."
    )

    @Argument(help: "ID of the token, from 'gatehouse registration token list'")
    var id: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        try await StoreAdministration(store, in: context).initialAccessTokens.revoke(id)
        if json { return try context.output.json(["revoked": id]) }
        context.output.line("Revoked \(id.printable).")
    }
}
