import Foundation
import Gatehouse
import GatehouseConcurrency
import GatehouseTesting
import HTTPTypes

/// A transport that records every secret and corrupts responses on demand.
final class SecretCapturingTransport: HTTPTransport {
    let network: InProcessTransport
    private let trace: TestTrace
    private let corruption = Mutex<(@Sendable (Data) -> Data)?>(nil)

    init(to server: TestServer, _ trace: TestTrace) {
        network = InProcessTransport(to: server)
        self.trace = trace
    }

    /// Corrupts the next response with a token.
    func corruptNext(_ corrupt: @escaping @Sendable (Data) -> Data) {
        corruption.withLock { $0 = corrupt }
    }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let (response, data) = try await Optional(trace).keep(request, body: body) {
            () async throws(TransportError) in try await network.send(request, body: body)
        }
        guard String(decoding: data, as: UTF8.self).contains("access_token") else { return (response, data) }
        let corrupt = corruption.withLock { corruption in
            defer { corruption = nil }
            return corruption
        }
        return (response, corrupt?(data) ?? data)
    }
}
