import Foundation
import GatehouseWire
import HTTPTypes
import Synchronization

@testable import Gatehouse

/// The way to a server on which everything goes wrong in one way, for as long as the test likes.
final class FaultyLine: HTTPTransport {
    /// What goes wrong on the way, or at the server.
    enum Fault: Sendable {
        /// The server acts, and its answer never comes.
        case answerLost
        /// The server never hears of it.
        case requestLost
        /// No connection can be made, so nothing leaves the device.
        case noConnection
        /// The server acts, and its answer comes after the time limit.
        case slow
        /// The server asks for a pause of half a minute.
        case rateLimited
        /// An answer with this status that nobody has anything to say in.
        case status(HTTPResponse.Status)
        /// A page of a network that wants to be signed in to.
        case html
        /// The server acts, and half of its answer comes.
        case truncated
        /// The server has ended the session.
        case revoked
    }

    private let server: FakeServer
    private let state = Mutex<(fault: Fault?, sent: Int)>((nil, 0))

    init(to server: FakeServer) {
        self.server = server
    }

    /// What goes wrong from now on; `nil` for nothing.
    func setFault(_ fault: Fault?) {
        state.withLock { $0.fault = fault }
    }

    /// How many requests were sent so far, whatever became of them.
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
        case .answerLost, .slow, .truncated, .revoked, nil: break
        }
        let (response, data) = try await server.send(request, body: body)
        return switch fault {
        case .answerLost: throw TransportError(.unreachable, "The connection broke.")
        case .slow: throw TransportError(.timedOut, "No answer within thirty seconds.")
        case .truncated: (response, data.prefix(data.count / 2))
        default: (response, data)
        }
    }
}
