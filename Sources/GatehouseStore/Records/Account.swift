package import Foundation
package import GatehouseWire

/// A user account, shared by all channels.
package struct Account: Sendable, Equatable, Codable {
    package typealias ID = TypedID<Account>

    /// The `sub` claim of every token of this user.
    ///
    /// Never reused and not derived from personal data.
    package let id: ID
    /// The names that identify the user at sign-in; each is unique among all accounts.
    package var identifiers: [AccountIdentifier] {
        didSet { if identifiers != oldValue { credentialsRevision += 1 } }
    }
    /// The addresses pending verification, at most one of each kind.
    package var pending: [PendingAddress]
    /// The client that registered the account without a page of the server; `nil` for all others, and after that client
    /// has been deleted.
    package internal(set) var registeredBy: Client.ID?
    /// The argon2id PHC string; `nil` if the user signs in with codes only.
    package var passwordHash: String? {
        didSet { if passwordHash != oldValue { credentialsRevision += 1 } }
    }
    /// Profile attributes by claim or client-defined name (`given_name`, `country`, …).
    package var attributes: [String: JSONValue]
    package let createdAt: Date
    package var updatedAt: Date {
        didSet { updatedAt = updatedAt.flooredToMilliseconds }
    }
    /// The time when an operator disabled the account; it cannot be used while this is set.
    package var disabledAt: Date? {
        didSet {
            disabledAt = disabledAt?.flooredToMilliseconds
            if (disabledAt == nil) != (oldValue == nil) { credentialsRevision += 1 }
        }
    }
    /// The requested deletion, until it is done or the user keeps the account.
    package var deletion: AccountDeletion? {
        didSet { if deletion != oldValue { credentialsRevision += 1 } }
    }
    /// The requested reset of the factors, until it is done or cancelled.
    package var factorReset: FactorReset? {
        didSet { if (factorReset == nil) != (oldValue == nil) { credentialsRevision += 1 } }
    }
    /// Whether a sign-in with a password or a code must be followed by a second factor, because the user has enrolled
    /// one for that.
    package var requiresSecondFactor: Bool {
        didSet { if requiresSecondFactor != oldValue { credentialsRevision += 1 } }
    }
    /// The revision, which grows by one with every update; an update must carry the next number.
    package var revision: Int
    /// The revision of the credentials: grows with every change of the password, the identifiers, the disabled state,
    /// the requested deletion and the requested reset of the factors.
    ///
    /// The properties increment it. A new hash of the same password does not count
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
        deletion: AccountDeletion? = nil,
        factorReset: FactorReset? = nil,
        requiresSecondFactor: Bool = false,
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
        self.deletion = deletion
        self.factorReset = factorReset
        self.requiresSecondFactor = requiresSecondFactor
        self.revision = revision
        self.credentialsRevision = credentialsRevision
    }

    /// Invalidates proofs that were accepted before, such as a verified code of a reset in progress.
    package mutating func invalidateProofs() { credentialsRevision += 1 }

    /// Replaces the hash by another hash of the same password, without a new revision of the credentials.
    mutating func rehash(_ hash: String) {
        let credentialsRevision = credentialsRevision
        passwordHash = hash
        self.credentialsRevision = credentialsRevision
        revision += 1
    }
}

/// The deletion of an account that its user has requested.
package struct AccountDeletion: Sendable, Equatable, Codable {
    package let requestedAt: Date
    /// The time from which the account is erased; until then, the user can keep it.
    package let dueAt: Date

    package init(requestedAt: Date, dueAt: Date) {
        self.requestedAt = requestedAt.flooredToMilliseconds
        self.dueAt = dueAt.flooredToMilliseconds
    }
}

/// The removal of all factors of an account that an administrator has requested, because its user has lost them.
package struct FactorReset: Sendable, Equatable, Codable {
    package let requestedAt: Date
    /// The time from which the factors are removed; until then, the user can cancel it.
    package let dueAt: Date
    /// The time at which the user is reminded; `nil` without a reminder, and after it.
    package private(set) var remindAt: Date?

    package init(requestedAt: Date, dueAt: Date, remindAt: Date? = nil) {
        self.requestedAt = requestedAt.flooredToMilliseconds
        self.dueAt = dueAt.flooredToMilliseconds
        self.remindAt = remindAt?.flooredToMilliseconds
    }

    /// The time of the reminder or, after it, of the removal.
    package var nextAt: Date { remindAt ?? dueAt }

    /// Returns the reset after the reminder.
    package func reminded() -> FactorReset { FactorReset(requestedAt: requestedAt, dueAt: dueAt) }
}

/// A name that identifies an account, in normalized form.
package struct AccountIdentifier: Sendable, Hashable, Codable {
    /// A type of name; the same text may exist once per type.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        case email, username, phone
    }

    package let kind: Kind
    /// The value normalized by the server; compared byte for byte.
    package let value: String
    /// The name as entered by the user, for display only.
    package let spelling: String
    /// The time when the user verified the address; `nil` if unverified.
    package var verifiedAt: Date? {
        didSet { verifiedAt = verifiedAt?.flooredToMilliseconds }
    }

    package init(kind: Kind, value: String, spelling: String? = nil, verifiedAt: Date?) {
        self.kind = kind
        self.value = value
        self.spelling = spelling ?? value
        self.verifiedAt = verifiedAt?.flooredToMilliseconds
    }
}

/// An unverified address: it identifies no account, and any number of accounts may claim it.
package struct PendingAddress: Sendable, Hashable, Codable {
    package let kind: AccountIdentifier.Kind
    /// The value, normalized like an identifier's.
    package let value: String
    package let since: Date
    /// Whether it is added to the addresses of its kind when it is verified, rather than replacing the primary one.
    package let isAdditional: Bool

    package init(kind: AccountIdentifier.Kind, value: String, since: Date, isAdditional: Bool = false) {
        self.kind = kind
        self.value = value
        self.since = since.flooredToMilliseconds
        self.isAdditional = isAdditional
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            kind: try container.decode(AccountIdentifier.Kind.self, forKey: .kind),
            value: try container.decode(String.self, forKey: .value),
            since: try container.decode(Date.self, forKey: .since),
            // Absent in records of the first schema.
            isAdditional: try container.decodeIfPresent(Bool.self, forKey: .isAdditional) ?? false
        )
    }
}

/// The custom fields that one app stores with an account; other apps cannot read them.
package struct CustomFields: Sendable, Equatable {
    package let accountID: Account.ID
    package let clientID: Client.ID
    package var values: [String: JSONValue]

    package init(accountID: Account.ID, clientID: Client.ID, values: [String: JSONValue]) {
        self.accountID = accountID
        self.clientID = clientID
        self.values = values
    }
}

/// Reads accounts.
package protocol AccountReader: Sendable {
    func account(_ id: Account.ID) async throws(StoreError) -> Account?
    /// Returns the account with this normalized name.
    func account(_ kind: AccountIdentifier.Kind, _ value: String) async throws(StoreError) -> Account?
    /// Returns the custom fields of an account in one app.
    func customFields(of account: Account.ID, in client: Client.ID) async throws(StoreError) -> CustomFields?
    /// Returns the custom fields of an account in all apps, in the order of the apps' identifiers.
    func customFields(of account: Account.ID) async throws(StoreError) -> [CustomFields]
    /// Returns the last use of each factor of an account, in the order of the factors' names.
    func factorUses(of account: Account.ID) async throws(StoreError) -> [FactorUse]
    /// Returns the browsers in which the user has signed in to an account, first seen first.
    func knownBrowsers(of account: Account.ID) async throws(StoreError) -> [KnownBrowser]
    /// Returns accounts whose deletion is due, earliest first.
    func accounts(dueForDeletionAt now: Date, limit: Int) async throws(StoreError) -> [Account]
    /// Returns accounts with a reset of the factors of which the reminder or the removal is due, earliest first.
    func accounts(dueForFactorResetAt now: Date, limit: Int) async throws(StoreError) -> [Account]
    /// Returns accounts in order of creation, after the given one.
    func accounts(after: Account.ID?, limit: Int) async throws(StoreError) -> [Account]
}
