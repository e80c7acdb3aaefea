package import Foundation
package import GatehouseWire

/// A person who can sign in: one record whichever door they came in by.
package struct Account: Sendable, Equatable, Codable {
    package typealias ID = TypedID<Account>

    /// The `sub` claim of every token about this person.
    ///
    /// Never reused, never derived from personal data.
    package let id: ID
    /// Every name the person can be found by; each is unique among all accounts.
    package var identifiers: [AccountIdentifier] {
        didSet { if identifiers != oldValue { credentialsRevision += 1 } }
    }
    /// Addresses yet to be proven, one of each kind at most.
    package var pending: [PendingAddress]
    /// The client it was registered at with no page of the server in between; `nil` for all others, and when that client is gone.
    package internal(set) var registeredBy: Client.ID?
    /// argon2id PHC string; `nil` when the person signs in by code alone.
    package var passwordHash: String? {
        didSet { if passwordHash != oldValue { credentialsRevision += 1 } }
    }
    /// Profile attributes by claim or client-defined name (`given_name`, `country`, …).
    package var attributes: [String: JSONValue]
    package let createdAt: Date
    package var updatedAt: Date {
        didSet { updatedAt = updatedAt.flooredToMilliseconds }
    }
    /// Set when an operator shut the account out; no door opens while it is set.
    package var disabledAt: Date? {
        didSet {
            disabledAt = disabledAt?.flooredToMilliseconds
            if (disabledAt == nil) != (oldValue == nil) { credentialsRevision += 1 }
        }
    }
    /// Grows by one with every update; an update conflicts unless it names the next number.
    package var revision: Int
    /// The revision of the credentials: it grows with every change of the password, the identifiers and the disabled
    /// state.
    ///
    /// The properties increment it themselves. A new hash of the same password does not count
    /// (``AccountChange/rehash(_:_:credentialsRevision:)``).
    package private(set) var credentialsRevision: Int

    package init(
        id: ID,
        identifiers: [AccountIdentifier],
        pending: [PendingAddress] = [],
        registeredBy: Client.ID? = nil,
        passwordHash: String?,
        attributes: [String: JSONValue],
        createdAt: Date,
        updatedAt: Date,
        disabledAt: Date? = nil,
        revision: Int = 1,
        credentialsRevision: Int = 1
    ) {
        self.id = id
        self.identifiers = identifiers
        self.pending = pending
        self.registeredBy = registeredBy
        self.passwordHash = passwordHash
        self.attributes = attributes
        self.createdAt = createdAt.flooredToMilliseconds
        self.updatedAt = updatedAt.flooredToMilliseconds
        self.disabledAt = disabledAt?.flooredToMilliseconds
        self.revision = revision
        self.credentialsRevision = credentialsRevision
    }

    /// Replaces the hash by another one of the same password; the revision of the credentials stays.
    mutating func rehash(_ hash: String) {
        let credentialsRevision = credentialsRevision
        passwordHash = hash
        self.credentialsRevision = credentialsRevision
        revision += 1
    }
}
