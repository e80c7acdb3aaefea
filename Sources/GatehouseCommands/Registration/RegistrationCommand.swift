import ArgumentParser
import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

struct RegistrationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "registration",
        abstract: "Manage the registration of clients on their own request.",
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
        help: ArgumentHelp("Number of clients that it registers, or 0 for any number", valueName: "number"),
        transform: RegistrationTokenCreate.uses
    )
    var uses = 1

    @Option(
        help: ArgumentHelp("How long it is valid, up to 365d (default: 7d)", valueName: "time"),
        transform: RegistrationTokenCreate.lifetime
    )
    var lifetime: TimeInterval = 7 * 24 * 60 * 60

    @Flag(help: "Print the token with its properties as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let (token, secret) = try await StoreAdministration(store, in: context).createInitialAccessToken(
            note: note,
            uses: uses == 0 ? nil : uses,
            lifetime: lifetime
        )
        if json { return try context.output.json(InitialAccessTokenSummary(token, secret: secret)) }
        context.output.line(secret.reveal())
        context.output.error("The token is valid until \(token.expiresAt.formatted(.iso8601)).")
    }

    private static func uses(_ text: String) throws -> Int {
        guard let number = Int(text), 0...1_000_000 ~= number else {
            throw ValidationError("Invalid number '\(text)'. Use a number up to 1000000, or 0 for any number.")
        }
        return number
    }

    private static func lifetime(_ text: String) throws -> TimeInterval {
        guard let time = TimeInterval(parsing: text), time <= 365 * 24 * 60 * 60 else {
            throw ValidationError("Invalid time '\(text)'. Use 12h or 7d, at most 365d.")
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
        let tokens = try await StoreAdministration(store, in: context).initialAccessTokens()
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
        try await StoreAdministration(store, in: context).revokeInitialAccessToken(id)
        if json { return try context.output.json(["revoked": id]) }
        context.output.line("Revoked \(id.printable).")
    }
}

/// An initial access token as the command line shows it.
struct InitialAccessTokenSummary: Encodable {
    private let token: InitialAccessToken
    private let secret: Secret?

    init(_ token: InitialAccessToken, secret: Secret? = nil) {
        self.token = token
        self.secret = secret
    }

    private enum CodingKeys: String, CodingKey {
        case id, note, remaining, token
        case createdAt = "created_at"
        case expiresAt = "expires_at"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(token.id.shortText, forKey: .id)
        try container.encode(token.note, forKey: .note)
        try container.encodeIfPresent(token.remaining, forKey: .remaining)
        try container.encodeIfPresent(secret?.reveal(), forKey: .token)
        try container.encode(UnixTime(token.createdAt), forKey: .createdAt)
        try container.encode(UnixTime(token.expiresAt), forKey: .expiresAt)
    }
}

extension InitialAccessToken.ID {
    /// The part of the hash that is shown; a command line would parse a leading hyphen as an option.
    fileprivate var shortText: String { String(rawValue.drop { $0 == "-" }.prefix(12)) }
}

extension StoreAdministration {
    /// Creates an initial access token, of which only the hash is stored.
    func createInitialAccessToken(
        note: String,
        uses: Int?,
        lifetime: TimeInterval
    ) async throws(CommandError) -> (token: InitialAccessToken, secret: Secret) {
        let secret = OpaqueToken(random: server.environment.random)
        let now = server.environment.now
        let token = InitialAccessToken(
            id: InitialAccessToken.ID(secret.hash),
            note: note,
            remaining: uses,
            createdAt: now,
            expiresAt: now.addingTimeInterval(lifetime)
        )
        try await commit(
            [.initialAccessToken(.insert(token)), audit(.initialAccessTokenCreated, detail: token.id.shortText)],
            conflict: CommandError("The token exists.", advice: "Try again.")
        )
        return (token, secret.secret)
    }

    /// Returns the initial access tokens that have not expired.
    func initialAccessTokens() async throws(CommandError) -> [InitialAccessToken] {
        let now = server.environment.now
        return try await read { store throws(StoreError) in try await store.initialAccessTokens() }
            .filter { now < $0.expiresAt }
    }

    /// Revokes the token with an identifier in its short or full form.
    func revokeInitialAccessToken(_ id: String) async throws(CommandError) {
        let found = try await initialAccessTokens().filter { $0.id.shortText == id || $0.id.rawValue == id }
        guard found.count == 1 else {
            throw CommandError(
                "No initial access token with the ID '\(id)'.",
                advice: "List tokens: gatehouse registration token list"
            )
        }
        try await commit(
            found.flatMap { token in
                [
                    .initialAccessToken(.delete(token.id)),
                    audit(.initialAccessTokenRevoked, detail: token.id.shortText),
                ]
            },
            conflict: CommandError(
                "The token has expired or was revoked.",
                advice: "List tokens: gatehouse registration token list"
            )
        )
    }
}
