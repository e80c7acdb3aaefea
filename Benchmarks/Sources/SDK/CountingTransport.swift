import Foundation
import Gatehouse
import GatehouseConcurrency
import HTTPTypes

/// The SDK's transport, which counts and times requests.
final class CountingTransport: HTTPTransport {
    private struct State {
        var refreshes = 0
        var time = Duration.zero
    }

    private let state = Mutex(State())

    /// Returns the number of refreshes since the last call, and the total time of all requests.
    func take() -> (refreshes: Int, time: Duration) {
        state.withLock { state in
            defer { state = State() }
            return (state.refreshes, state.time)
        }
    }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let isRefresh = body.map { String(decoding: $0, as: UTF8.self).contains("grant_type=refresh_token") } ?? false
        let began = ContinuousClock.now
        defer {
            let time = began.duration(to: .now)
            state.withLock { state in
                if isRefresh { state.refreshes += 1 }
                state.time += time
            }
        }
        return try await URLSessionTransport.shared.send(request, body: body)
    }
}
