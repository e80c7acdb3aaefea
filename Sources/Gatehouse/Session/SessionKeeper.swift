import Foundation
import GatehouseWire

/// Carries out what ``SessionMachine`` decides.
actor SessionKeeper {
    private(set) var machine: SessionMachine
    private var callers: [Int: CheckedContinuation<Result<StoredGrant, AuthError>, Never>] = [:]
    private var tickets: [Int: CheckedContinuation<TokenStoreError?, Never>] = [:]
    private var lastNumber = 0
    var delivery: Task<Void, Never>?
    /// The turns whose tokens are not stored yet.
    var unsavedTurns: [RefreshTurn] = []
    var failures: [String: AuthError] = [:]
    /// What refresh tokens have become that were handed in, and which are being traded for others, by their fingerprints.
    var renewals: [String: StoredGrant] = [:]
    var renewing: [String: Task<RefreshOutcome, Never>] = [:]
    nonisolated let adoptionTurns = AdoptionTurns()
    private var timers: [Int: Task<Void, Never>] = [:]
    var storeWatch: Task<Void, Never>?

    /// How much is under way that was begun here.
    private var underWay = 0
    private var idlers: [CheckedContinuation<Void, Never>] = []

    let key: TokenKey
    let store: any TokenStore
    let server: any ServerDialect
    let clock: ServerClock
    /// What can be known without asking this actor.
    nonisolated let snapshot = SessionSnapshot()
    let recorder = FlightRecorder()
    let turns: any RefreshTurns
    let holder: LeaseHolder
    let environment: GatehouseClient.Environment
    let executor: (any TaskExecutor)?
    private let states: Broadcast<SessionState>
    private let events: Broadcast<SessionEvent>

    init(
        key: TokenKey,
        store: any TokenStore,
        server: any ServerDialect,
        clock: ServerClock,
        environment: GatehouseClient.Environment,
        lendsExpiringTokens: Bool,
        executor: (any TaskExecutor)? = nil,
        states: Broadcast<SessionState>,
        events: Broadcast<SessionEvent>
    ) {
        self.key = key
        self.store = store
        self.server = server
        self.clock = clock
        self.environment = environment
        self.executor = executor
        self.states = states
        self.events = events
        let holder = LeaseHolder(process: LeaseHolder.process, client: environment.randomBytes(4).hexadecimal)
        self.holder = holder
        machine = SessionMachine(
            tellsServer: server.sessionRule != .oneOnDevice,
            lendsExpiringTokens: lendsExpiringTokens
        )
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        // The system kills an app that is suspended while it holds a lock in a container shared with others.
        turns = LeasedTurns(store: store, holder: holder, clock: clock)
        #else
        turns =
            if let store = store as? any RefreshLocking {
                SystemTurns(store: store)
            } else {
                LeasedTurns(store: store, holder: holder, clock: clock)
            }
        #endif
    }

    deinit {
        storeWatch?.cancel()
        for (_, timer) in timers.sorted(by: { $0.key < $1.key }) { timer.cancel() }
    }

    /// Brings refreshes to an end that somebody who is gone had begun, and tells the server what it has not heard yet.
    func recover() async {
        if let intents = try? await turns.openIntents(key), !intents.isEmpty {
            handle(.interrupted(intents, now: clock.now))
        }
        startDelivery()
    }

    // MARK: What the client asks

    /// What is stored now.
    func sessions() async throws(AuthError) -> StoredSessions {
        try await settle { .look(ticket: $0) }
        return machine.sessions
    }

    /// A session as it is stored now.
    ///
    /// - Throws: ``AuthError`` of the code `signedOut`, with the reason, when it has ended.
    func stored(_ id: String) async throws(AuthError) -> StoredGrant {
        guard let grant = try await sessions().grant(id) else { throw .signedOut(machine.endings[id] ?? .elsewhere) }
        return grant
    }

    /// What this process holds for true, without a look into the store.
    var known: StoredSessions { machine.sessions }

    /// A session with an access token that is valid for so long, refreshed when need be.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - refused: An access token that a service has refused.
    ///   - wish: What the token is to be for.
    ///   - isUrgent: Whether a person waits who has just asked for it, so that no pause after failures is kept.
    ///   - leeway: How many seconds the token is to be valid; one that is valid for less is renewed while nobody waits.
    /// - Returns: The session with that token.
    /// - Throws: ``AuthError`` when there is no such token; of kind `signedOut` only when the session has ended.
    func grant(
        _ id: String,
        refused: Secret? = nil,
        for wish: TokenWish = TokenWish(),
        isUrgent: Bool = false,
        leeway: TimeInterval
    ) async throws(AuthError) -> StoredGrant {
        endWhatWasForgotten()
        let caller = number()
        let want = SessionMachine.Want(
            caller: caller,
            grant: id,
            refused: refused,
            wish: wish,
            isUrgent: isUrgent,
            leeway: leeway,
            now: clock.now
        )
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                callers[caller] = continuation
                handle(.want(want))
            }
        } onCancel: {
            Task(executorPreference: executor) { await self.handle(.abandon(caller: caller)) }
        }
        return try result.get()
    }

    /// Tries again at once what has failed because the server could not be reached.
    func reconnect() {
        handle(.reconnected(now: clock.now))
        startDelivery()
    }

    /// Whether tokens could be stored now.
    func rehearse() async throws(AuthError) {
        do throws(TokenStoreError) {
            try await store.rehearse(key)
        } catch {
            throw AuthError(error)
        }
    }

    /// Stores a new session and makes it current.
    ///
    /// - Parameters:
    ///   - grant: The session.
    ///   - tellingServer: Whether the server is to hear of the sessions whose place it takes, where the dialect wants that.
    /// - Throws: ``AuthError`` with a `store…` code when it cannot be kept, and then nothing has changed.
    func add(_ grant: StoredGrant, tellingServer: Bool = true) async throws(AuthError) {
        let since = tellingServer && server.sessionRule.tellsOfReplaced ? clock.now : nil
        let change: StoreChange =
            switch server.sessionRule {
            case .several: .add(grant, tellServerSince: since)
            case .one, .oneWithBrowser, .oneOnDevice: .replaceAll(grant, tellServerSince: since)
            }
        try await settle { .change(change, ticket: $0) }
    }

    /// Makes another session current.
    func select(_ id: String) async throws(AuthError) {
        try await settle { .change(.select(id), ticket: $0) }
    }

    /// Ends sessions at once on the device; returns when that is stored.
    func end(
        _ ids: Set<String>,
        because reason: SignedOutReason,
        tellingServer: Bool = true
    ) async throws(AuthError) {
        let now = tellingServer && server.sessionRule != .oneOnDevice ? clock.now : nil
        try await settle { .end(ids, reason, ticket: $0, now: now) }
    }

    /// Takes note of what the server says about the person of a session; returns when that is stored, or could not be.
    func describe(_ id: String, as account: Account) async {
        guard let known = machine.sessions.grant(id)?.account, known != account else { return }
        try? await settle { .change(.describe(id, account), ticket: $0) }
    }

    /// Whether the server said that not longer ago, by its own clock.
    func isRecent(_ profile: StoredProfile, within age: TimeInterval) -> Bool {
        abs(clock.now.timeIntervalSince(profile.fetchedAt)) < age
    }

    /// Keeps what the server says about the person of a session; returns when that is stored, or could not be.
    func remember(_ id: String, _ claims: StandardClaims) async {
        try? await settle { .change(.remember(id, StoredProfile(claims: claims, fetchedAt: clock.now)), ticket: $0) }
    }

    /// Has the tokens of a sign-in revoked that could not be kept.
    func forget(_ grant: StoredGrant) {
        guard server.sessionRule != .oneOnDevice else { return }
        let token = grant.refreshToken ?? grant.accessToken
        let revocation = PendingRevocation(id: grant.id, token: token, since: clock.now)
        handle(.change(.revoke(revocation), ticket: nil))
    }

    /// Forgets everything, as it cannot be read; what this process still knows of it has ended, and the server is to hear of that.
    func discard() async throws(AuthError) {
        let lost = machine.sessions.grants
        // It cannot be stored, but counts here.
        if !lost.isEmpty { try? await end(Set(lost.map(\.id)), because: .requested) }
        try await clear()
        for grant in lost { forget(grant) }
    }

    /// Forgets what is stored, as long as it cannot be read: somebody may have signed in anew meanwhile.
    func clear() async throws(AuthError) {
        do throws(TokenStoreError) {
            if let store = store as? any DamageDiscarding {
                try await store.removeDamaged(key)
            } else {
                do throws(TokenStoreError) {
                    _ = try await store.load(key)
                } catch {
                    guard error.kind == .corrupt else { throw error }
                    try await store.remove(key)
                }
            }
        } catch {
            throw AuthError(error)
        }
        try await settle { .look(ticket: $0) }
    }

    // MARK: Effects

    private func number() -> Int {
        lastNumber += 1
        return lastNumber
    }

    func settle(_ input: (_ ticket: Int) -> SessionMachine.Input) async throws(AuthError) {
        let ticket = number()
        let input = input(ticket)
        let failure = await withCheckedContinuation { continuation in
            tickets[ticket] = continuation
            handle(input)
        }
        if let failure { throw AuthError(failure) }
    }

    func handle(_ input: SessionMachine.Input) {
        let wasRead = machine.base != nil
        let effects = machine.handle(input)
        record(input, effects, wasRead: wasRead)
        // Whoever is resumed below must find what the machine knows by now.
        if machine.base != nil { snapshot.update(machine.sessions) }
        for effect in effects { perform(effect) }
        settleTurns()
        if storeWatch == nil { watchStore() }
    }

    /// Comes back with an input later, unless this goes away first.
    private func handle(_ input: @escaping @Sendable (Date) -> SessionMachine.Input, after seconds: TimeInterval) {
        let number = number()
        let (sleep, clock) = (environment.backgroundSleep, clock)
        timers[number] = Task(name: "gatehouse pause", executorPreference: executor) { [weak self] in
            guard (try? await sleep(.seconds(seconds))) != nil else { return }
            await self?.ring(number, input(clock.now))
        }
    }

    private func ring(_ number: Int, _ input: SessionMachine.Input) {
        timers[number] = nil
        handle(input)
    }

    /// Starts a task that goes on here; only one with an executor of its own begins elsewhere, and comes later than who is resumed now.
    @discardableResult
    func start<Value: Sendable>(
        _ name: String,
        isWaitedFor: Bool = true,
        _ body: @escaping @Sendable (isolated SessionKeeper) async -> Value
    ) -> Task<Value, Never> {
        if isWaitedFor { underWay += 1 }
        let run: @Sendable (isolated SessionKeeper) async -> Value = {
            let value = await body($0)
            if isWaitedFor { $0.end() }
            return value
        }
        guard let executor else { return Task(name: name) { await run(self) } }
        return Task(name: name, executorPreference: executor) { await run(self) }
    }

    private func end() {
        underWay -= 1
        guard underWay == 0 else { return }
        for idler in idlers { idler.resume() }
        idlers = []
    }

    /// Waits until nothing is under way that was begun here.
    func idle() async {
        guard underWay > 0 else { return }
        await withCheckedContinuation { idlers.append($0) }
    }

    /// Whether a refresh is under way here.
    var isRefreshing: Bool { !machine.refreshes.isEmpty }

    /// Whether the server is being asked for new tokens, or that waits for its turn.
    var isAsking: Bool { machine.refreshes.values.contains { if case .asking = $0.stage { true } else { false } } }

    /// Why a session's refresh waits.
    func backOff(of id: String) -> BackOff? { machine.backOffs[id] }

    private func perform(_ effect: SessionMachine.Effect) {
        switch effect {
        case .read:
            start("gatehouse store") { await $0.read() }
        case .save(let changes):
            start("gatehouse store") { await $0.save(changes) }
        case .refresh(let grant, let attempt, let wish):
            start("gatehouse refresh") { await $0.refresh(grant, attempt, for: wish) }
        case .resume(let caller, let result):
            callers.removeValue(forKey: caller)?.resume(returning: result)
        case .settle(let ticket, let error):
            tickets.removeValue(forKey: ticket)?.resume(returning: error)
        case .retryLater(let grant, let failures, let seconds):
            handle({ .retry(grant: grant, failures: failures, now: $0) }, after: seconds)
        case .useStoreLater(let seconds):
            handle({ _ in .useStoreAgain }, after: seconds)
        case .publish(let state):
            states.publish(state)
        case .announce(let event):
            events.publish(event)
        }
    }
}
