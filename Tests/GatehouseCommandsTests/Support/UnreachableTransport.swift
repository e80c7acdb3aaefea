import Foundation
import Gatehouse
import HTTPTypes

/// A network that is down.
struct UnreachableTransport: HTTPTransport {
    private let kind: TransportError.Code

    init(_ kind: TransportError.Code = .unreachable) {
        self.kind = kind
    }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        throw TransportError(kind, "test")
    }
}
