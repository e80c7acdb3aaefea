import Foundation

extension MemoryState {
    /// Deletes all expired records of a kind (``RecordSweeper/sweep(_:before:)``) and returns their number.
    mutating func sweep(_ kind: SweptRecords, before date: Date) -> Int {
        let date = date.flooredToMilliseconds
        return switch kind {
        case .flows: flows.removeAll { $0.expiresAt < date }
        case .counters: counters.removeAll { $0.expiresAt < date }
        case .revokedTokens: revokedTokens.removeAll { $0 < date }
        case .usedIdentifiers: usedIdentifiers.removeAll { $0 < date }
        case .pushedRequests: pushedRequests.removeAll { $0.expiresAt < date }
        case .initialAccessTokens: initialAccessTokens.removeAll { $0.expiresAt < date }
        case .knownBrowsers: knownBrowsers.removeAll { $0.expiresAt < date }
        case .codes: codes.removeAll { $0.expiresAt < date }
        case .devices: devices.removeAll { $0.expiresAt < date }
        case .undecidedDevices: devices.removeAll { $0.decision == .pending && $0.expiresAt < date }
        case .sessions:
            sessions.removeAll { $0.expiresAt.day < date.day || $0.endedAt.map { $0 < date } ?? false }
        case .browserSessions:
            browserSessions.removeAll { min($0.endedAt ?? $0.expiresAt, $0.expiresAt) < date }
        case .logoutNotices:
            logoutNotices.deleteExpired(before: date, sessions: sessions, browserSessions: browserSessions)
        case .events: events.removeAll { $0.at < date }
        case .unusedClients: clients.deleteUnused(registeredBefore: date, used: Set(clientsUsedIn: self))
        }
    }

    /// Deletes all records that depend on a client, and removes it from accounts; returns their number.
    mutating func deleteRecords(of id: Client.ID) -> Int {
        let registered = accounts.records.count { $0.registeredBy == id }
        accounts.updateAll(where: { $0.registeredBy == id }) { $0.registeredBy = nil }
        return registered + consents.removeAll { $0.clientID == id } + customFields.removeAll { $0.clientID == id }
            + sessions.removeAll { $0.clientID == id } + codes.removeAll { $0.clientID == id }
            + devices.removeAll { $0.clientID == id } + pushedRequests.removeAll { $0.clientID == id }
            + logoutNotices.removeAll { $0.clientID == id }
    }
}

extension Set<Client.ID> {
    /// The clients with records of their own.
    fileprivate init(clientsUsedIn state: MemoryState) {
        self.init(state.consents.records.map(\.clientID) + state.customFields.records.map(\.clientID))
        formUnion(state.accounts.records.compactMap(\.registeredBy))
        formUnion(state.sessions.records.map(\.clientID) + state.codes.records.map(\.clientID))
        formUnion(state.devices.records.map(\.clientID) + state.pushedRequests.records.map(\.clientID))
        formUnion(state.logoutNotices.records.map(\.clientID))
    }
}

extension MemoryTable<Client.ID, Client> {
    fileprivate mutating func deleteUnused(registeredBefore date: Date, used: Set<Client.ID>) -> Int {
        removeAll { $0.origin?.isVerified == false && $0.createdAt < date && !used.contains($0.id) }
    }
}

/// A lease and its holder (``RecordSweeper/acquireLease(_:holder:at:until:)``).
struct MemoryLease: Sendable {
    let holder: String
    let expiresAt: Date
}

extension MemoryTable<String, MemoryLease> {
    /// Acquires a lease; returns whether no other holder has it.
    mutating func acquire(_ name: String, holder: String, at now: Date, until expiry: Date) -> Bool {
        let latest = now.addingTimeInterval(MemoryStore.longestLease)
        if let lease = self[name], lease.holder != holder, lease.expiresAt > now, lease.expiresAt <= latest {
            return false
        }
        self[name] = MemoryLease(holder: holder, expiresAt: expiry)
        return true
    }
}
