package import Foundation

/// A token that permits the registration of clients (RFC 7591 §1.2).
package struct InitialAccessToken: Sendable, Equatable, Codable {
    package typealias ID = TypedID<InitialAccessToken>

    /// The SHA-256 hash of the token in base64url.
    package let id: ID
    /// The operator's note about its purpose.
    package let note: String
    /// The number of clients that may still be registered; `nil` for any number.
    package var remaining: Int?
    package let createdAt: Date
    package let expiresAt: Date

    package init(id: ID, note: String, remaining: Int? = 1, createdAt: Date, expiresAt: Date) {
        self.id = id
        self.note = note
        self.remaining = remaining
        self.createdAt = createdAt.flooredToMilliseconds
        self.expiresAt = expiresAt.flooredToMilliseconds
    }
}

/// Reads initial access tokens.
package protocol InitialAccessTokenReader: Sendable {
    func initialAccessToken(_ id: InitialAccessToken.ID) async throws(StoreError) -> InitialAccessToken?
    /// Returns all tokens, in order of creation.
    func initialAccessTokens() async throws(StoreError) -> [InitialAccessToken]
}
