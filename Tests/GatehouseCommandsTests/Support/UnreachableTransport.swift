import Foundation
import Gatehouse
import HTTPTypes

/// A network that is down.
struct UnreachableTransport: HTTPTransport {
    private let kind: TransportError.Kind

    init(_ kind: TransportError.Kind = .unreachable) {
        self.kind = kind
    }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        throw TransportError(kind, "test")
    }
}
