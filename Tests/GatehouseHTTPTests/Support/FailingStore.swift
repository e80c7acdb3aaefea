import Foundation
import GatehouseConcurrency
import GatehouseStore

/// A store in memory that can be made to fail.
final class FailingStore: Store {
    private let memory = MemoryStore()
    private let state = Mutex(false)

    /// While `true`, all reads and writes fail.
    var isDown: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    private var available: MemoryStore {
        get throws(StoreError) {
            if isDown { throw .unavailable("The store is down.") }
            return memory
        }
    }

    var isShared: Bool { false }

    func increment(_ counts: [Counter], at now: Date) async throws(StoreError) -> [Counter] {
        try await available.increment(counts, at: now)
    }
    func messageBacklog() async throws(StoreError) -> [MessageBacklog] { try await available.messageBacklog() }
    func estimatedSessionCount() async throws(StoreError) -> Int { try await available.estimatedSessionCount() }
    func commit(_ changes: [Change]) async throws(StoreError) { try await available.commit(changes) }
    func sweep(_ kind: SweptRecords, before date: Date) async throws(StoreError) -> Int {
        try await available.sweep(kind, before: date)
    }
    func deleteRecords(of client: Client.ID) async throws(StoreError) -> Int {
        try await available.deleteRecords(of: client)
    }
    func deletedClients() async throws(StoreError) -> [Client.ID] { try await available.deletedClients() }
    func acquireLease(
        _ name: String,
        holder: String,
        at now: Date,
        until expiry: Date
    ) async throws(StoreError) -> Bool {
        try await available.acquireLease(name, holder: holder, at: now, until: expiry)
    }
    func recordCleanup(at date: Date) async throws(StoreError) { try await available.recordCleanup(at: date) }
    func forecast(
        before date: Date,
        grace: TimeInterval,
        events: Date?
    ) async throws(StoreError) -> CleanupForecast {
        try await available.forecast(before: date, grace: grace, events: events)
    }
    func lastCleanup() async throws(StoreError) -> Date? { try await available.lastCleanup() }
    func time() async throws(StoreError) -> Date? { try await available.time() }
    func checkHealth() async throws(StoreError) { try await available.checkHealth() }
    func close() async throws(StoreError) { try await available.close() }
    func resources() async throws(StoreError) -> [Resource] { try await available.resources() }
    func pushedRequest(_ id: PushedRequest.ID) async throws(StoreError) -> PushedRequest? {
        try await available.pushedRequest(id)
    }
    func initialAccessToken(_ id: InitialAccessToken.ID) async throws(StoreError) -> InitialAccessToken? {
        try await available.initialAccessToken(id)
    }
    func initialAccessTokens() async throws(StoreError) -> [InitialAccessToken] {
        try await available.initialAccessTokens()
    }
    func dueLogoutNotices(limit: Int) async throws(StoreError) -> [LogoutNotice] {
        try await available.dueLogoutNotices(limit: limit)
    }
    func account(_ id: Account.ID) async throws(StoreError) -> Account? { try await available.account(id) }
    func account(_ kind: AccountIdentifier.Kind, _ value: String) async throws(StoreError) -> Account? {
        try await available.account(kind, value)
    }
    func credential(_ id: Credential.ID) async throws(StoreError) -> Credential? {
        try await available.credential(id)
    }
    func credentials(of account: Account.ID) async throws(StoreError) -> [Credential] {
        try await available.credentials(of: account)
    }
    func customFields(of account: Account.ID, in client: Client.ID) async throws(StoreError) -> CustomFields? {
        try await available.customFields(of: account, in: client)
    }
    func customFields(of account: Account.ID) async throws(StoreError) -> [CustomFields] {
        try await available.customFields(of: account)
    }
    func factorUses(of account: Account.ID) async throws(StoreError) -> [FactorUse] {
        try await available.factorUses(of: account)
    }
    func knownBrowsers(of account: Account.ID) async throws(StoreError) -> [KnownBrowser] {
        try await available.knownBrowsers(of: account)
    }
    func accounts(dueForDeletionAt now: Date, limit: Int) async throws(StoreError) -> [Account] {
        try await available.accounts(dueForDeletionAt: now, limit: limit)
    }
    func accounts(dueForFactorResetAt now: Date, limit: Int) async throws(StoreError) -> [Account] {
        try await available.accounts(dueForFactorResetAt: now, limit: limit)
    }
    func browserSessions(of account: Account.ID) async throws(StoreError) -> [BrowserSession] {
        try await available.browserSessions(of: account)
    }
    func accounts(after id: Account.ID?, limit: Int) async throws(StoreError) -> [Account] {
        try await available.accounts(after: id, limit: limit)
    }
    func client(_ id: Client.ID) async throws(StoreError) -> Client? { try await available.client(id) }
    func clients(after id: Client.ID?, limit: Int) async throws(StoreError) -> [Client] {
        try await available.clients(after: id, limit: limit)
    }
    func clientsWithMobileApps() async throws(StoreError) -> [Client] { try await available.clientsWithMobileApps() }
    func usage(of id: Client.ID, at now: Date) async throws(StoreError) -> ClientUsage {
        try await available.usage(of: id, at: now)
    }
    func consents(of account: Account.ID) async throws(StoreError) -> [Consent] {
        try await available.consents(of: account)
    }
    func consent(_ account: Account.ID, _ client: Client.ID) async throws(StoreError) -> Consent? {
        try await available.consent(account, client)
    }
    func flow(_ id: FlowRecord.ID) async throws(StoreError) -> FlowRecord? {
        try await available.flow(id)
    }
    func code(_ id: AuthorizationCode.ID) async throws(StoreError) -> AuthorizationCode? {
        try await available.code(id)
    }
    func session(_ id: Session.ID) async throws(StoreError) -> Session? { try await available.session(id) }
    func sessions(of account: Account.ID) async throws(StoreError) -> [Session] {
        try await available.sessions(of: account)
    }
    func browserSession(_ id: BrowserSession.ID) async throws(StoreError) -> BrowserSession? {
        try await available.browserSession(id)
    }
    func browserSession(secretHash: String) async throws(StoreError) -> BrowserSession? {
        try await available.browserSession(secretHash: secretHash)
    }
    func isTokenRevoked(id: String) async throws(StoreError) -> Bool { try await available.isTokenRevoked(id: id) }
    func device(_ id: DeviceAuthorization.ID) async throws(StoreError) -> DeviceAuthorization? {
        try await available.device(id)
    }
    func device(userCode: String) async throws(StoreError) -> DeviceAuthorization? {
        try await available.device(userCode: userCode)
    }
    func keys() async throws(StoreError) -> [StoredKey] { try await available.keys() }
    var arrivals: MessageArrivals { memory.arrivals }
    func leaseDueMessages(
        _ kind: QueuedMessage.Kind,
        at now: Date,
        until: Date,
        limit: Int
    ) async throws(StoreError) -> [QueuedMessage] {
        try await available.leaseDueMessages(kind, at: now, until: until, limit: limit)
    }
    func nextMessageDue() async throws(StoreError) -> Date? { try await available.nextMessageDue() }
    func events(
        matching filter: AuditFilter,
        before id: AuditEvent.ID?,
        limit: Int
    ) async throws(StoreError) -> [AuditEvent] {
        try await available.events(matching: filter, before: id, limit: limit)
    }
    func events(
        matching filter: AuditFilter,
        after position: Int64,
        limit: Int
    ) async throws(StoreError) -> [PositionedEvent] {
        try await available.events(matching: filter, after: position, limit: limit)
    }
    func eventPosition(before date: Date?) async throws(StoreError) -> Int64 {
        try await available.eventPosition(before: date)
    }
    func eventStreams() async throws(StoreError) -> [EventStream.ID] { try await available.eventStreams() }
    func eventNotices(for streams: [EventStream.ID], limit: Int) async throws(StoreError) -> [EventNotice] {
        try await available.eventNotices(for: streams, limit: limit)
    }
    func counter(_ key: String, at now: Date) async throws(StoreError) -> Counter? {
        try await available.counter(key, at: now)
    }
}
