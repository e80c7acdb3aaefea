import Foundation
import Gatehouse
import GatehouseConcurrency
import GatehouseTesting
import GatehouseWire
import HTTPTypes

/// A transport that records requests, so that a test can replay them, and reports the paths that were answered.
final class RecordingTransport: HTTPTransport {
    struct Message: Sendable {
        let request: HTTPRequest
        let body: Data?
        var path: String { String((request.path ?? "").prefix { $0 != "?" }) }
    }

    /// The paths of the answered requests; for a single consumer.
    let answered: AsyncStream<String>
    private let network: Mutex<any HTTPTransport>
    private let messages = Mutex<[Message]>([])
    private let responses: AsyncStream<String>.Continuation

    init(on network: any HTTPTransport) {
        self.network = Mutex(network)
        (answered, responses) = AsyncStream.makeStream()
    }

    /// Returns the last request for a path.
    func last(_ path: String) -> Message? {
        messages.withLock { $0.last { $0.path == path } }
    }

    /// Returns all requests for a path, oldest first.
    func all(_ path: String) -> [Message] {
        messages.withLock { $0.filter { $0.path == path } }
    }

    /// Sends the following requests over another transport.
    func move(to network: any HTTPTransport) {
        self.network.withLock { $0 = network }
    }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let message = Message(request: request, body: body)
        messages.withLock { $0.append(message) }
        let network = network.withLock { $0 }
        let response = try await network.send(request, body: body)
        responses.yield(message.path)
        return response
    }
}
