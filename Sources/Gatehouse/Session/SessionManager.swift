import Foundation
import GatehouseWire

/// Performs the effects of the ``SessionStateMachine``.
actor SessionManager {
    private(set) var machine: SessionStateMachine
    private var waiters: [Int: CheckedContinuation<Result<StoredSession, AuthError>, Never>] = [:]
    private var pendingRequests: [Int: CheckedContinuation<TokenStoreError?, Never>] = [:]
    private var lastNumber = 0
    var revocationTask: Task<Void, Never>?
    /// The locks held until their tokens are saved.
    var locksAwaitingSave: [RefreshLockHandle] = []
    var revocationErrors: [String: AuthError] = [:]
    /// The sessions that imported refresh tokens were exchanged for, and exchanges in progress, by fingerprint.
    var refreshedImports: [String: StoredSession] = [:]
    var runningImports: [String: Task<RefreshOutcome, Never>] = [:]
    nonisolated let importLock = ImportLock()
    private var timers: [Int: Task<Void, Never>] = [:]
    var storeWatch: Task<Void, Never>?

    /// The number of active tasks that waiters wait for.
    private var activeTaskCount = 0
    private var idleContinuations: [CheckedContinuation<Void, Never>] = []

    let key: TokenStoreKey
    let store: any TokenStore
    let server: any ProtocolAdapter
    let clock: ServerClock
    /// The state that is readable without an actor hop.
    nonisolated let cache = SessionCache()
    let recorder = EventRingBuffer()
    let refreshLock: any RefreshLockProvider
    let leaseOwner: LeaseOwner
    let environment: GatehouseClient.ClientEnvironment
    let executor: (any TaskExecutor)?
    private let states: StreamBroadcaster<SessionState>
    private let events: StreamBroadcaster<SessionEvent>

    init(
        key: TokenStoreKey,
        store: any TokenStore,
        server: any ProtocolAdapter,
        clock: ServerClock,
        environment: GatehouseClient.ClientEnvironment,
        returnsExpiringTokens: Bool,
        executor: (any TaskExecutor)? = nil,
        states: StreamBroadcaster<SessionState>,
        events: StreamBroadcaster<SessionEvent>
    ) {
        self.key = key
        self.store = store
        self.server = server
        self.clock = clock
        self.environment = environment
        self.executor = executor
        self.states = states
        self.events = events
        let leaseOwner = LeaseOwner(process: LeaseOwner.process, client: environment.randomBytes(4).hexadecimal)
        self.leaseOwner = leaseOwner
        machine = SessionStateMachine(
            revokesEndedSessions: server.accountPolicy != .singleAccountLocalOnly,
            returnsExpiringTokens: returnsExpiringTokens
        )
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        // iOS kills an app that is suspended while it holds a file lock in a shared container.
        refreshLock = LeaseRefreshLock(store: store, owner: leaseOwner, clock: clock)
        #else
        refreshLock =
            if let store = store as? any RefreshLock {
                StoreRefreshLock(store: store)
            } else {
                LeaseRefreshLock(store: store, owner: leaseOwner, clock: clock)
            }
        #endif
    }

    deinit {
        storeWatch?.cancel()
        for (_, timer) in timers.sorted(by: { $0.key < $1.key }) { timer.cancel() }
    }

    /// Resumes refreshes that ended processes have begun, and sends pending revocations.
    func recover() async {
        if let entries = try? await refreshLock.abandonedEntries(key), !entries.isEmpty {
            process(.interruptedRefreshesFound(entries, now: clock.now))
        }
        startSendingRevocations()
    }

    // MARK: Requests of the client

    /// Reads the store and returns the sessions.
    func sessions() async throws(AuthError) -> StoredSessions {
        try await submit { .readRequested(requestID: $0) }
        return machine.effectiveSessions
    }

    /// Reads the store and returns a session.
    ///
    /// - Throws: ``AuthError`` with the code `signedOut` and the reason if it has ended.
    func session(_ id: String) async throws(AuthError) -> StoredSession {
        guard let session = try await sessions().session(id) else {
            throw .signedOut(machine.endReasons[id] ?? .endedByAnotherProcess)
        }
        return session
    }

    /// The sessions known to this process, without reading the store.
    var knownSessions: StoredSessions { machine.effectiveSessions }

    /// Returns a session with a valid access token, refreshing it if necessary.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - rejected: An access token that a service has rejected.
    ///   - tokenRequest: The requested scopes and claims.
    ///   - isUrgent: Whether a user is waiting, so that the backoff is skipped.
    ///   - leeway: The seconds for which the token must be valid; one that expires earlier is refreshed in the
    ///     background.
    /// - Returns: The session with that token.
    /// - Throws: ``AuthError`` if there is no such token; with the code `signedOut` only if the session has ended.
    func validSession(
        _ id: String,
        rejected: Secret? = nil,
        for tokenRequest: AccessTokenRequest = AccessTokenRequest(),
        isUrgent: Bool = false,
        leeway: TimeInterval
    ) async throws(AuthError) -> StoredSession {
        applySynchronousSignOuts()
        let caller = number()
        let waiter = SessionStateMachine.Waiter(
            caller: caller,
            sessionID: id,
            rejected: rejected,
            tokenRequest: tokenRequest,
            isUrgent: isUrgent,
            leeway: leeway,
            now: clock.now
        )
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiters[caller] = continuation
                process(.tokenRequested(waiter))
            }
        } onCancel: {
            Task(executorPreference: executor) { await self.process(.waiterCancelled(caller: caller)) }
        }
        return try result.get()
    }

    /// Retries failed refreshes and revocations immediately; if the system and not the app requests it, only refreshes
    /// that failed because of the network.
    func retryPendingWork(isAutomatic: Bool = false) {
        process(.networkAvailable(now: clock.now, isAutomatic: isAutomatic))
        startSendingRevocations()
    }

    /// Checks whether tokens can be stored.
    func checkWritable() async throws(AuthError) {
        do throws(TokenStoreError) {
            try await store.checkWritable(key)
        } catch {
            throw AuthError(error)
        }
    }

    /// Stores a new session and makes it current.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - revoking: Whether to revoke the replaced sessions, if the policy allows it.
    /// - Throws: ``AuthError`` with a `store…` code if it cannot be stored; nothing has changed then.
    func add(_ session: StoredSession, revoking: Bool = true) async throws(AuthError) {
        let since = revoking && server.accountPolicy.revokesReplacedSessions ? clock.now : nil
        let change: StoreMutation =
            switch server.accountPolicy {
            case .multipleAccounts: .add(session, revocationTime: since)
            case .singleAccount, .singleAccountSharedWithBrowser, .singleAccountLocalOnly:
                .replaceAll(session, revocationTime: since)
            }
        try await submit { .mutationRequested(change, requestID: $0) }
    }

    /// Makes another session current.
    func select(_ id: String) async throws(AuthError) {
        try await submit { .mutationRequested(.select(id), requestID: $0) }
    }

    /// Ends sessions on the device immediately; returns when the store has been written.
    func end(
        _ ids: Set<String>,
        because reason: SignedOutReason,
        revoking: Bool = true
    ) async throws(AuthError) {
        let now = revoking && server.accountPolicy != .singleAccountLocalOnly ? clock.now : nil
        try await submit { .endRequested(ids, reason, requestID: $0, now: now) }
    }

    /// Updates the account of a session; returns when the store has been written, or could not be.
    func updateAccount(_ id: String, as account: Account) async {
        guard let known = machine.effectiveSessions.session(id)?.account, known != account else { return }
        try? await submit { .mutationRequested(.updateAccount(id, account), requestID: $0) }
    }

    /// Returns whether the profile was fetched within that time, by the server's clock.
    func isRecent(_ profile: CachedProfile, within age: TimeInterval) -> Bool {
        abs(clock.now.timeIntervalSince(profile.fetchedAt)) < age
    }

    /// Caches the user's claims with the session; returns when the store has been written, or could not be.
    func cacheProfile(_ id: String, _ claims: StandardClaims) async {
        try? await submit {
            .mutationRequested(.cacheProfile(id, CachedProfile(claims: claims, fetchedAt: clock.now)), requestID: $0)
        }
    }

    /// Enqueues the revocation of tokens that could not be stored.
    func enqueueRevocation(of session: StoredSession) {
        guard server.accountPolicy != .singleAccountLocalOnly else { return }
        let token = session.refreshToken ?? session.accessToken
        let revocation = PendingRevocation(id: session.id, token: token, since: clock.now)
        process(.mutationRequested(.enqueueRevocation(revocation), requestID: nil))
    }

    /// Removes corrupt stored data; sessions still known to this process end and are revoked.
    func discardCorruptStore() async throws(AuthError) {
        let lost = machine.effectiveSessions.sessions
        // The end cannot be stored, but applies in memory.
        if !lost.isEmpty { try? await end(Set(lost.map(\.id)), because: .requested) }
        try await removeCorruptData()
        for session in lost { enqueueRevocation(of: session) }
    }

    /// Removes the stored data only while it is corrupt: another process may have signed in since.
    func removeCorruptData() async throws(AuthError) {
        do throws(TokenStoreError) {
            if let store = store as? any CorruptDataRemoving {
                try await store.removeCorrupt(key)
            } else {
                do throws(TokenStoreError) {
                    _ = try await store.load(key)
                } catch {
                    guard error.code == .corrupt else { throw error }
                    try await store.remove(key)
                }
            }
        } catch {
            throw AuthError(error)
        }
        try await submit { .readRequested(requestID: $0) }
    }

    // MARK: Effects

    private func number() -> Int {
        lastNumber += 1
        return lastNumber
    }

    func submit(_ event: (_ requestID: Int) -> SessionStateMachine.Event) async throws(AuthError) {
        let requestID = number()
        let event = event(requestID)
        let failure = await withCheckedContinuation { continuation in
            pendingRequests[requestID] = continuation
            process(event)
        }
        if let failure { throw AuthError(failure) }
    }

    func process(_ event: SessionStateMachine.Event) {
        let wasRead = machine.lastStored != nil
        let effects = machine.process(event)
        record(event, effects, wasRead: wasRead)
        // Updates the cache before callers resume.
        if machine.lastStored != nil { cache.update(machine.effectiveSessions) }
        for effect in effects { perform(effect) }
        releaseLocksOfSavedTokens()
        if storeWatch == nil { watchStore() }
    }

    /// Processes an input after a delay, unless this object is released before.
    private func process(_ event: @escaping @Sendable (Date) -> SessionStateMachine.Event, after seconds: TimeInterval)
    {
        let number = number()
        let (sleep, clock) = (environment.backgroundSleep, clock)
        timers[number] = Task(name: "gatehouse timer", executorPreference: executor) { [weak self] in
            guard (try? await sleep(.seconds(seconds))) != nil else { return }
            await self?.timerFired(number, event(clock.now))
        }
    }

    private func timerFired(_ number: Int, _ event: SessionStateMachine.Event) {
        timers[number] = nil
        process(event)
    }

    /// Starts a task on this actor.
    ///
    /// With an executor of its own, the task begins elsewhere and runs after callers
    /// resumed now.
    @discardableResult
    func start<Value: Sendable>(
        _ name: String,
        isWaitedFor: Bool = true,
        _ body: @escaping @Sendable (isolated SessionManager) async -> Value
    ) -> Task<Value, Never> {
        if isWaitedFor { activeTaskCount += 1 }
        let run: @Sendable (isolated SessionManager) async -> Value = {
            let value = await body($0)
            if isWaitedFor { $0.end() }
            return value
        }
        guard let executor else { return Task(name: name) { await run(self) } }
        return Task(name: name, executorPreference: executor) { await run(self) }
    }

    private func end() {
        activeTaskCount -= 1
        guard activeTaskCount == 0 else { return }
        for continuation in idleContinuations { continuation.resume() }
        idleContinuations = []
    }

    /// Waits until no tracked task is active.
    func waitUntilIdle() async {
        guard activeTaskCount > 0 else { return }
        await withCheckedContinuation { idleContinuations.append($0) }
    }

    /// Whether a refresh is in progress.
    var isRefreshing: Bool { !machine.coordinator.refreshes.isEmpty }

    /// Whether a refresh request is in progress or waits for the lock.
    var isRequestingTokens: Bool {
        machine.coordinator.refreshes.values.contains { if case .awaitingServer = $0.stage { true } else { false } }
    }

    /// Returns the backoff of a session's refresh.
    func backoff(of id: String) -> RefreshBackoff? { machine.coordinator.backoffs[id] }

    private func perform(_ effect: SessionStateMachine.Effect) {
        switch effect {
        case .readStore:
            start("gatehouse store") { await $0.readStore() }
        case .writeStore(let changes):
            start("gatehouse store") { await $0.writeStore(changes) }
        case .refreshTokens(let session, let attempt, let tokenRequest):
            start("gatehouse refresh") { await $0.refresh(session, attempt, for: tokenRequest) }
        case .resumeWaiter(let caller, let result):
            waiters.removeValue(forKey: caller)?.resume(returning: result)
        case .completeRequest(let requestID, let error):
            pendingRequests.removeValue(forKey: requestID)?.resume(returning: error)
        case .scheduleRefreshRetry(let session, let failures, let seconds):
            process({ .refreshRetryDue(session: session, failures: failures, now: $0) }, after: seconds)
        case .scheduleStoreRetry(let seconds):
            process({ _ in .storeRetryDue }, after: seconds)
        case .publishState(let state):
            states.publish(state)
        case .publishEvent(let event):
            events.publish(event)
        }
    }
}
