import Foundation
import Gatehouse
import HTTPTypes
import Synchronization

/// The SDK's own transport, which counts and times what goes through it.
final class CountingTransport: HTTPTransport {
    private struct State {
        var requests = 0
        var time = Duration.zero
    }

    private let state = Mutex(State())

    /// How many requests there were since the last look, and how long they took together.
    func take() -> (requests: Int, time: Duration) {
        state.withLock { state in
            defer { state = State() }
            return (state.requests, state.time)
        }
    }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let began = ContinuousClock.now
        defer {
            let time = began.duration(to: .now)
            state.withLock { state in
                state.requests += 1
                state.time += time
            }
        }
        return try await URLSessionTransport.shared.send(request, body: body)
    }
}
