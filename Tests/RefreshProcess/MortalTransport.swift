import Foundation
import Gatehouse
import GatehouseWire
import HTTPTypes

/// A transport to a local server that kills the process before a refresh or after its response.
struct MortalTransport: HTTPTransport {
    /// The port of the server, independent of its issuer.
    let port: Int
    let killPoint: KillPoint?
    /// Patient, because the server shares its processors with all other tests.
    private static let transport = URLSessionTransport(timeout: .seconds(180))

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let isRefresh = request.path == TokenEndpoint.path
        if isRefresh, killPoint == .beforeRequest { KillPoint.die() }
        var request = request
        request.scheme = "http"
        request.authority = "127.0.0.1:\(port)"
        let answer = try await Self.transport.send(request, body: body)
        if isRefresh, killPoint == .afterCommit { KillPoint.die() }
        return answer
    }
}
