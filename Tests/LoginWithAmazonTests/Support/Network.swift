import Foundation
import Gatehouse
import GatehouseConcurrency
import HTTPTypes

/// A transport that fails when the test requests it.
final class Network: HTTPTransport {
    enum Fault: Sendable {
        case isDown
        case responds(Int, String, type: String)
        /// The server limits the rate for a number of seconds.
        case rateLimits(Int)
        /// The request is sent twice, and the second response is used.
        case isSentTwice
        /// The request body is modified.
        case modifies(@Sendable (String) -> String)
    }

    private struct State {
        var faults: [(path: String, fault: Fault)] = []
        var requests: [(host: String, path: String)] = []
        var isDown = false
    }

    private let server: any HTTPTransport
    private let state = Mutex(State())

    init(to server: any HTTPTransport) {
        self.server = server
    }

    func failNext(_ path: String, times: Int = 1, _ fault: Fault) {
        state.withLock { $0.faults += Array(repeating: (path, fault), count: times) }
    }

    func setReachable(_ isReachable: Bool) {
        state.withLock { $0.isDown = !isReachable }
    }

    /// Returns the number of requests to a path.
    func count(_ path: String) -> Int {
        state.withLock { $0.requests.count { $0.path == path } }
    }

    /// The host and path of each request, in order.
    var requests: [String] {
        state.withLock { $0.requests.map { $0.host + $0.path } }
    }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let path = String((request.path ?? "").prefix { $0 != "?" })
        let fault = state.withLock { state -> Fault? in
            state.requests.append((request.authority ?? "", path))
            if state.isDown { return .isDown }
            guard let index = state.faults.firstIndex(where: { $0.path == path }) else { return nil }
            return state.faults.remove(at: index).fault
        }
        switch fault {
        case nil: return try await server.send(request, body: body)
        case .isDown?: throw TransportError(.unreachable, "The test interrupted the connection.")
        case .responds(let status, let text, let type)?:
            return (HTTPResponse(status: .init(code: status), headerFields: [.contentType: type]), Data(text.utf8))
        case .rateLimits(let seconds)?:
            return (HTTPResponse(status: .tooManyRequests, headerFields: [.retryAfter: "\(seconds)"]), Data())
        case .isSentTwice?:
            _ = try await server.send(request, body: body)
            return try await server.send(request, body: body)
        case .modifies(let change)?:
            let changed = body.map { Data(change(String(decoding: $0, as: UTF8.self)).utf8) }
            return try await server.send(request, body: changed)
        }
    }
}

extension HTTPRequest {
    /// Creates a request that posts a form.
    static func form(_ path: String, at server: URL) -> HTTPRequest {
        var request = HTTPRequest(method: .post, scheme: server.scheme, authority: server.host(), path: path)
        request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        return request
    }
}
