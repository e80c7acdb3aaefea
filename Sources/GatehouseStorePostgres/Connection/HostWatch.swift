import GatehouseThreads
import GatehouseWire

/// A watch of all hosts in a database URL, which notices a promoted standby while the old primary still answers.
///
/// Connections to the old primary would otherwise continue to serve it.
actor HostWatch {
    private let url: Secret
    private let hosts: [DatabaseHost]
    private let tracker: PrimaryTracker
    private let environment: RetryTiming
    private let thread = ThreadExecutor(name: "gatehouse-watch")
    private var connections: [DatabaseHost: PostgresConnection] = [:]

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// Returns a watch; `nil` if the URL has only one host.
    init?(of url: Secret, for tracker: PrimaryTracker, environment: RetryTiming) {
        guard let hosts = DatabaseHost.all(in: url) else { return nil }
        self.url = url
        self.hosts = hosts
        self.tracker = tracker
        self.environment = environment
    }

    /// Compares the hosts every second until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            tracker.observe(hosts.compactMap(primary))
            await environment.pauseBetweenWatches()
        }
    }

    /// Returns the server at a host; `nil` if there is none, or it is a standby.
    private func primary(at host: DatabaseHost) -> Primary? {
        let settings = ConnectionSettings(url, at: host, acceptsStandby: true)
        do throws(PostgresConnectionError) {
            // The connection to a standby survives its promotion.
            let connection =
                if let open = connections[host] { open } else { try PostgresConnection(unchecked: settings, .probing) }
            connections[host] = connection
            let primary = try Primary.identity(over: connection)
            return primary.system == nil ? nil : primary
        } catch {
            connections[host] = nil
            return nil
        }
    }
}
