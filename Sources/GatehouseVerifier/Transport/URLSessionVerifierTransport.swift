import Foundation
import GatehouseTransport
import HTTPTypes

/// A transport over `URLSession`: no cookies, no cache, no redirects, a timeout of 10 seconds, responses up to 1 MiB.
struct URLSessionVerifierTransport: VerifierTransport {
    private let session = BoundedURLSession(timeout: 10, maximumResponseSize: 1 << 20, redirects: .never)

    func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
        try await session.send(request, body: body)
    }
}
