import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Synchronization

/// A network that somebody listens on: it keeps what was sent, so that it can be sent again, and tells when it was answered.
final class Wiretap: HTTPTransport {
    struct Message: Sendable {
        let request: HTTPRequest
        let body: Data?
        var path: String { String((request.path ?? "").prefix { $0 != "?" }) }
    }

    /// The paths of the requests that were answered, from the first one on; for one listener.
    let answered: AsyncStream<String>
    private let network: Mutex<any HTTPTransport>
    private let messages = Mutex<[Message]>([])
    private let answers: AsyncStream<String>.Continuation

    init(on network: any HTTPTransport) {
        self.network = Mutex(network)
        (answered, answers) = AsyncStream.makeStream()
    }

    /// The last request for a path.
    func last(_ path: String) -> Message? {
        messages.withLock { $0.last { $0.path == path } }
    }

    /// Carries what follows over another network.
    func move(to network: any HTTPTransport) {
        self.network.withLock { $0 = network }
    }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let message = Message(request: request, body: body)
        messages.withLock { $0.append(message) }
        let network = network.withLock { $0 }
        let answer = try await network.send(request, body: body)
        answers.yield(message.path)
        return answer
    }
}
