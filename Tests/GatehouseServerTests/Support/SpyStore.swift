import Foundation
import GatehouseConcurrency
import GatehouseStore
import GatehouseWire

/// An in-memory store that records operations, fails on request and synchronizes concurrent commits.
final class SpyStore: Store {
    private struct State {
        var commits = 0
        var operations: [String] = []
        var isDown = false
        /// The operation that fails.
        var failing: String?
        var time: Date?
        /// The number of commits to wait for before any of them continues.
        var missing = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var preceding: [Change] = []
        /// The number of commits before the preceding changes are applied.
        var skipped = 0
        var rival: (@Sendable (MemoryStore) async throws(StoreError) -> Void)?
    }

    private let memory = MemoryStore()
    private let state = Mutex(State())

    var commits: Int { state.withLock { $0.commits } }

    /// The operations in order: reads by function name, commits by the kinds of their changes.
    var operations: [String] { state.withLock { $0.operations } }

    /// A Boolean value that indicates whether every operation fails.
    var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }

    /// The name of an operation that fails, as in ``operations``; `nil` for none.
    var failing: String? {
        get { state.withLock { $0.failing } }
        set { state.withLock { $0.failing = newValue } }
    }

    /// Delays the next commits until `commits` of them have been prepared, so that all of them conflict.
    func gather(_ commits: Int) {
        state.withLock { $0.missing = commits }
    }

    /// Applies changes of another writer immediately before the next commit, or after `skipping` further ones.
    func precede(_ changes: [Change], skipping skipped: Int = 0) {
        state.withLock { ($0.preceding, $0.skipped) = (changes, skipped) }
    }

    /// Runs another writer before every following commit; `nil` removes it.
    func compete(_ rival: (@Sendable (MemoryStore) async throws(StoreError) -> Void)?) {
        state.withLock { $0.rival = rival }
    }

    private func waitForGathering() async {
        await withCheckedContinuation { continuation in
            let released = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                state.waiting.append(continuation)
                state.missing = max(0, state.missing - 1)
                guard state.missing == 0 else { return [] }
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in released { continuation.resume() }
        }
    }

    func commit(_ changes: [Change]) async throws(StoreError) {
        await waitForGathering()
        try check(changes.map(\.kind).joined(separator: "+"))
        let preceding: [Change] = state.withLock { state in
            state.commits += 1
            guard state.skipped == 0 else {
                state.skipped -= 1
                return []
            }
            defer { state.preceding = [] }
            return state.preceding
        }
        try await memory.commit(preceding)
        if let rival = state.withLock({ $0.rival }) { try await rival(memory) }
        try await memory.commit(changes)
    }

    var isShared: Bool { true }

    func increment(_ counts: [Counter], at now: Date) async throws(StoreError) -> [Counter] {
        try check("add \(counts.count)")
        return try await memory.increment(counts, at: now)
    }

    func sweep(_ kind: SweptRecords, before date: Date) async throws(StoreError) -> Int {
        try check("sweep \(kind.rawValue)")
        return try await memory.sweep(kind, before: date)
    }

    func deleteRecords(of client: Client.ID) async throws(StoreError) -> Int {
        try check()
        return try await memory.deleteRecords(of: client)
    }

    func deletedClients() async throws(StoreError) -> [Client.ID] {
        try check()
        return try await memory.deletedClients()
    }

    func acquireLease(
        _ name: String,
        holder: String,
        at now: Date,
        until expiry: Date
    ) async throws(StoreError) -> Bool {
        try check()
        return try await memory.acquireLease(name, holder: holder, at: now, until: expiry)
    }

    func recordCleanup(at date: Date) async throws(StoreError) {
        try check()
        try await memory.recordCleanup(at: date)
    }

    func forecast(
        before date: Date,
        grace: TimeInterval,
        events: Date?
    ) async throws(StoreError) -> CleanupForecast {
        try check()
        return try await memory.forecast(before: date, grace: grace, events: events)
    }

    func lastCleanup() async throws(StoreError) -> Date? {
        try check()
        return try await memory.lastCleanup()
    }

    func time() async throws(StoreError) -> Date? {
        try check()
        return state.withLock { $0.time }
    }

    /// The time of the store's clock; `nil` for a store without one.
    var databaseTime: Date? {
        get { state.withLock { $0.time } }
        set { state.withLock { $0.time = newValue } }
    }

    func checkHealth() async throws(StoreError) { try check() }
    func checkIntegrity(atStart: Bool) async throws(StoreError) { try check("integrity \(atStart)") }
    func close() async throws(StoreError) { try await memory.close() }

    func account(_ id: Account.ID) async throws(StoreError) -> Account? {
        try check()
        return try await memory.account(id)
    }

    func account(_ kind: AccountIdentifier.Kind, _ value: String) async throws(StoreError) -> Account? {
        try check()
        return try await memory.account(kind, value)
    }

    func credential(_ id: Credential.ID) async throws(StoreError) -> Credential? {
        try check()
        return try await memory.credential(id)
    }

    func credentials(of account: Account.ID) async throws(StoreError) -> [Credential] {
        try check()
        return try await memory.credentials(of: account)
    }

    func customFields(of account: Account.ID, in client: Client.ID) async throws(StoreError) -> CustomFields? {
        try check()
        return try await memory.customFields(of: account, in: client)
    }

    func customFields(of account: Account.ID) async throws(StoreError) -> [CustomFields] {
        try check()
        return try await memory.customFields(of: account)
    }

    func factorUses(of account: Account.ID) async throws(StoreError) -> [FactorUse] {
        try check()
        return try await memory.factorUses(of: account)
    }

    func knownBrowsers(of account: Account.ID) async throws(StoreError) -> [KnownBrowser] {
        try check()
        return try await memory.knownBrowsers(of: account)
    }

    func accounts(dueForDeletionAt now: Date, limit: Int) async throws(StoreError) -> [Account] {
        try check()
        return try await memory.accounts(dueForDeletionAt: now, limit: limit)
    }

    func accounts(dueForFactorResetAt now: Date, limit: Int) async throws(StoreError) -> [Account] {
        try check()
        return try await memory.accounts(dueForFactorResetAt: now, limit: limit)
    }

    func browserSessions(of account: Account.ID) async throws(StoreError) -> [BrowserSession] {
        try check()
        return try await memory.browserSessions(of: account)
    }

    func accounts(after id: Account.ID?, limit: Int) async throws(StoreError) -> [Account] {
        try check()
        return try await memory.accounts(after: id, limit: limit)
    }

    func client(_ id: Client.ID) async throws(StoreError) -> Client? {
        try check()
        return try await memory.client(id)
    }

    func clients(after id: Client.ID?, limit: Int) async throws(StoreError) -> [Client] {
        try check()
        return try await memory.clients(after: id, limit: limit)
    }

    func clientsWithMobileApps() async throws(StoreError) -> [Client] {
        try check()
        return try await memory.clientsWithMobileApps()
    }

    func usage(of id: Client.ID, at now: Date) async throws(StoreError) -> ClientUsage {
        try check()
        return try await memory.usage(of: id, at: now)
    }

    func resources() async throws(StoreError) -> [Resource] {
        try check()
        return try await memory.resources()
    }

    func pushedRequest(_ id: PushedRequest.ID) async throws(StoreError) -> PushedRequest? {
        try check()
        return try await memory.pushedRequest(id)
    }

    func initialAccessToken(_ id: InitialAccessToken.ID) async throws(StoreError) -> InitialAccessToken? {
        try check()
        return try await memory.initialAccessToken(id)
    }

    func initialAccessTokens() async throws(StoreError) -> [InitialAccessToken] {
        try check()
        return try await memory.initialAccessTokens()
    }

    func consents(of account: Account.ID) async throws(StoreError) -> [Consent] {
        try check()
        return try await memory.consents(of: account)
    }

    func consent(_ account: Account.ID, _ client: Client.ID) async throws(StoreError) -> Consent? {
        try check()
        return try await memory.consent(account, client)
    }

    func flow(_ id: FlowRecord.ID) async throws(StoreError) -> FlowRecord? {
        try check()
        return try await memory.flow(id)
    }

    func code(_ id: AuthorizationCode.ID) async throws(StoreError) -> AuthorizationCode? {
        try check()
        return try await memory.code(id)
    }

    func dueLogoutNotices(limit: Int) async throws(StoreError) -> [LogoutNotice] {
        try check()
        return try await memory.dueLogoutNotices(limit: limit)
    }
    func session(_ id: Session.ID) async throws(StoreError) -> Session? {
        try check()
        return try await memory.session(id)
    }

    func sessions(of account: Account.ID) async throws(StoreError) -> [Session] {
        try check()
        return try await memory.sessions(of: account)
    }

    func browserSession(_ id: BrowserSession.ID) async throws(StoreError) -> BrowserSession? {
        try check()
        return try await memory.browserSession(id)
    }

    func browserSession(secretHash: String) async throws(StoreError) -> BrowserSession? {
        try check()
        return try await memory.browserSession(secretHash: secretHash)
    }

    func isTokenRevoked(id: String) async throws(StoreError) -> Bool {
        try check()
        return try await memory.isTokenRevoked(id: id)
    }

    func device(_ id: DeviceAuthorization.ID) async throws(StoreError) -> DeviceAuthorization? {
        try check()
        return try await memory.device(id)
    }

    func device(userCode: String) async throws(StoreError) -> DeviceAuthorization? {
        try check()
        return try await memory.device(userCode: userCode)
    }

    func keys() async throws(StoreError) -> [StoredKey] {
        try check()
        return try await memory.keys()
    }

    var arrivals: MessageArrivals { memory.arrivals }

    func leaseDueMessages(
        _ kind: QueuedMessage.Kind,
        at now: Date,
        until: Date,
        limit: Int
    ) async throws(StoreError) -> [QueuedMessage] {
        try check()
        return try await memory.leaseDueMessages(kind, at: now, until: until, limit: limit)
    }

    func messageBacklog() async throws(StoreError) -> [MessageBacklog] {
        try check()
        return try await memory.messageBacklog()
    }

    func estimatedSessionCount() async throws(StoreError) -> Int {
        try check()
        return try await memory.estimatedSessionCount()
    }

    func nextMessageDue() async throws(StoreError) -> Date? {
        try check()
        return try await memory.nextMessageDue()
    }

    func events(
        matching filter: AuditFilter,
        before id: AuditEvent.ID?,
        limit: Int
    ) async throws(StoreError) -> [AuditEvent] {
        try check()
        return try await memory.events(matching: filter, before: id, limit: limit)
    }

    func events(
        matching filter: AuditFilter,
        after position: Int64,
        limit: Int
    ) async throws(StoreError) -> [PositionedEvent] {
        try check()
        return try await memory.events(matching: filter, after: position, limit: limit)
    }

    func eventPosition(before date: Date?) async throws(StoreError) -> Int64 {
        try check()
        return try await memory.eventPosition(before: date)
    }

    func eventStreams() async throws(StoreError) -> [EventStream.ID] {
        try check()
        return try await memory.eventStreams()
    }

    func eventNotices(for streams: [EventStream.ID], limit: Int) async throws(StoreError) -> [EventNotice] {
        try check()
        return try await memory.eventNotices(for: streams, limit: limit)
    }

    func counter(_ key: String, at now: Date) async throws(StoreError) -> Counter? {
        try check()
        return try await memory.counter(key, at: now)
    }

    /// Records an operation, and fails on request.
    func check(_ operation: String = #function) throws(StoreError) {
        state.withLock { $0.operations.append(operation) }
        if isDown || failing == operation { throw .unavailable("The store is down.") }
    }
}

extension Change {
    /// The names of the case and of its nested case.
    fileprivate var kind: String {
        let outer = Mirror(reflecting: self).children.first
        let inner = outer.flatMap { Mirror(reflecting: $0.value).children.first?.label }
        return [outer?.label, inner].compactMap(\.self).joined(separator: ".")
    }
}
