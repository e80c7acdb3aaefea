import Foundation
import GatehouseStore
import Synchronization

/// A store in memory that can be told to be down.
final class FailingStore: Store {
    private let memory = MemoryStore()
    private let state = Mutex(false)

    /// While set, nothing can be read or written.
    var isDown: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    private var live: MemoryStore {
        get throws(StoreError) {
            if isDown { throw .unavailable("Told to be down.") }
            return memory
        }
    }

    var isShared: Bool { false }

    func add(_ counts: [Counter], at now: Date) async throws(StoreError) -> [Counter] {
        try await live.add(counts, at: now)
    }
    func commit(_ changes: [Change]) async throws(StoreError) { try await live.commit(changes) }
    func sweep(before date: Date, grace: TimeInterval) async throws(StoreError) -> Int {
        try await live.sweep(before: date, grace: grace)
    }
    func forecast(
        before date: Date,
        grace: TimeInterval,
        events: Date?
    ) async throws(StoreError) -> SweepForecast {
        try await live.forecast(before: date, grace: grace, events: events)
    }
    func lastSweep() async throws(StoreError) -> Date? { try await live.lastSweep() }
    func time() async throws(StoreError) -> Date? { try await live.time() }
    func forgetEvents(before date: Date) async throws(StoreError) -> Int { try await live.forgetEvents(before: date) }
    func checkHealth() async throws(StoreError) { try await live.checkHealth() }
    func close() async throws(StoreError) { try await live.close() }
    func account(_ id: Account.ID) async throws(StoreError) -> Account? { try await live.account(id) }
    func account(_ kind: AccountIdentifier.Kind, _ value: String) async throws(StoreError) -> Account? {
        try await live.account(kind, value)
    }
    func customFields(of account: Account.ID, in client: Client.ID) async throws(StoreError) -> CustomFields? {
        try await live.customFields(of: account, in: client)
    }
    func accounts(after id: Account.ID?, limit: Int) async throws(StoreError) -> [Account] {
        try await live.accounts(after: id, limit: limit)
    }
    func client(_ id: Client.ID) async throws(StoreError) -> Client? { try await live.client(id) }
    func clients() async throws(StoreError) -> [Client] { try await live.clients() }
    func usage(of id: Client.ID, at now: Date) async throws(StoreError) -> ClientUsage {
        try await live.usage(of: id, at: now)
    }
    func consents(of account: Account.ID) async throws(StoreError) -> [Consent] {
        try await live.consents(of: account)
    }
    func consent(_ account: Account.ID, _ client: Client.ID) async throws(StoreError) -> Consent? {
        try await live.consent(account, client)
    }
    func transaction(_ id: TransactionRecord.ID) async throws(StoreError) -> TransactionRecord? {
        try await live.transaction(id)
    }
    func code(_ id: AuthorizationCode.ID) async throws(StoreError) -> AuthorizationCode? { try await live.code(id) }
    func session(_ id: Session.ID) async throws(StoreError) -> Session? { try await live.session(id) }
    func sessions(of account: Account.ID) async throws(StoreError) -> [Session] {
        try await live.sessions(of: account)
    }
    func browserSession(_ id: BrowserSession.ID) async throws(StoreError) -> BrowserSession? {
        try await live.browserSession(id)
    }
    func browserSession(secretHash: String) async throws(StoreError) -> BrowserSession? {
        try await live.browserSession(secretHash: secretHash)
    }
    func isTokenRevoked(id: String) async throws(StoreError) -> Bool { try await live.isTokenRevoked(id: id) }
    func device(_ id: DeviceAuthorization.ID) async throws(StoreError) -> DeviceAuthorization? {
        try await live.device(id)
    }
    func device(userCode: String) async throws(StoreError) -> DeviceAuthorization? {
        try await live.device(userCode: userCode)
    }
    func keys() async throws(StoreError) -> [StoredKey] { try await live.keys() }
    func takeDueMail(at now: Date, until: Date, limit: Int) async throws(StoreError) -> [QueuedMail] {
        try await live.takeDueMail(at: now, until: until, limit: limit)
    }
    func nextMailDue() async throws(StoreError) -> Date? { try await live.nextMailDue() }
    func events(
        of account: Account.ID?,
        before id: AuditEvent.ID?,
        limit: Int
    ) async throws(StoreError) -> [AuditEvent] {
        try await live.events(of: account, before: id, limit: limit)
    }
    func counter(_ key: String, at now: Date) async throws(StoreError) -> Counter? {
        try await live.counter(key, at: now)
    }
}
