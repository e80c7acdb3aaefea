import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// Operations on the initial access tokens of a server.
struct InitialAccessTokenAdministration: Sendable {
    let store: StoreAdministration

    /// Creates a token, of which only the hash is stored.
    ///
    /// - Parameters:
    ///   - note: The purpose, for the list.
    ///   - uses: The number of clients that it registers; `nil` for any number.
    ///   - lifetime: The number of seconds for which it is valid.
    /// - Returns: The stored token, and the secret to hand out.
    /// - Throws: `CommandError` if the store is unavailable.
    func create(
        note: String,
        uses: Int?,
        lifetime: TimeInterval
    ) async throws(CommandError) -> (token: InitialAccessToken, secret: Secret) {
        let secret = OpaqueToken(random: store.server.environment.random)
        let now = store.server.environment.now
        let token = InitialAccessToken(
            id: InitialAccessToken.ID(secret.hash),
            note: note,
            remaining: uses,
            createdAt: now,
            expiresAt: now.addingTimeInterval(lifetime)
        )
        try await store.commit(
            [
                .initialAccessToken(.insert(token)),
                store.audit(.initialAccessTokenCreated, detail: token.id.shortText),
            ],
            conflict: CommandError("The token exists.", advice: "Try again.")
        )
        return (token, secret.secret)
    }

    /// Returns the tokens that have not expired.
    func list() async throws(CommandError) -> [InitialAccessToken] {
        let now = store.server.environment.now
        return try await store.read { store throws(StoreError) in try await store.initialAccessTokens() }
            .filter { now < $0.expiresAt }
    }

    /// Revokes the token with an identifier in its short or full form.
    func revoke(_ id: String) async throws(CommandError) {
        let found = try await list().filter { $0.id.shortText == id || $0.id.rawValue == id }
        guard found.count == 1, let token = found.first else {
            throw CommandError(
                "No initial access token with the ID '\(id)'.",
                advice: "List tokens: gatehouse registration token list"
            )
        }
        try await store.commit(
            [
                .initialAccessToken(.delete(token.id)),
                store.audit(.initialAccessTokenRevoked, detail: token.id.shortText),
            ],
            conflict: CommandError(
                "The token has expired or was revoked.",
                advice: "List tokens: gatehouse registration token list"
            )
        )
    }
}

extension StoreAdministration {
    /// The operations on initial access tokens.
    var initialAccessTokens: InitialAccessTokenAdministration { InitialAccessTokenAdministration(store: self) }
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
        case createdAt = "created"
        case expiresAt = "expires"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(token.id.shortText, forKey: .id)
        try container.encode(token.note, forKey: .note)
        try container.encodeIfPresent(token.remaining, forKey: .remaining)
        try container.encodeIfPresent(secret?.reveal(), forKey: .token)
        try container.encode(token.createdAt, forKey: .createdAt)
        try container.encode(token.expiresAt, forKey: .expiresAt)
    }
}

extension InitialAccessToken.ID {
    /// The part of the hash that is shown; a command line would parse a leading hyphen as an option.
    var shortText: String { String(rawValue.drop { $0 == "-" }.prefix(12)) }
}
