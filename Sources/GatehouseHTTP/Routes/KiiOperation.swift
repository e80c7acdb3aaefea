import GatehouseServer
import GatehouseWire
import HTTPTypes

/// What one method of one path does.
struct KiiOperation: Sendable {
    let method: HTTPRequest.Method
    /// Below ``KiiAPI/root``.
    let path: String
    let handle: @Sendable (HTTPCall) async throws(KiiError) -> HTTPAnswer

    init<Request, Response>(
        _ endpoint: KiiEndpoint<Request, Response>,
        _ handle: @escaping @Sendable (HTTPCall) async throws(KiiError) -> Response
    ) {
        method = endpoint.method
        path = endpoint.template
        self.handle = { call throws(KiiError) in HTTPAnswer(try await handle(call)) }
    }
}
