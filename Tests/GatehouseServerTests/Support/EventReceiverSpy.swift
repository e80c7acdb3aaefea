import Foundation
import GatehouseConcurrency
import GatehouseServer
import GatehouseTesting
import GatehouseWire

/// A receiver of events that records the requests, and responds as configured.
final class EventReceiverSpy: EventPoster {
    struct Request: Sendable {
        let url: String
        let fields: [String: String]
        let body: Data
    }

    private let state: Mutex<(responses: [Result<PostResponse, RemoteDocumentError>], requests: [Request])>

    /// - Parameter responses: The responses to the first requests; further ones get status 204.
    init(_ responses: Result<PostResponse, RemoteDocumentError>...) {
        state = Mutex((responses, []))
    }

    var requests: [Request] { state.withLock(\.requests) }

    func post(
        _ body: Data,
        fields: [(name: String, value: String)],
        to url: RemoteURL
    ) async throws(RemoteDocumentError) -> PostResponse {
        let fields = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        let response = state.withLock { state in
            state.requests.append(Request(url: url.text, fields: fields, body: body))
            return state.responses.isEmpty ? .success(PostResponse(status: 204)) : state.responses.removeFirst()
        }
        return try response.get()
    }
}

/// A receiver of events that takes four seconds of the clock for each request.
final class SlowReceiver: EventPoster {
    private let clock: TestClock
    private let spy = EventReceiverSpy()

    init(_ clock: TestClock) {
        self.clock = clock
    }

    var requests: [EventReceiverSpy.Request] { spy.requests }

    func post(
        _ body: Data,
        fields: [(name: String, value: String)],
        to url: RemoteURL
    ) async throws(RemoteDocumentError) -> PostResponse {
        clock.advance(by: 4)
        return try await spy.post(body, fields: fields, to: url)
    }
}

/// A host of receivers, of which the one named `down` responds with status 503 until a time.
final class FailingReceiver: EventPoster {
    private let end: Date
    private let clock: TestClock
    private let all = Mutex<[(url: String, at: Date)]>([])

    init(until end: Date, _ clock: TestClock) {
        self.end = end
        self.clock = clock
    }

    /// The requests with their times.
    var attempts: [(url: String, at: Date)] { all.withLock { $0 } }

    func post(
        _ body: Data,
        fields: [(name: String, value: String)],
        to url: RemoteURL
    ) async throws(RemoteDocumentError) -> PostResponse {
        let now = clock.now
        all.withLock { $0.append((url.text, now)) }
        return PostResponse(status: url.text.contains("down") && now < end ? 503 : 204)
    }
}
