import FlyingFox
import FlyingSocks
import Foundation
import Testing

/// An HTTP server on this machine for the time of a test.
enum LocalServer {
    /// Runs the body while the server answers; the body gets the server's URL without a path.
    static func run<Value: Sendable>(
        _ handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse,
        _ body: (URL) async throws -> Value
    ) async throws -> Value {
        let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: 0)
        let server = HTTPServer(
            config: .init(address: address, logger: .disabled),
            handler: ClosureHTTPHandler(handler)
        )
        let task = Task { try await server.run() }
        defer { task.cancel() }
        // Longer than a busy machine takes to begin.
        try await server.waitUntilListening(timeout: 60)
        let listening = await server.listeningAddress
        guard case .ip4(_, let port)? = listening else { throw SocketError.unsupportedAddress }
        return try await body(try #require(URL(string: "http://127.0.0.1:\(port)")))
    }
}
