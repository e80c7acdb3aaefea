import Foundation
import Gatehouse
import HTTPTypes

/// A network that is down.
struct UnreachableTransport: HTTPTransport {
    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        throw TransportError(.unreachable, "test")
    }
}
