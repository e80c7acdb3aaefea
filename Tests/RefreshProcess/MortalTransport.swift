import Foundation
import Gatehouse
import GatehouseWire
import HTTPTypes

/// The way to a server on this machine, on which the process ends before a refresh or right after its answer.
struct MortalTransport: HTTPTransport {
    /// Where the server listens, whatever its issuer says.
    let port: Int
    let killPoint: KillPoint?

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let isRefresh = request.path == TokenEndpoint.path
        if isRefresh, killPoint == .beforeRequest { KillPoint.die() }
        var request = request
        request.scheme = "http"
        request.authority = "127.0.0.1:\(port)"
        let answer = try await URLSessionTransport.shared.send(request, body: body)
        if isRefresh, killPoint == .afterCommit { KillPoint.die() }
        return answer
    }
}
