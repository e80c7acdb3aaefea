import Foundation
import GatehouseConcurrency
import GatehouseWire
import HTTPTypes

@testable import Gatehouse

/// A transport that applies one fault to every request until it is cleared.
final class FaultyTransport: HTTPTransport {
    /// A fault of the network or the server.
    enum Fault: Sendable {
        /// The server handles the request, but its response is lost.
        case responseLost
        /// The request is lost.
        case requestLost
        /// No connection can be made, so nothing leaves the device.
        case noConnection
        /// The server handles the request, but its response arrives after the timeout.
        case slow
        /// A 429 response with a `Retry-After` of 30 seconds.
        case rateLimited
        /// A response with this status and no body.
        case status(HTTPResponse.Status)
        /// The page of a captive portal.
        case html
        /// The server handles the request, and half of its response arrives.
        case truncated
        /// The server has ended the session.
        case revoked
    }

    private let server: FakeServer
    private let state = Mutex<(fault: Fault?, sent: Int)>((nil, 0))

    init(to server: FakeServer) {
        self.server = server
    }

    /// Sets the fault of all later requests; `nil` clears it.
    func setFault(_ fault: Fault?) {
        state.withLock { $0.fault = fault }
    }

    /// The number of requests sent, whatever their outcome.
    var sent: Int { state.withLock(\.sent) }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let fault = state.withLock { state in
            state.sent += 1
            return state.fault
        }
        switch fault {
        case .requestLost: throw TransportError(.unreachable, "The connection broke.")
        case .noConnection: throw TransportError(.unreachable, "no route", wasNeverSent: true)
        case .rateLimited: return (HTTPResponse(status: .tooManyRequests, headerFields: [.retryAfter: "30"]), Data())
        case .status(let status): return (HTTPResponse(status: status), Data())
        case .html: return (HTTPResponse(status: .ok), Data("<html>Sign in to the hotel’s network</html>".utf8))
        case .revoked where String(decoding: body ?? Data(), as: UTF8.self).contains(GrantType.refreshToken.rawValue):
            let error = OAuthError(.invalidGrant, "ended")
            return (HTTPResponse(status: error.status, headerFields: error.fields), error.body())
        case .responseLost, .slow, .truncated, .revoked, nil: break
        }
        let (response, data) = try await server.send(request, body: body)
        return switch fault {
        case .responseLost: throw TransportError(.unreachable, "The connection broke.")
        case .slow: throw TransportError(.timedOut, "No answer within thirty seconds.")
        case .truncated: (response, data.prefix(data.count / 2))
        default: (response, data)
        }
    }
}

/// A gate at which callers wait until the test releases or fails them.
final class ManualGate: Sendable {
    private let held = Mutex<[CheckedContinuation<TransportError?, Never>]>([])

    func wait() async -> TransportError? {
        await withCheckedContinuation { continuation in
            held.withLock { $0.append(continuation) }
        }
    }

    /// Releases a random waiting caller; returns `false` if none is waiting.
    func release(_ fault: TransportError?, using random: inout SeededGenerator) -> Bool {
        let continuation = held.withLock { held -> CheckedContinuation<TransportError?, Never>? in
            guard let index = held.indices.randomElement(using: &random) else { return nil }
            return held.remove(at: index)
        }
        continuation?.resume(returning: fault)
        return continuation != nil
    }
}
