import GatehouseThreads
import GatehouseWire

/// A watch of all hosts in a database URL, which notices a promoted standby while the old primary still answers.
///
/// Connections to the old primary would otherwise continue to serve it.
struct HostWatch: Sendable {
    private let probes: [HostProbe]

    /// Returns a watch; `nil` if the URL has only one host.
    init?(of url: Secret, for tracker: PrimaryTracker, environment: RetryTiming) {
        guard let hosts = DatabaseHost.all(in: url) else { return nil }
        probes = hosts.map { HostProbe(of: $0, in: url, for: tracker, environment: environment) }
    }

    /// Watches the hosts until the task is cancelled.
    func run() async {
        await withTaskGroup { group in
            for probe in probes { group.addTask { await probe.run() } }
        }
    }
}

/// A connection to one host, with a thread of its own: a host that does not respond must not delay the others.
private actor HostProbe {
    private let host: DatabaseHost
    private let settings: ConnectionSettings
    private let tracker: PrimaryTracker
    private let environment: RetryTiming
    private let thread = ThreadExecutor(name: "gatehouse-watch")
    private var connection: PostgresConnection?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    init(of host: DatabaseHost, in url: Secret, for tracker: PrimaryTracker, environment: RetryTiming) {
        self.host = host
        settings = ConnectionSettings(url, at: host, acceptsStandby: true)
        self.tracker = tracker
        self.environment = environment
    }

    /// Observes the host every second until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            tracker.observe(state(), at: host)
            await environment.pauseBetweenWatches()
        }
    }

    private func state() -> HostState {
        do throws(PostgresConnectionError) {
            // The connection to a standby survives its promotion. If it has ended, a new one shows whether the host can
            // be reached: workers connect to unreachable hosts last, and to all of them.
            let open =
                if let connection, connection.isAlive { connection } else {
                    try PostgresConnection(unchecked: settings, .probing)
                }
            connection = open
            let primary = try Primary.identity(over: open)
            return primary.system == nil ? .other : .primary(primary)
        } catch {
            connection = nil
            return .unreachable
        }
    }
}
