import GatehouseStore
import GatehouseThreads
import GatehouseWire

/// A database connection that reconnects automatically, with the thread that it is used on.
///
/// The thread belongs to this connection only, so its work may block.
actor ConnectionWorker {
    private let url: Secret
    /// The hosts to choose from; `nil` stands for the only one.
    private let hosts: [DatabaseHost?]
    private let timeouts: StatementTimeouts
    private let thread: ThreadExecutor
    let environment: RetryTiming
    private let tracker: PrimaryTracker
    private var connection: PostgresConnection?
    /// The database server of the connection.
    private var primary: Primary?
    private var failures = 0
    /// The reason that there is no connection, which is diagnosed rarely because this takes more connections.
    private var diagnosis: StoreError?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - url: The database URL.
    ///   - name: The thread's name in a debugger.
    ///   - timeouts: The timeouts of statements.
    ///   - tracker: The known database server, shared by all connections of a store.
    ///   - environment: The timing of retries.
    init(
        to url: Secret,
        name: String,
        _ timeouts: StatementTimeouts,
        tracker: PrimaryTracker = PrimaryTracker(),
        environment: RetryTiming
    ) {
        self.url = url
        hosts = DatabaseHost.all(in: url) ?? [nil]
        self.tracker = tracker
        self.timeouts = timeouts
        self.environment = environment
        thread = ThreadExecutor(name: name)
    }

    /// Connects, and migrates the schema.
    ///
    /// - Parameter mayCreateSchema: Whether to create a missing schema.
    /// - Returns: Whether there is a schema.
    /// - Throws: ``StoreError``, with a remedy for operators.
    func open(mayCreateSchema: Bool) async throws(StoreError) -> Bool {
        do throws(PostgresConnectionError) {
            let known = tracker.known
            let (connection, _) = try connect(.migrating, countsChecks: false)
            if !mayCreateSchema, try !PostgresMigrations.hasSchema(over: connection) { return false }
            try await PostgresMigrations.migrate(over: connection, environment)
            _ = try tracker.admit([.read(over: connection)], after: known)
            return true
        } catch {
            throw error == .lost ? ConnectionDiagnosis.reason(for: url) : StoreError(error)
        }
    }

    /// Processes the requests in the queue until it is closed and empty.
    ///
    /// Requests stay in the queue while there is no connection, so that other workers may process them.
    ///
    /// - Parameters:
    ///   - queue: The requests.
    ///   - work: Processes the requests, and returns whether the connection can be reused.
    func serve<Job>(
        _ queue: RequestQueue<Job>,
        _ work: (isolated ConnectionWorker, [Job], PostgresConnection) async -> Bool
    ) async {
        queue.jobs.join()
        while queue.jobs.waitForJobs() {
            guard let connection = await readyConnection(for: queue) else { continue }
            let jobs = queue.jobs.take()
            guard !jobs.isEmpty, await !work(self, jobs, connection) else { continue }
            drop(for: queue)
        }
        drop(for: queue)
    }

    private func drop<Job>(for queue: RequestQueue<Job>) {
        if connection != nil { queue.connectionClosed() }
        connection = nil
    }

    private func readyConnection<Job>(for queue: RequestQueue<Job>) async -> PostgresConnection? {
        if let connection, connection.isAlive, let primary, tracker.isCurrent(primary) { return connection }
        drop(for: queue)
        do throws(PostgresConnectionError) {
            let (connection, primary) = try connect(timeouts)
            (self.connection, self.primary) = (connection, primary)
            (failures, diagnosis) = (0, nil)
            queue.connectionOpened()
            return connection
        } catch {
            failures += 1
            switch error {
            case .refused: queue.failIfUnserved(StoreError(error))
            case .failed: if failures > Self.attempts { queue.failIfUnserved(StoreError(error)) }
            case .lost: if failures > Self.attempts { queue.failIfUnserved(diagnose()) }
            }
            queue.jobs.wakeAnother()
            await environment.pause(afterFailure: failures)
            return nil
        }
    }

    private func diagnose() -> StoreError {
        if let diagnosis, !failures.isMultiple(of: Self.attempts) { return diagnosis }
        let found = ConnectionDiagnosis.reason(for: url)
        diagnosis = found
        return found
    }

    /// Connects to the primary.
    ///
    /// Compares all hosts that respond: the first one that accepts writes may be an old primary that came back.
    ///
    /// - Parameters:
    ///   - timeouts: The timeouts of statements.
    ///   - countsChecks: Whether to compare the count of health checks, whose table a migration may create or lock.
    /// - Returns: The connection, and the server that it has reached.
    /// - Throws: ``PostgresConnectionError/refused(_:)`` if there is no suitable server.
    private func connect(
        _ timeouts: StatementTimeouts,
        countsChecks: Bool = true
    ) throws(PostgresConnectionError) -> (connection: PostgresConnection, primary: Primary) {
        var known = tracker.known
        if !countsChecks { known.checks = 0 }
        var found: [(connection: PostgresConnection, primary: Primary)] = []
        var failure: PostgresConnectionError?
        // Each unreachable host would delay every connection until the time limit: tried if no other one is suitable.
        let unreachable = hosts.filter { $0.map(tracker.isUnreachable) ?? false }
        for group in [hosts.filter { !unreachable.contains($0) }, unreachable] {
            for host in group {
                do throws(PostgresConnectionError) {
                    let connection = try PostgresConnection(to: url, at: host, timeouts)
                    let primary: Primary = try countsChecks ? .read(over: connection) : .identity(over: connection)
                    found.append((connection, primary))
                } catch {
                    if let host { tracker.connectionFailed(to: host) }
                    // A lost connection tells operators less than a reason.
                    if failure == nil || failure == .lost { failure = error }
                }
            }
            guard !found.isEmpty else { continue }
            do throws(PostgresConnectionError) {
                return found[try tracker.admit(found.map(\.primary), after: known)]
            } catch {
                // Such as an old primary that came back, while its successor did not respond for a moment.
                failure = error
            }
        }
        throw failure ?? .lost
    }

    /// The number of connection attempts before callers fail instead of waiting: about two seconds if the host
    /// responds.
    static let attempts = 6
}
