import GatehouseStore
import GatehouseWire

/// One connection to the database, which opens again by itself, and the thread that it is used on.
///
/// The thread belongs to this connection alone: what is done here may block.
actor Connection {
    private let url: Secret
    private let patience: Patience
    private let thread: ConnectionThread
    let environment: ConnectionEnvironment
    private let tracker: PrimaryTracker
    private var link: Link?
    /// The database server of the link.
    private var primary: Primary?
    private var failures = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - url: The database.
    ///   - name: What the thread is called in a debugger.
    ///   - patience: How long its statements may take.
    ///   - tracker: The known database server, shared by all connections of a store.
    ///   - environment: Waiting and chance.
    init(
        to url: Secret,
        name: String,
        _ patience: Patience,
        tracker: PrimaryTracker = PrimaryTracker(),
        environment: ConnectionEnvironment
    ) {
        self.url = url
        self.tracker = tracker
        self.patience = patience
        self.environment = environment
        thread = ConnectionThread(name: name)
    }

    deinit { thread.stop() }

    /// Connects, and brings the schema up to date.
    ///
    /// - Parameter mayMakeSchema: Whether to make one where there is none.
    /// - Returns: Whether there is one.
    /// - Throws: ``StoreError``, with what an operator can do about it.
    func open(mayMakeSchema: Bool) async throws(StoreError) -> Bool {
        do throws(LinkError) {
            let link = try Link(to: url, .migrating)
            if !mayMakeSchema, try !Migrations.haveBegun(over: link) { return false }
            try await Migrations.bringUpToDate(over: link, environment)
            try tracker.admit(link.primary(), after: 0)
            return true
        } catch {
            throw error == .lost ? Link.complaint(about: url) : StoreError(error)
        }
    }

    /// Takes what waits in the queue, piece by piece, until the queue is closed and empty.
    ///
    /// What waits while there is no link stays in the queue, where others may take it.
    ///
    /// - Parameters:
    ///   - queue: The work.
    ///   - limit: How many are done at a time.
    ///   - work: Does it; answers whether the link may be used again.
    func serve<Job>(
        _ queue: JobQueue<Job>,
        atMost limit: Int,
        _ work: (isolated Connection, [Job], Link) async -> Bool
    ) async {
        while queue.waitForWork() {
            guard let link = await readyLink(for: queue) else { continue }
            let jobs = queue.take(atMost: limit)
            guard !jobs.isEmpty, await !work(self, jobs, link) else { continue }
            drop(for: queue)
        }
        drop(for: queue)
    }

    private func drop<Job>(for queue: JobQueue<Job>) {
        if link != nil { queue.linkWasLost() }
        link = nil
    }

    private func readyLink<Job>(for queue: JobQueue<Job>) async -> Link? {
        if let link, link.isAlive, let primary, tracker.isCurrent(primary) { return link }
        drop(for: queue)
        do throws(LinkError) {
            let link = try Link(to: url, patience)
            let checks = tracker.checks
            let primary = try link.primary()
            try tracker.admit(primary, after: checks)
            (self.link, self.primary) = (link, primary)
            failures = 0
            queue.linkWasMade()
            return link
        } catch {
            failures += 1
            switch error {
            case .refused: queue.giveUp(StoreError(error))
            case .lost, .failed: if failures > Self.attempts { queue.giveUp(.unreachable) }
            }
            queue.passOn()
            await environment.pause(afterFailure: failures)
            return nil
        }
    }

    /// After so many attempts, which take about two seconds where the host answers, callers no longer wait for the database to come back.
    static let attempts = 6
}
