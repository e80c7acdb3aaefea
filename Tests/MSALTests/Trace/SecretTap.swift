import Foundation
import Gatehouse
import GatehouseTesting
import HTTPTypes
import Synchronization

/// A way to a server that keeps every secret that goes over it, and spoils an answer on demand.
final class SecretTap: HTTPTransport {
    let network: InProcessTransport
    private let trace: TestTrace
    private let spoiler = Mutex<(@Sendable (Data) -> Data)?>(nil)

    init(to server: TestServer, _ trace: TestTrace) {
        network = InProcessTransport(to: server)
        self.trace = trace
    }

    /// Spoils the next answer with a token in it.
    func spoilNext(_ spoil: @escaping @Sendable (Data) -> Data) {
        spoiler.withLock { $0 = spoil }
    }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let (response, data) = try await Optional(trace).keep(request, body: body) {
            () async throws(TransportError) in try await network.send(request, body: body)
        }
        guard String(decoding: data, as: UTF8.self).contains("access_token") else { return (response, data) }
        let spoil = spoiler.withLock { spoiler in
            defer { spoiler = nil }
            return spoiler
        }
        return (response, spoil?(data) ?? data)
    }
}
