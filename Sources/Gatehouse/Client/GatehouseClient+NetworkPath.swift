#if canImport(Network)
import Network

extension GatehouseClient.Environment {
    /// The system's path monitor: an element for each path to the network that can be used.
    static func pathChanges() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let watch = Task(name: "gatehouse network path") {
                for await path in NWPathMonitor() where path.status == .satisfied { continuation.yield() }
                continuation.finish()
            }
            continuation.onTermination = { _ in watch.cancel() }
        }
    }
}
#endif
