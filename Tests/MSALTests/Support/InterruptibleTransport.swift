import Foundation
import Gatehouse
import GatehouseConcurrency
import HTTPTypes

/// A transport that a test can interrupt: requests fail and no response arrives.
final class InterruptibleTransport: HTTPTransport {
    private struct State {
        var transport: (any HTTPTransport)?
        var isInterrupted = false
    }

    private let state = Mutex(State())

    /// Inserts the transport into a configuration.
    func install(_ configuration: inout GatehouseClient.Configuration) {
        state.withLock { $0.transport = configuration.transport }
        configuration.transport = self
    }

    func setInterrupted(_ isInterrupted: Bool) {
        state.withLock { $0.isInterrupted = isInterrupted }
    }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        guard let transport = state.withLock({ $0.isInterrupted ? nil : $0.transport }) else {
            throw TransportError(.unreachable, "The test interrupted the connection.")
        }
        return try await transport.send(request, body: body)
    }
}
