import Foundation
import Gatehouse
import HTTPTypes
import Synchronization

/// The way of an app's requests, which a test can cut: then nothing arrives and nothing comes back.
final class CuttableLine: HTTPTransport {
    private struct State {
        var transport: (any HTTPTransport)?
        var isCut = false
    }

    private let state = Mutex(State())

    /// Puts itself between an app and its server.
    func join(_ configuration: inout GatehouseClient.Configuration) {
        state.withLock { $0.transport = configuration.transport }
        configuration.transport = self
    }

    func setCut(_ isCut: Bool) {
        state.withLock { $0.isCut = isCut }
    }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        guard let transport = state.withLock({ $0.isCut ? nil : $0.transport }) else {
            throw TransportError(.unreachable, "The test has cut the line.")
        }
        return try await transport.send(request, body: body)
    }
}
