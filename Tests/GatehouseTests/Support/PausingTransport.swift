import Foundation
import GatehouseWire
import HTTPTypes

@testable import Gatehouse

/// A transport on which token requests wait until the test resumes them.
struct PausingTransport: HTTPTransport {
    let server: FakeServer
    let pause: @Sendable () async -> Void

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        if request.path == TokenEndpoint.path { await pause() }
        return try await server.send(request, body: body)
    }
}
