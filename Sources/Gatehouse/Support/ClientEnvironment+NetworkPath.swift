#if canImport(Network)
import Network

extension ClientEnvironment {
    /// Returns a stream of the system's path monitor, with an element for each usable path to the network.
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
