package import FlyingFox
import FlyingSocks
package import Foundation

/// A local HTTP server for the duration of a test.
package enum LocalServer {
    /// Runs the body with the server's URL, without a path, while the server is running.
    package static func run<Value: Sendable>(
        _ handler: @escaping @Sendable (FlyingFox.HTTPRequest) async throws -> FlyingFox.HTTPResponse,
        _ body: (URL) async throws -> Value
    ) async throws -> Value {
        let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: 0)
        let server = HTTPServer(
            // The other tests may delay a response.
            config: .init(address: address, timeout: 180, logger: .disabled),
            handler: ClosureHTTPHandler(handler)
        )
        let task = Task { try await server.run() }
        defer { task.cancel() }
        // A busy machine may take long to start listening.
        try await server.waitUntilListening(timeout: 60)
        let listening = await server.listeningAddress
        guard case .ip4(_, let port)? = listening, let url = URL(string: "http://127.0.0.1:\(port)") else {
            throw SocketError.unsupportedAddress
        }
        return try await body(url)
    }
}
