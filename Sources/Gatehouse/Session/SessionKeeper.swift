import Foundation
import GatehouseWire

/// Carries out what ``SessionMachine`` decides.
actor SessionKeeper {
    private var machine = SessionMachine()
    private var callers: [Int: CheckedContinuation<Result<StoredGrant, AuthError>, Never>] = [:]
    private var tickets: [Int: CheckedContinuation<TokenStoreError?, Never>] = [:]
    private var lastNumber = 0
    private var delivery: Task<Void, Never>?
    private var failures: [String: AuthError] = [:]

    private let key: TokenKey
    private let store: any TokenStore
    let server: any ServerDialect
    let clock: ServerClock
    private let sleep: @Sendable (Duration) async throws -> Void
    private let executor: (any TaskExecutor)?
    private let states: SessionStates

    init(
        key: TokenKey,
        store: any TokenStore,
        server: any ServerDialect,
        clock: ServerClock,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        executor: (any TaskExecutor)? = nil,
        states: SessionStates
    ) {
        self.key = key
        self.store = store
        self.server = server
        self.clock = clock
        self.sleep = sleep
        self.executor = executor
        self.states = states
    }

    // MARK: What the client asks

    /// What is stored now.
    func sessions() async throws(AuthError) -> StoredSessions {
        try await settle { .look(ticket: $0) }
        return machine.sessions
    }

    /// What this process holds for true, without a look into the store.
    var known: StoredSessions { machine.sessions }

    /// A session with an access token that is valid for so long, refreshed when need be.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - refused: An access token that a service has refused.
    ///   - wish: What the token is to be for.
    ///   - leeway: How many seconds the token must still be valid.
    /// - Returns: The session with that token.
    /// - Throws: ``AuthError`` when there is no such token; of kind `signedOut` only when the session has ended.
    func grant(
        _ id: String,
        refused: Secret? = nil,
        for wish: TokenWish = TokenWish(),
        leeway: TimeInterval
    ) async throws(AuthError) -> StoredGrant {
        let caller = number()
        let want = SessionMachine.Want(
            caller: caller,
            grant: id,
            refused: refused,
            wish: wish,
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

    /// Forgets what is stored, readable or not.
    func clear() async throws(AuthError) {
        do throws(TokenStoreError) {
            try await store.remove(key)
        } catch {
            throw AuthError(error)
        }
        try await settle { .look(ticket: $0) }
    }

    /// Tells the server which sessions have ended.
    ///
    /// - Returns: What failed, by the session, for those the server has not been told of.
    @discardableResult
    func deliver() async -> [String: AuthError] {
        startDelivery()
        await delivery?.value
        let waiting = Set(machine.sessions.outbox.map(\.id))
        return failures.filter { waiting.contains($0.key) }
    }

    /// Begins to tell the server which sessions have ended, unless that is under way or there are none.
    func startDelivery() {
        guard delivery == nil, !machine.sessions.outbox.isEmpty else { return }
        delivery = start("gatehouse revocation") { await $0.deliverAll() }
    }

    private func deliverAll() async {
        failures = [:]
        var tried: Set<String> = []
        while let revocation = machine.sessions.outbox.first(where: { !tried.contains($0.id) }) {
            tried.insert(revocation.id)
            if let error = await server.revoke(revocation) {
                failures[revocation.id] = error
            } else {
                // Waits until that is stored, so that a process which ends now does not tell it again.
                try? await settle { .change(.delivered(revocation.id), ticket: $0) }
            }
        }
        delivery = nil
    }

    // MARK: Effects

    private func number() -> Int {
        lastNumber += 1
        return lastNumber
    }

    private func settle(_ input: (_ ticket: Int) -> SessionMachine.Input) async throws(AuthError) {
        let ticket = number()
        let input = input(ticket)
        let failure = await withCheckedContinuation { continuation in
            tickets[ticket] = continuation
            handle(input)
        }
        if let failure { throw AuthError(failure) }
    }

    private func handle(_ input: SessionMachine.Input) {
        for effect in machine.handle(input) { perform(effect) }
    }

    /// Starts a task that goes on here; only one with an executor of its own begins elsewhere, and comes later than who is resumed now.
    @discardableResult
    private func start(
        _ name: String,
        _ body: @escaping @Sendable (isolated SessionKeeper) async -> Void
    ) -> Task<Void, Never> {
        guard let executor else { return Task(name: name) { await body(self) } }
        return Task(name: name, executorPreference: executor) { await body(self) }
    }

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
        case .publish(let state):
            states.publish(state)
        }
    }

    private func refresh(_ grant: StoredGrant, _ attempt: Int, for wish: TokenWish) async {
        let turn = await takeTurn()
        let isOutdated = turn == nil ? false : await isOutdated(grant)
        let outcome = isOutdated ? .outdated : await server.refresh(grant, for: wish)
        handle(.answer(grant: grant.id, attempt: attempt, outcome, now: clock.now))
        guard case .renewed = outcome else { return }
        // The next process may look once the new tokens are stored, and the read that is due follows the save.
        if turn != nil { _ = try? await sessions() }
        withExtendedLifetime(turn) { startDelivery() }
    }

    /// Waits until no other process refreshes; `nil` when the store knows no turns, or another process takes too long.
    ///
    /// Going on without the turn is no danger to the session: a server answers a token that was just used once more.
    private func takeTurn() async -> RefreshTurn? {
        guard let store = store as? any RefreshLocking else { return nil }
        for pause in [50, 100, 200, 400, 800, 1600, 3200] {
            guard let turn = try? await store.takeTurn(key) else {
                guard (try? await sleep(.milliseconds(pause))) != nil else { return nil }
                continue
            }
            return turn
        }
        return nil
    }

    /// Whether another process has stored something else for the session than what was last read here.
    private func isOutdated(_ grant: StoredGrant) async -> Bool {
        do throws(TokenStoreError) {
            let found = try await store.load(key)
            return found?.grant(grant.id)?.refreshToken != machine.base?.grant(grant.id)?.refreshToken
        } catch {
            return false
        }
    }

    private func read() async {
        do throws(TokenStoreError) {
            handle(.read(.success(try await store.load(key))))
        } catch {
            handle(.read(.failure(error)))
        }
    }

    private func save(_ changes: [StoreChange]) async {
        do throws(TokenStoreError) {
            handle(.saved(try await replace(changes)))
        } catch {
            handle(.saveFailed(error))
        }
    }

    /// Applies the steps to what is stored, on top of whatever other processes do at the same time.
    private func replace(_ changes: [StoreChange]) async throws(TokenStoreError) -> StoredSessions {
        var conflict = TokenStoreError(.conflict, "Other processes write all the time.")
        for _ in 0..<16 {
            let found = try await store.load(key)
            var next = (found ?? StoredSessions()).applying(changes)
            if let found, next == found { return found }
            next.generation = (found?.generation ?? 0) + 1
            do throws(TokenStoreError) {
                try await store.save(next, for: key, replacing: found?.generation)
                return next
            } catch {
                guard error.kind == .conflict else { throw error }
                conflict = error
            }
        }
        throw conflict
    }
}
