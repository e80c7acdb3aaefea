package import Foundation
import GatehouseConcurrency

/// A store without persistence and with the semantics of the others, for tests and development.
package final class MemoryStore: Store {
    private let state = Mutex(MemoryState())
    private let metrics: StoreMetrics

    package let arrivals = MessageArrivals()
    package var isShared: Bool { false }

    /// Creates an empty store.
    package init(metrics: StoreMetrics = .unexposed) {
        self.metrics = metrics
    }

    package func commit(_ changes: [Change]) async throws(StoreError) {
        try await metrics.commit(changes) { () throws(StoreError) in
            try state.withLock { state throws(StoreError) in
                var next = state
                for (position, change) in changes.enumerated() where !next.apply(change) {
                    throw .conflict(at: position)
                }
                state = next
            }
        }
        arrivals.record(changes)
    }

    package func increment(_ counts: [Counter], at now: Date) async throws(StoreError) -> [Counter] {
        state.withLock { state in
            counts.map { added in
                var counter = added
                if let open = state.counters[added.key], open.expiresAt > now.flooredToMilliseconds {
                    counter.count += open.count
                    counter.expiresAt = open.expiresAt
                }
                state.counters[added.key] = counter
                return counter
            }
        }
    }

    package func sweep(_ kind: SweptRecords, before date: Date) async throws(StoreError) -> Int {
        state.withLock { $0.sweep(kind, before: date) }
    }

    package func deleteRecords(of client: Client.ID) async throws(StoreError) -> Int {
        state.withLock { $0.deleteRecords(of: client) }
    }

    package func deletedClients() async throws(StoreError) -> [Client.ID] {
        read { $0.clients.records(by: \.createdAt).filter { $0.deletedAt != nil }.map(\.id) }
    }

    package func acquireLease(
        _ name: String,
        holder: String,
        at now: Date,
        until expiry: Date
    ) async throws(StoreError) -> Bool {
        state.withLock { $0.leases.acquire(name, holder: holder, at: now, until: expiry) }
    }

    package func recordCleanup(at date: Date) async throws(StoreError) {
        state.withLock { $0.cleanedUpAt = date.flooredToMilliseconds }
    }

    package func forecast(
        before date: Date,
        grace: TimeInterval,
        events: Date?
    ) async throws(StoreError) -> CleanupForecast {
        state.withLock { CleanupForecast(of: $0, before: date, grace: grace, events: events) }
    }

    package func lastCleanup() async throws(StoreError) -> Date? { state.withLock { $0.cleanedUpAt } }

    package func time() async throws(StoreError) -> Date? { nil }

    package func checkHealth() async throws(StoreError) {}

    /// Does nothing: there is nothing to finish or close.
    package func close() async throws(StoreError) {}

    package func leaseDueMessages(
        _ kind: QueuedMessage.Kind,
        at now: Date,
        until: Date,
        limit: Int
    ) async throws(StoreError) -> [QueuedMessage] {
        state.withLock { state in
            let due = state.messages.records(by: \.nextAttemptAt)
                .filter { $0.kind == kind && $0.nextAttemptAt <= now.flooredToMilliseconds }
            let ids = Set(due.prefix(limit).map(\.id))
            return state.messages.records(by: \.createdAt).filter { ids.contains($0.id) }.map { message in
                var leased = message
                leased.nextAttemptAt = until
                state.messages[message.id] = leased
                return leased
            }
        }
    }

    /// Reads a value from the current state.
    func read<Value: Sendable>(_ body: (MemoryState) -> Value) -> Value {
        state.withLock { body($0) }
    }
}

extension MemoryStore {
    package func account(_ id: Account.ID) async throws(StoreError) -> Account? {
        read { $0.accounts[id] }
    }

    package func account(_ kind: AccountIdentifier.Kind, _ value: String) async throws(StoreError) -> Account? {
        let name = AccountIdentifier(kind: kind, value: value, verifiedAt: nil)
        return read { $0.accounts.records.first { $0.identifiers.contains { $0.isSameName(as: name) } } }
    }

    package func credential(_ id: Credential.ID) async throws(StoreError) -> Credential? {
        read { $0.credentials[id] }
    }

    package func credentials(of account: Account.ID) async throws(StoreError) -> [Credential] {
        read { $0.credentials.records(by: \.createdAt).filter { $0.accountID == account } }
    }

    package func customFields(
        of account: Account.ID,
        in client: Client.ID
    ) async throws(StoreError) -> CustomFields? {
        read { $0.customFields[MemoryState.PersonalKey(accountID: account, clientID: client)] }
    }

    package func customFields(of account: Account.ID) async throws(StoreError) -> [CustomFields] {
        read { $0.customFields.records.filter { $0.accountID == account } }
            .sorted { $0.clientID.rawValue < $1.clientID.rawValue }
    }

    package func factorUses(of account: Account.ID) async throws(StoreError) -> [FactorUse] {
        read { $0.factorUses.records.filter { $0.accountID == account } }
            .sorted { $0.factor.rawValue < $1.factor.rawValue }
    }

    package func knownBrowsers(of account: Account.ID) async throws(StoreError) -> [KnownBrowser] {
        read { $0.knownBrowsers.records(by: \.firstSeenAt).filter { $0.accountID == account } }
    }

    package func accounts(dueForDeletionAt now: Date, limit: Int) async throws(StoreError) -> [Account] {
        let due = read { $0.accounts.records.filter { $0.deletion.map { $0.dueAt <= now } ?? false } }
        return Array(due.sorted { ($0.deletion?.dueAt ?? now) < ($1.deletion?.dueAt ?? now) }.prefix(limit))
    }

    package func accounts(dueForFactorResetAt now: Date, limit: Int) async throws(StoreError) -> [Account] {
        let due = read { state in
            state.accounts.records(by: \.createdAt).filter { $0.factorReset.map { $0.nextAt <= now } ?? false }
        }
        return Array(due.sorted { ($0.factorReset?.nextAt ?? now) < ($1.factorReset?.nextAt ?? now) }.prefix(limit))
    }

    package func accounts(after id: Account.ID?, limit: Int) async throws(StoreError) -> [Account] {
        let all = read { $0.accounts.records(by: \.createdAt) }
        return Array(all.following(id, by: \.id).prefix(limit))
    }

    package func client(_ id: Client.ID) async throws(StoreError) -> Client? {
        read { $0.clients[id] }
    }

    package func clients(after id: Client.ID?, limit: Int) async throws(StoreError) -> [Client] {
        let all = read { $0.clients.records(by: \.createdAt) }
        return Array(all.following(id, by: \.id).prefix(limit))
    }

    package func clientsWithMobileApps() async throws(StoreError) -> [Client] {
        read { $0.clients.records(by: \.createdAt).filter { $0.mobileApps != nil } }
    }

    package func usage(of id: Client.ID, at now: Date) async throws(StoreError) -> ClientUsage {
        read { state in
            ClientUsage(
                sessions: state.sessions.records.count {
                    $0.clientID == id && $0.endedAt == nil && $0.expiresAt > now.flooredToMilliseconds
                },
                consents: state.consents.records.count { $0.clientID == id },
                customFields: state.customFields.records.count { $0.clientID == id },
                accounts: state.accounts.records.count { $0.registeredBy == id }
            )
        }
    }

    package func consents(of account: Account.ID) async throws(StoreError) -> [Consent] {
        read { $0.consents.records(by: \.grantedAt).reversed().filter { $0.accountID == account } }
    }

    package func consent(_ account: Account.ID, _ client: Client.ID) async throws(StoreError) -> Consent? {
        read { $0.consents[MemoryState.PersonalKey(accountID: account, clientID: client)] }
    }

    package func flow(_ id: FlowRecord.ID) async throws(StoreError) -> FlowRecord? {
        read { $0.flows[id] }
    }

    package func code(_ id: AuthorizationCode.ID) async throws(StoreError) -> AuthorizationCode? {
        read { $0.codes[id] }
    }

    package func session(_ id: Session.ID) async throws(StoreError) -> Session? {
        read { $0.sessions[id] }
    }

    package func sessions(of account: Account.ID) async throws(StoreError) -> [Session] {
        read { $0.sessions.records(by: \.createdAt).reversed().filter { $0.accountID == account && $0.endedAt == nil } }
    }

    package func browserSession(_ id: BrowserSession.ID) async throws(StoreError) -> BrowserSession? {
        read { $0.browserSessions[id] }
    }

    package func browserSessions(of account: Account.ID) async throws(StoreError) -> [BrowserSession] {
        read { state in
            state.browserSessions.records(by: \.createdAt).reversed()
                .filter { $0.accountID == account && $0.endedAt == nil }
        }
    }

    package func browserSession(secretHash: String) async throws(StoreError) -> BrowserSession? {
        read { $0.browserSessions.records.first { $0.secretHash == secretHash } }
    }

    package func isTokenRevoked(id: String) async throws(StoreError) -> Bool {
        read { $0.revokedTokens[id] != nil }
    }

    package func device(_ id: DeviceAuthorization.ID) async throws(StoreError) -> DeviceAuthorization? {
        read { $0.devices[id] }
    }

    package func device(userCode: String) async throws(StoreError) -> DeviceAuthorization? {
        read { $0.devices.records(by: \.createdAt).last { $0.userCode == userCode } }
    }

    package func dueLogoutNotices(limit: Int) async throws(StoreError) -> [LogoutNotice] {
        read { Array($0.logoutNotices.records.filter(\.isDue).prefix(limit)) }
    }

    package func resources() async throws(StoreError) -> [Resource] {
        read { $0.resources.records(by: \.createdAt) }
    }

    package func pushedRequest(_ id: PushedRequest.ID) async throws(StoreError) -> PushedRequest? {
        read { $0.pushedRequests[id] }
    }

    package func initialAccessToken(_ id: InitialAccessToken.ID) async throws(StoreError) -> InitialAccessToken? {
        read { $0.initialAccessTokens[id] }
    }

    package func initialAccessTokens() async throws(StoreError) -> [InitialAccessToken] {
        read { $0.initialAccessTokens.records(by: \.createdAt) }
    }

    package func keys() async throws(StoreError) -> [StoredKey] {
        read { $0.keys.records(by: \.createdAt) }
    }

    package func nextMessageDue() async throws(StoreError) -> Date? {
        read { $0.messages.records.map(\.nextAttemptAt).min() }
    }

    package func messageBacklog() async throws(StoreError) -> [MessageBacklog] {
        read { state in
            Dictionary(grouping: state.messages.records, by: \.kind).compactMap { kind, messages in
                messages.map(\.createdAt).min().map { MessageBacklog(kind: kind, count: messages.count, oldest: $0) }
            }
        }
    }

    package func estimatedSessionCount() async throws(StoreError) -> Int { read { $0.sessions.records.count } }

    package func events(
        matching filter: AuditFilter,
        before id: AuditEvent.ID?,
        limit: Int
    ) async throws(StoreError) -> [AuditEvent] {
        let all: [AuditEvent] = read { $0.events.records(by: \.at).reversed() }
        let older = all.following(id, by: \.id)
        return Array(older.lazy.filter(filter.matches).prefix(limit))
    }

    package func events(
        matching filter: AuditFilter,
        after position: Int64,
        limit: Int
    ) async throws(StoreError) -> [PositionedEvent] {
        let all = read { $0.events.positioned.map { PositionedEvent(position: Int64($0.sequence), event: $0.record) } }
        return Array(all.lazy.filter { $0.position > position && filter.matches($0.event) }.prefix(limit))
    }

    package func eventPosition(before date: Date?) async throws(StoreError) -> Int64 {
        let all = read { $0.events.positioned }
        let first = date.flatMap { date in
            all.filter { $0.record.at >= date.flooredToMilliseconds }
                .min { ($0.record.at, $0.sequence) < ($1.record.at, $1.sequence) }
        }
        return Int64(first.map { $0.sequence - 1 } ?? all.last?.sequence ?? 0)
    }

    package func eventStreams() async throws(StoreError) -> [EventStream.ID] { read { $0.eventStreams.ids } }

    package func eventNotices(
        for streams: [EventStream.ID],
        limit: Int
    ) async throws(StoreError) -> [EventNotice] {
        read { $0.eventStreams.notices(for: streams, of: $0.events, limit: limit) }
    }

    package func counter(_ key: String, at now: Date) async throws(StoreError) -> Counter? {
        read { $0.counters[key] }.flatMap { $0.expiresAt > now.flooredToMilliseconds ? $0 : nil }
    }
}

extension Array {
    /// Returns the elements after the one with the given identifier: all if it is `nil`, none if there is no such
    /// element.
    fileprivate func following<ID: Equatable>(_ id: ID?, by key: (Element) -> ID) -> ArraySlice<Element> {
        guard let id else { return self[...] }
        guard let position = firstIndex(where: { key($0) == id }) else { return [] }
        return self[(position + 1)...]
    }
}
