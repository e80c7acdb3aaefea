import Foundation
import Gatehouse
import HTTPTypes

/// The transport of the whole process, made with the first request: Foundation makes folders for its caches and cookies in the person's home
/// as soon as there is one, and administration has no use for them.
struct SharedTransport: HTTPTransport {
    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        try await URLSessionTransport.shared.send(request, body: body)
    }
}
