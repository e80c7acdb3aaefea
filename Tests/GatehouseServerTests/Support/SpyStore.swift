import Foundation
import GatehouseStore
import GatehouseWire
import Synchronization

/// A store in memory that counts commits, can be told to fail, and makes commits meet.
final class SpyStore: Store {
    private struct State {
        var commits = 0
        var operations: [String] = []
        var isDown = false
        var time: Date?
        /// How many commits are still to come before any goes on.
        var missing = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var preceding: [Change] = []
        /// How many commits still go through before those.
        var skipped = 0
        var rival: (@Sendable (MemoryStore) async throws(StoreError) -> Void)?
    }

    private let memory = MemoryStore()
    private let state = Mutex(State())

    var commits: Int { state.withLock { $0.commits } }

    /// What was asked of it, in order: reads by name, commits by their kinds of changes.
    var operations: [String] { state.withLock { $0.operations } }

    /// While set, nothing can be read or written.
    var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }

    /// Holds back the next commits until so many are there, so that all of them were decided on before any is made.
    func gather(_ commits: Int) {
        state.withLock { $0.missing = commits }
    }

    /// Lets somebody else be faster: these changes are made right before a commit, after everything it was decided on.
    ///
    /// It is the next commit, or the one after `skipping` others.
    func precede(_ changes: [Change], skipping skipped: Int = 0) {
        state.withLock { ($0.preceding, $0.skipped) = (changes, skipped) }
    }

    /// Lets another writer be faster than every commit from now on; `nil` ends it.
    func compete(_ rival: (@Sendable (MemoryStore) async throws(StoreError) -> Void)?) {
        state.withLock { $0.rival = rival }
    }

    private func meet() async {
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
        await meet()
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

    func add(_ counts: [Counter], at now: Date) async throws(StoreError) -> [Counter] {
        try check("add \(counts.count)")
        return try await memory.add(counts, at: now)
    }

    func sweep(before date: Date, grace: TimeInterval) async throws(StoreError) -> Int {
        try check()
        return try await memory.sweep(before: date, grace: grace)
    }

    func forecast(
        before date: Date,
        grace: TimeInterval,
        events: Date?
    ) async throws(StoreError) -> SweepForecast {
        try check()
        return try await memory.forecast(before: date, grace: grace, events: events)
    }

    func lastSweep() async throws(StoreError) -> Date? {
        try check()
        return try await memory.lastSweep()
    }

    func time() async throws(StoreError) -> Date? {
        try check()
        return state.withLock { $0.time }
    }

    /// The time by the store's own clock; `nil` for a store without one.
    var databaseTime: Date? {
        get { state.withLock { $0.time } }
        set { state.withLock { $0.time = newValue } }
    }

    func forgetEvents(before date: Date) async throws(StoreError) -> Int {
        try check()
        return try await memory.forgetEvents(before: date)
    }

    func checkHealth() async throws(StoreError) { try check() }
    func close() async throws(StoreError) { try await memory.close() }

    func account(_ id: Account.ID) async throws(StoreError) -> Account? {
        try check()
        return try await memory.account(id)
    }

    func account(_ kind: AccountIdentifier.Kind, _ value: String) async throws(StoreError) -> Account? {
        try check()
        return try await memory.account(kind, value)
    }

    func customFields(of account: Account.ID, in client: Client.ID) async throws(StoreError) -> CustomFields? {
        try check()
        return try await memory.customFields(of: account, in: client)
    }

    func accounts(after id: Account.ID?, limit: Int) async throws(StoreError) -> [Account] {
        try check()
        return try await memory.accounts(after: id, limit: limit)
    }

    func client(_ id: Client.ID) async throws(StoreError) -> Client? {
        try check()
        return try await memory.client(id)
    }

    func clients() async throws(StoreError) -> [Client] {
        try check()
        return try await memory.clients()
    }

    func usage(of id: Client.ID, at now: Date) async throws(StoreError) -> ClientUsage {
        try check()
        return try await memory.usage(of: id, at: now)
    }

    func consents(of account: Account.ID) async throws(StoreError) -> [Consent] {
        try check()
        return try await memory.consents(of: account)
    }

    func consent(_ account: Account.ID, _ client: Client.ID) async throws(StoreError) -> Consent? {
        try check()
        return try await memory.consent(account, client)
    }

    func transaction(_ id: TransactionRecord.ID) async throws(StoreError) -> TransactionRecord? {
        try check()
        return try await memory.transaction(id)
    }

    func code(_ id: AuthorizationCode.ID) async throws(StoreError) -> AuthorizationCode? {
        try check()
        return try await memory.code(id)
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

    func takeDueMail(at now: Date, until: Date, limit: Int) async throws(StoreError) -> [QueuedMail] {
        try check()
        return try await memory.takeDueMail(at: now, until: until, limit: limit)
    }

    func nextMailDue() async throws(StoreError) -> Date? {
        try check()
        return try await memory.nextMailDue()
    }

    func events(
        of account: Account.ID?,
        before id: AuditEvent.ID?,
        limit: Int
    ) async throws(StoreError) -> [AuditEvent] {
        try check()
        return try await memory.events(of: account, before: id, limit: limit)
    }

    func counter(_ key: String, at now: Date) async throws(StoreError) -> Counter? {
        try check()
        return try await memory.counter(key, at: now)
    }

    private func check(_ operation: String = #function) throws(StoreError) {
        state.withLock { $0.operations.append(operation) }
        if isDown { throw .unavailable("Told to be down.") }
    }
}

extension Change {
    /// The name of the case, and of the case within it.
    fileprivate var kind: String {
        let outer = Mirror(reflecting: self).children.first
        let inner = outer.flatMap { Mirror(reflecting: $0.value).children.first?.label }
        return [outer?.label, inner].compactMap(\.self).joined(separator: ".")
    }
}
