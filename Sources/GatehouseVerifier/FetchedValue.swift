import GatehouseConcurrency

/// The reason that a document of the issuer could not be fetched, for logs.
struct FetchError: Error, Sendable, Hashable {
    let detail: String

    init(_ detail: String) {
        self.detail = detail
    }
}

/// The times at which a ``FetchedValue`` is fetched again.
struct FetchPolicy: Sendable {
    /// The age after which the value is fetched again in the background, unless its response names another.
    var lifetime: Duration
    /// The age after which the value is not used any more.
    var maximumAge: Duration
    /// The minimum time between two fetches that callers request because the value lacks something.
    var refreshInterval: Duration
    /// The minimum time between a failed fetch and the next one.
    var retryInterval: Duration
}

/// A value that one task fetches for all callers, and that is kept while it cannot be fetched again.
final class FetchedValue<Value: Sendable>: Sendable {
    /// A value with the number of its fetch.
    struct Version: Sendable {
        let value: Value
        let number: Int
    }

    /// A fetched value.
    struct Fetched: Sendable {
        let value: Value
        /// The time for which the response may be reused; `nil` if it names none.
        var lifetime: Duration?
    }

    private struct State {
        var current: Version?
        var fetchedAt = Duration.zero
        var lifetime = Duration.zero
        var failure: (error: FetchError, at: Duration)?
        var task: Task<Void, Never>?
    }

    private let policy: FetchPolicy
    private let uptime: @Sendable () -> Duration
    private let fetch: @Sendable () async throws(FetchError) -> Fetched
    private let replaced: @Sendable (_ previous: Value, _ current: Value) -> Void
    private let state = Mutex(State())

    /// Creates a value that is fetched when it is first needed.
    ///
    /// - Parameters:
    ///   - policy: The times at which it is fetched again.
    ///   - uptime: A monotonic clock.
    ///   - replaced: Called after a value was replaced by another, which callers get already.
    ///   - fetch: Fetches the value.
    init(
        _ policy: FetchPolicy,
        uptime: @escaping @Sendable () -> Duration,
        replaced: @escaping @Sendable (_ previous: Value, _ current: Value) -> Void = { _, _ in },
        fetch: @escaping @Sendable () async throws(FetchError) -> Fetched
    ) {
        self.policy = policy
        self.uptime = uptime
        self.replaced = replaced
        self.fetch = fetch
    }

    /// Returns the value, fetching it if there is none; an old one is returned and fetched again in the background.
    ///
    /// - Throws: `FetchError` if there is no value and it cannot be fetched.
    func current() async throws(FetchError) -> Version {
        let now = uptime()
        let (usable, task, failure) = state.withLock { state -> (Version?, Task<Void, Never>?, FetchError?) in
            let age = now - state.fetchedAt
            let usable = age < policy.maximumAge ? state.current : nil
            if usable != nil, age < state.lifetime { return (usable, nil, nil) }
            if let failure = recentFailure(in: state, at: now) { return (usable, nil, failure) }
            return (usable, start(in: &state), nil)
        }
        if let usable { return usable }
        if let failure { throw failure }
        await task?.value
        return try result()
    }

    /// Returns a newer value than one that lacks something.
    ///
    /// - Parameter version: The value that lacks something.
    /// - Returns: The newer value; `nil` if the present one was fetched too recently to fetch it again.
    /// - Throws: `FetchError` if the value cannot be fetched.
    func newer(than version: Version) async throws(FetchError) -> Version? {
        let now = uptime()
        let (newer, task, failure) = state.withLock { state -> (Version?, Task<Void, Never>?, FetchError?) in
            if let current = state.current, current.number > version.number { return (current, nil, nil) }
            if let failure = recentFailure(in: state, at: now) { return (nil, nil, failure) }
            guard state.task != nil || now - state.fetchedAt >= policy.refreshInterval else { return (nil, nil, nil) }
            return (nil, start(in: &state), nil)
        }
        if let newer { return newer }
        if let failure { throw failure }
        guard let task else { return nil }
        await task.value
        let current = try result()
        return current.number > version.number ? current : nil
    }

    private func recentFailure(in state: State, at now: Duration) -> FetchError? {
        guard state.task == nil, let failure = state.failure, now - failure.at < policy.retryInterval else {
            return nil
        }
        return failure.error
    }

    /// Returns the result of the latest fetch.
    private func result() throws(FetchError) -> Version {
        let (current, failure) = state.withLock { ($0.current, $0.failure) }
        if let failure { throw failure.error }
        guard let current else { throw FetchError("The fetch was cancelled.") }
        return current
    }

    /// Joins or starts the fetch; callers that are cancelled do not cancel it for others.
    private func start(in state: inout State) -> Task<Void, Never> {
        if let task = state.task { return task }
        let task = Task { [self] in
            let outcome: Result<Fetched, FetchError>
            do throws(FetchError) {
                outcome = .success(try await fetch())
            } catch {
                outcome = .failure(error)
            }
            finish(outcome)
        }
        state.task = task
        return task
    }

    private func finish(_ outcome: Result<Fetched, FetchError>) {
        let now = uptime()
        let (previous, current) = state.withLock { state -> (Version?, Version?) in
            let previous = state.current
            state.task = nil
            switch outcome {
            case .success(let fetched):
                state.current = Version(value: fetched.value, number: (previous?.number ?? 0) + 1)
                state.fetchedAt = now
                state.lifetime = fetched.lifetime ?? policy.lifetime
                state.failure = nil
            case .failure(let error):
                state.failure = (error, now)
            }
            return (previous, state.current)
        }
        if let previous, let current, current.number > previous.number { replaced(previous.value, current.value) }
    }
}
