import Foundation

/// Everything a ``MemoryStore`` holds, as one value: a commit alters a copy, which is kept or dropped whole.
struct MemoryState: Sendable {
    struct PersonalKey: Hashable, Sendable {
        let accountID: Account.ID
        let clientID: Client.ID
    }

    var accounts = MemoryTable<Account.ID, Account>()
    var customFields = MemoryTable<PersonalKey, CustomFields>()
    var clients = MemoryTable<Client.ID, Client>()
    var consents = MemoryTable<PersonalKey, Consent>()
    var transactions = MemoryTable<TransactionRecord.ID, TransactionRecord>()
    var codes = MemoryTable<AuthorizationCode.ID, AuthorizationCode>()
    var sessions = MemoryTable<Session.ID, Session>()
    var browserSessions = MemoryTable<BrowserSession.ID, BrowserSession>()
    var devices = MemoryTable<DeviceAuthorization.ID, DeviceAuthorization>()
    var keys = MemoryTable<StoredKey.ID, StoredKey>()
    var mail = MemoryTable<QueuedMail.ID, QueuedMail>()
    var counters = MemoryTable<String, Counter>()
    var events = MemoryTable<AuditEvent.ID, AuditEvent>()
    /// When each may be forgotten.
    var revokedTokens = MemoryTable<String, Date>()
    /// The date of the last sweep.
    var sweptAt: Date?

    /// Applies the change; answers whether its condition held.
    ///
    /// When it did not, this state is not to be kept.
    mutating func apply(_ change: Change) -> Bool {
        switch change {
        case .account(let change): apply(change)
        case .customFields(let change): apply(change)
        case .client(let change): apply(change)
        case .consent(let change): apply(change)
        case .transaction(let change): apply(change)
        case .code(let change): apply(change)
        case .session(let change): apply(change)
        case .browserSession(let change): apply(change)
        case .device(let change): apply(change)
        case .key(let change): apply(change)
        case .mail(let change): apply(change)
        case .counter(let change): apply(change)
        case .audit(let event): append(event)
        case .revokeToken(let id, let until): revokeToken(id, until: until)
        }
    }

    private mutating func append(_ event: AuditEvent) -> Bool {
        _ = events.insert(event, as: event.id)
        return true
    }

    private mutating func revokeToken(_ id: String, until: Date) -> Bool {
        _ = revokedTokens.insert(until.flooredToMilliseconds, as: id)
        return true
    }
}
