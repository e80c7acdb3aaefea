import Foundation
import GatehouseWire

/// Performs the effects of the ``SessionStateMachine``.
actor SessionManager {
    private(set) var machine: SessionStateMachine
    private var waiters: [Int: CheckedContinuation<Result<StoredSession, AuthError>, Never>] = [:]
    private var pendingRequests: [Int: CheckedContinuation<TokenStoreError?, Never>] = [:]
    private var lastNumber = 0
    /// The locks held until their tokens are saved.
    private var locksAwaitingSave: [RefreshLockHandle] = []
    private(set) var storeWatch: Task<Void, Never>?
    /// Whether the store can be watched, as far as is known.
    private var isStoreWatchable = true

    let service: any SessionService
    /// The ways to involve the user in operations on the account.
    nonisolated let interaction: UserInteraction
    let persistence: SessionPersistence
    /// The seconds before expiration at which an access token is refreshed.
    let leeway: TimeInterval
    let tasks: TaskTracker
    let recorder: EventRecorder
    /// The state that is readable without an actor hop.
    nonisolated let cache = SessionCache()
    nonisolated let codeRedemptions = CodeRedemptions()
    private let environment: ClientEnvironment
    private let refresher: TokenRefresher
    private let revocations: RevocationSender
    private let states: StreamBroadcaster<SessionState>
    private let events: StreamBroadcaster<SessionEvent>

    init(
        service: any SessionService,
        interaction: UserInteraction = UserInteraction(),
        persistence: SessionPersistence,
        tasks: TaskTracker,
        recorder: EventRecorder,
        environment: ClientEnvironment,
        leeway: TimeInterval,
        returnsExpiringTokens: Bool,
        states: StreamBroadcaster<SessionState>,
        events: StreamBroadcaster<SessionEvent>
    ) {
        self.service = service
        self.interaction = interaction
        self.persistence = persistence
        self.tasks = tasks
        self.environment = environment
        self.states = states
        self.events = events
        self.recorder = recorder
        self.leeway = leeway
        refresher = TokenRefresher(service: service, persistence: persistence, sleep: environment.sleep)
        revocations = RevocationSender(service: service, clock: persistence.clock, tasks: tasks, recorder: recorder)
        machine = SessionStateMachine(
            revokesEndedSessions: service.accountPolicy.revokesEndedSessions,
            returnsExpiringTokens: returnsExpiringTokens
        )
    }

    deinit {
        storeWatch?.cancel()
    }

    /// The estimated clock of the server.
    nonisolated var clock: ServerClock { persistence.clock }

    /// The sessions known to this process, without reading the store.
    var knownSessions: StoredSessions { machine.effectiveSessions }

    // MARK: Sessions

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

    /// Returns a session with a valid access token, refreshing it if necessary.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - rejected: An access token that a service has rejected.
    ///   - tokenRequest: The requested scopes and claims.
    ///   - isUrgent: Whether a user is waiting, so that the backoff is skipped.
    ///   - leeway: The seconds for which the token must be valid; one that expires earlier is refreshed in the
    ///     background. By default those of the configuration.
    /// - Returns: The session with that token.
    /// - Throws: ``AuthError`` if there is no such token; with the code `signedOut` only if the session has ended.
    func validSession(
        _ id: String,
        rejected: Secret? = nil,
        for tokenRequest: AccessTokenRequest = AccessTokenRequest(),
        isUrgent: Bool = false,
        leeway: TimeInterval? = nil
    ) async throws(AuthError) -> StoredSession {
        applySynchronousSignOuts()
        let caller = number()
        let waiter = SessionStateMachine.Waiter(
            caller: caller,
            sessionID: id,
            rejected: rejected,
            tokenRequest: tokenRequest,
            isUrgent: isUrgent,
            leeway: leeway ?? self.leeway,
            now: clock.now
        )
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiters[caller] = continuation
                process(.tokenRequested(waiter))
            }
        } onCancel: {
            tasks.start("gatehouse cancellation", isWaitedFor: false) {
                await self.process(.waiterCancelled(caller: caller))
            }
        }
        return try result.get()
    }

    /// Stores a new session and makes it current.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - revoking: Whether to revoke the replaced sessions, if the policy allows it.
    ///   - expected: The sessions one of which may be current; `nil` for any.
    /// - Throws: ``AuthError`` with a `store…` code if it cannot be stored; `cancelled` if another session is current.
    ///   Nothing has changed then.
    func add(
        _ session: StoredSession,
        revoking: Bool = true,
        onlyIfCurrentIn expected: Set<String>? = nil
    ) async throws(AuthError) {
        let since = revoking && service.accountPolicy.revokesReplacedSessions ? clock.now : nil
        let change = service.accountPolicy.signIn(session, revocationTime: since)
        guard let expected else { return try await submit(change) }
        try await submit(.ifCurrent(in: expected, change))
        guard machine.effectiveSessions.session(session.id) != nil || machine.endReasons[session.id] != nil else {
            throw .cancelled("Another account has signed in on this device meanwhile.")
        }
    }

    /// Makes the session of another account current.
    ///
    /// - Throws: `signedOut` if the account is not signed in on this device.
    func select(_ account: Account) async throws(AuthError) -> StoredSession {
        guard let session = try await sessions().sessions.first(where: { $0.account.id == account.id }) else {
            throw .signedOut(.noSession)
        }
        try await submit(.select(session.id))
        return session
    }

    /// Ends sessions on the device immediately; returns when the store has been written.
    func end(
        _ ids: Set<String>,
        because reason: SignedOutReason,
        revoking: Bool = true
    ) async throws(AuthError) {
        let now = revoking && service.accountPolicy.revokesEndedSessions ? clock.now : nil
        try await submit { .endRequested(ids, reason, requestID: $0, now: now) }
    }

    /// Removes the stored data only while it is corrupt, and reads the store again.
    func removeCorruptData() async throws(AuthError) {
        do throws(TokenStoreError) {
            try await persistence.sessions.removeCorrupt()
        } catch {
            throw error.authError
        }
        _ = try await sessions()
    }

    // MARK: Revocations

    /// Enqueues the revocation of tokens that could not be stored.
    func enqueueRevocation(of session: StoredSession) {
        guard service.accountPolicy.revokesEndedSessions else { return }
        let token = session.refreshToken ?? session.accessToken
        let revocation = PendingRevocation(id: session.id, token: token, since: clock.now)
        process(.mutationRequested(.enqueueRevocation(revocation), requestID: nil))
    }

    /// Starts to send pending revocations, unless that is in progress or there are none.
    func startSendingRevocations() {
        if !machine.effectiveSessions.pendingRevocations.isEmpty { revocations.start(self) }
    }

    /// Sends all pending revocations.
    ///
    /// - Returns: The failures, by session.
    @discardableResult
    func sendRevocations() async -> [String: AuthError] {
        startSendingRevocations()
        let errors = await revocations.finish()
        let waiting = Set(machine.effectiveSessions.pendingRevocations.map(\.id))
        return errors.filter { waiting.contains($0.key) }
    }

    // MARK: Pending work

    /// Retries failed refreshes and revocations immediately; if the system and not the app requests it, only refreshes
    /// that failed because of the network.
    func retryPendingWork(isAutomatic: Bool = false) {
        process(.networkAvailable(now: clock.now, isAutomatic: isAutomatic))
        startSendingRevocations()
    }

    /// Sends all pending revocations and waits for all background work, for at most the limit.
    ///
    /// The wait does not depend on this actor, which a store that blocks its caller could hold up.
    nonisolated func finish(within limit: Duration) async {
        await tasks.finish(within: limit) {
            // Finds sessions that were ended synchronously.
            _ = try? await self.sessions()
            await self.sendRevocations()
        }
    }

    // MARK: Effects

    private func number() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Stores a mutation; returns when the store has been written.
    func submit(_ change: StoreMutation) async throws(AuthError) {
        try await submit { .mutationRequested(change, requestID: $0) }
    }

    private func submit(_ event: (_ requestID: Int) -> SessionStateMachine.Event) async throws(AuthError) {
        let requestID = number()
        let event = event(requestID)
        let failure = await withCheckedContinuation { continuation in
            pendingRequests[requestID] = continuation
            process(event)
        }
        if let failure { throw failure.authError }
    }

    private func process(_ event: SessionStateMachine.Event) {
        let wasRead = machine.lastStored != nil
        let effects = machine.process(event)
        recorder.record(event, effects, wasRead: wasRead)
        // Updates the cache before callers resume.
        if machine.lastStored != nil { cache.update(machine.effectiveSessions) }
        for effect in effects { perform(effect) }
        releaseLocksOfSavedTokens()
        if storeWatch == nil { watchStore() }
    }

    private func perform(_ effect: SessionStateMachine.Effect) {
        switch effect {
        case .readStore:
            tasks.start("gatehouse store") { await self.readStore() }
        case .writeStore(let changes):
            tasks.start("gatehouse store") { await self.writeStore(changes) }
        case .refreshTokens(let session, let attempt, let tokenRequest):
            tasks.start("gatehouse refresh") { await self.refresh(session, attempt, for: tokenRequest) }
        case .resumeWaiter(let caller, let result):
            waiters.removeValue(forKey: caller)?.resume(returning: result)
        case .completeRequest(let requestID, let error):
            pendingRequests.removeValue(forKey: requestID)?.resume(returning: error)
        case .scheduleRefreshRetry(let session, let failures, let seconds):
            tasks.schedule(after: seconds) { [weak self, clock] in
                await self?.process(.refreshRetryDue(session: session, failures: failures, now: clock.now))
            }
        case .scheduleStoreRetry(let seconds):
            tasks.schedule(after: seconds) { [weak self] in await self?.process(.storeRetryDue) }
        case .publishState(let state):
            states.publish(state)
        case .publishEvent(let event):
            events.publish(event)
        }
    }

    private func readStore() async {
        do throws(TokenStoreError) {
            let found = try await persistence.read()
            applySynchronousSignOuts()
            let isFirst = machine.lastStored == nil
            process(.storeRead(.success(found)))
            if isFirst { await recover() }
        } catch {
            process(.storeRead(.failure(error)))
        }
    }

    /// Resumes refreshes that ended processes have begun, and sends pending revocations.
    private func recover() async {
        let entries = (try? await persistence.refreshLock.abandonedEntries(persistence.key)) ?? []
        if !entries.isEmpty { process(.interruptedRefreshesFound(entries, now: clock.now)) }
        startSendingRevocations()
    }

    private func writeStore(_ changes: [StoreMutation]) async {
        do throws(TokenStoreError) {
            let stored = try await persistence.save(changes)
            applySynchronousSignOuts()
            process(.storeWritten(stored))
        } catch {
            process(.storeWriteFailed(error))
        }
    }

    private func refresh(_ session: StoredSession, _ attempt: Int, for tokenRequest: AccessTokenRequest) async {
        let (outcome, lock) = await refresher.refresh(session, for: tokenRequest, in: self)
        let chance = Double(environment.randomBytes(1).first ?? 0) / 255
        // Tokens that arrive after a sign-out are revoked.
        applySynchronousSignOuts()
        process(.refreshCompleted(session: session.id, attempt: attempt, outcome, now: clock.now, chance: chance))
        guard case .refreshed = outcome, let lock else { return }
        // Holds the lock until the new tokens are saved, so that other processes do not read the old ones.
        locksAwaitingSave.append(lock)
        releaseLocksOfSavedTokens()
        startSendingRevocations()
    }

    /// Releases the locks whose tokens have been saved.
    private func releaseLocksOfSavedTokens() {
        let locks = locksAwaitingSave
        guard !locks.isEmpty, machine.isSaved else { return }
        locksAwaitingSave = []
        tasks.start("gatehouse refresh lock") { for lock in locks { await lock.clearJournal() } }
    }

    /// Ends the sessions that were ended synchronously, with their reason, which the store does not contain.
    private func applySynchronousSignOuts() {
        let ids = cache.drainEnded()
        guard !ids.isEmpty else { return }
        let since = service.accountPolicy.revokesEndedSessions ? clock.now : nil
        process(.endRequested(ids, .requested, requestID: nil, now: since))
    }

    // MARK: Changes from outside

    /// Re-reads the store whenever another process changes it, as long as there is a session that could end there.
    private func watchStore() {
        guard isStoreWatchable, !knownSessions.sessions.isEmpty else { return }
        guard let changes = persistence.store.changes(of: persistence.key, sleep: environment.backgroundSleep) else {
            isStoreWatchable = false
            return
        }
        storeWatch = tasks.watch("gatehouse watch", for: { changes }) { [weak self] in
            _ = try? await self?.sessions()
        } atEnd: { [weak self] in
            await self?.endWatch()
        }
    }

    private func endWatch() async {
        _ = try? await sessions()
        storeWatch = nil
    }

    /// Retries what failed because of the network each time it may be back, until the task is cancelled.
    nonisolated func retryPendingWork(after changes: @escaping @Sendable () -> AsyncStream<Void>) -> Task<Void, Never> {
        tasks.watch("gatehouse network", for: changes) { [weak self] in
            await self?.retryPendingWork(isAutomatic: true)
        }
    }
}

extension SessionManager: RefreshedSessions {
    func waitUntilTokensAreSaved() async throws(AuthError) {
        guard !locksAwaitingSave.isEmpty else { return }
        try await persistence.checkWritable()
        _ = try await sessions()
    }

    // The tokens here may be newer than those stored, but the store must not have changed since it was last read.
    func hasOtherTokens(than session: StoredSession, stored: StoredSession?) -> Bool {
        machine.effectiveSessions.session(session.id)?.tokens != session.tokens
            || stored?.tokens != machine.lastStored?.session(session.id)?.tokens
    }
}

extension SessionManager: RevocationQueue {
    func nextRevocation(notIn attempted: Set<String>) -> PendingRevocation? {
        machine.effectiveSessions.pendingRevocations.first { !attempted.contains($0.id) }
    }

    func markRevocationFailed(_ id: String, at now: Date) {
        process(.mutationRequested(.markRevocationFailed(id, at: now), requestID: nil))
    }

    func removeRevocation(_ id: String) async {
        try? await submit(.removeRevocation(id))
    }
}
