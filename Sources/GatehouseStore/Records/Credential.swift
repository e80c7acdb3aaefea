package import Foundation

/// A credential that a user has enrolled for a factor: a passkey, an authenticator app or a set of recovery codes.
package struct Credential: Sendable, Equatable, Codable {
    package typealias ID = TypedID<Credential>

    /// The identifier, unique among all accounts; that of a passkey is derived from the one of its authenticator.
    package let id: ID
    package let accountID: Account.ID
    package let factor: FactorName
    /// The name that the user chose, or one that the server derived.
    package var name: String
    package let createdAt: Date
    package var lastUsedAt: Date? {
        didSet { lastUsedAt = lastUsedAt?.flooredToMilliseconds }
    }
    /// The factor's own state as JSON, in which secrets are sealed or hashed.
    package var state: Data
    /// The revision, which grows by one with every update; an update must carry the next number.
    package var revision: Int

    package init(
        id: ID,
        accountID: Account.ID,
        factor: FactorName,
        name: String,
        createdAt: Date,
        lastUsedAt: Date? = nil,
        state: Data,
        revision: Int = 1
    ) {
        self.id = id
        self.accountID = accountID
        self.factor = factor
        self.name = name
        self.createdAt = createdAt.flooredToMilliseconds
        self.lastUsedAt = lastUsedAt?.flooredToMilliseconds
        self.state = state
        self.revision = revision
    }
}

/// Reads credentials.
package protocol CredentialReader: Sendable {
    func credential(_ id: Credential.ID) async throws(StoreError) -> Credential?
    /// Returns the credentials of an account in order of creation.
    func credentials(of account: Account.ID) async throws(StoreError) -> [Credential]
}
