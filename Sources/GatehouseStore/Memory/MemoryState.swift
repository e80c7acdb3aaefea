import Foundation

/// The content of a ``MemoryStore`` as a value: a commit changes a copy, which is then kept or discarded.
struct MemoryState: Sendable {
    struct PersonalKey: Hashable, Sendable {
        let accountID: Account.ID
        let clientID: Client.ID
    }

    struct FactorKey: Hashable, Sendable {
        let accountID: Account.ID
        let factor: FactorName
    }

    struct BrowserKey: Hashable, Sendable {
        let accountID: Account.ID
        let hash: String
    }

    var accounts = MemoryTable<Account.ID, Account>()
    var credentials = MemoryTable<Credential.ID, Credential>()
    var customFields = MemoryTable<PersonalKey, CustomFields>()
    var factorUses = MemoryTable<FactorKey, FactorUse>()
    var knownBrowsers = MemoryTable<BrowserKey, KnownBrowser>()
    var clients = MemoryTable<Client.ID, Client>()
    var resources = MemoryTable<Resource.ID, Resource>()
    var consents = MemoryTable<PersonalKey, Consent>()
    var flows = MemoryTable<FlowRecord.ID, FlowRecord>()
    var codes = MemoryTable<AuthorizationCode.ID, AuthorizationCode>()
    var sessions = MemoryTable<Session.ID, Session>()
    var browserSessions = MemoryTable<BrowserSession.ID, BrowserSession>()
    var logoutNotices = MemoryTable<LogoutNotice.ID, LogoutNotice>()
    var devices = MemoryTable<DeviceAuthorization.ID, DeviceAuthorization>()
    var pushedRequests = MemoryTable<PushedRequest.ID, PushedRequest>()
    var initialAccessTokens = MemoryTable<InitialAccessToken.ID, InitialAccessToken>()
    var keys = MemoryTable<StoredKey.ID, StoredKey>()
    var messages = MemoryTable<QueuedMessage.ID, QueuedMessage>()
    var counters = MemoryTable<String, Counter>()
    var events = MemoryTable<AuditEvent.ID, AuditEvent>()
    var eventStreams = MemoryEventStreams()
    /// The time until which each entry is kept.
    var revokedTokens = MemoryTable<String, Date>()
    /// The time until which each identifier must not be used again.
    var usedIdentifiers = MemoryTable<String, Date>()
    /// The date of the last cleanup.
    var cleanedUpAt: Date?
    var leases = MemoryTable<String, MemoryLease>()

    /// Applies a change and returns whether its condition held; if not, this state must be discarded.
    mutating func apply(_ change: Change) -> Bool {
        switch change {
        case .account(let change): apply(change)
        case .credential(let change): apply(change)
        case .customFields(let change): apply(change)
        case .client(let change): apply(change)
        case .resource(let change): resources.apply(change)
        case .consent(let change): apply(change)
        case .flow(let change): apply(change)
        case .code(let change): apply(change)
        case .session(let change): apply(change)
        case .browserSession(let change): apply(change)
        case .logoutNotice(let change): logoutNotices.apply(change, clients: clients)
        case .device(let change): apply(change)
        case .pushedRequest(let change): apply(change)
        case .initialAccessToken(let change): initialAccessTokens.apply(change)
        case .key(let change): keys.apply(change)
        case .message(let change): messages.apply(change)
        case .counter(let change): counters.apply(change)
        case .audit(let event): append(event)
        case .eventStream(let change): eventStreams.apply(change)
        case .revokeToken(let id, let until): revokedTokens.keep(id, until: until)
        case .useIdentifier(let id, let until, let date): usedIdentifiers.use(id, until: until, at: date)
        }
    }

    private mutating func append(_ event: AuditEvent) -> Bool {
        if events.insert(event, as: event.id) { eventStreams.append(event.id) }
        return true
    }
}

extension MemoryTable<String, Date> {
    /// Inserts an identifier, unless it exists.
    fileprivate mutating func keep(_ id: String, until: Date) -> Bool {
        _ = insert(until.flooredToMilliseconds, as: id)
        return true
    }

    /// Inserts an identifier, or replaces one whose validity has ended; returns whether it did.
    fileprivate mutating func use(_ id: String, until: Date, at date: Date) -> Bool {
        if let earlier = self[id], earlier > date.flooredToMilliseconds { return false }
        self[id] = until.flooredToMilliseconds
        return true
    }
}

extension MemoryTable<StoredKey.ID, StoredKey> {
    mutating func apply(_ change: KeyChange) -> Bool {
        switch change {
        case .insert(let key):
            let isFree = !contains { $0.algorithm == key.algorithm && $0.retiredAt == nil }
            return insert(key, as: key.id, if: isFree)
        case .retire(let id, let date, let expiresAt):
            return update(id, if: { $0.retiredAt == nil }) {
                $0.retiredAt = date
                $0.expiresAt = expiresAt
            }
        case .delete(let id):
            self[id] = nil
            return true
        }
    }
}

extension MemoryTable<QueuedMessage.ID, QueuedMessage> {
    mutating func apply(_ change: MessageChange) -> Bool {
        switch change {
        case .enqueue(let message):
            return insert(message, as: message.id)
        case .remove(let id):
            self[id] = nil
        case .postpone(let id, let attempts, let date):
            _ = update(id) {
                $0.attempts = attempts
                $0.nextAttemptAt = date
            }
        }
        return true
    }
}

extension MemoryTable<String, Counter> {
    mutating func apply(_ change: CounterChange) -> Bool {
        switch change {
        case .increment(let key, let limit, let date, let expiresAt):
            guard let counter = self[key], counter.expiresAt > date.flooredToMilliseconds else {
                self[key] = Counter(key: key, count: 1, expiresAt: expiresAt)
                return true
            }
            return update(key, if: { $0.count < limit }) { $0.count += 1 }
        case .decrement(let key, let date):
            _ = update(key, if: { $0.expiresAt > date.flooredToMilliseconds && $0.count > 0 }) {
                $0.count -= 1
            }
            return true
        case .reset(let key):
            self[key] = nil
            return true
        }
    }
}
