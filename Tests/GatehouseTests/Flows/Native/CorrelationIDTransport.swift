import Foundation
import Gatehouse
import GatehouseWire
import HTTPTypes

/// A transport whose server replaces the correlation ID of each flow.
struct CorrelationIDTransport: HTTPTransport {
    let name: UUID
    let transport: any HTTPTransport

    init(to name: UUID, in transport: any HTTPTransport) {
        self.name = name
        self.transport = transport
    }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        var (response, body) = try await transport.send(request, body: body)
        response.headerFields[.clientRequestID] = name.uuidString
        return (response, body)
    }
}
