import FlyingFox
import FlyingSocks
import Foundation
import Gatehouse
import HTTPTypes
import Testing

/// A local HTTP server for the duration of a test.
enum LocalServer {
    /// Runs the body with the server's URL, without a path, while the server is running.
    static func run<Value: Sendable>(
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
        guard case .ip4(_, let port)? = listening else { throw SocketError.unsupportedAddress }
        return try await body(try #require(URL(string: "http://127.0.0.1:\(port)")))
    }
}

extension LocalServer {
    /// Runs the body with the port of a local server that forwards requests to a transport, under the host of its
    /// issuer.
    static func run<Value: Sendable>(
        _ server: any HTTPTransport,
        named host: String = "id.example.com",
        _ body: (_ port: Int) async throws -> Value
    ) async throws -> Value {
        try await run { request in
            let data = try await request.bodyData
            var message = HTTPTypes.HTTPRequest(
                method: .init(request.method.rawValue) ?? .get,
                scheme: "https",
                authority: host,
                path: request.target.rawValue
            )
            for header in request.headers.keys {
                guard let name = HTTPField.Name(header.rawValue) else { continue }
                message.headerFields[name] = request.headers[header]
            }
            let (head, responseBody) = try await server.send(message, body: data.isEmpty ? nil : data)
            var headers = HTTPHeaders()
            for field in head.headerFields { headers[HTTPHeader(field.name.rawName)] = field.value }
            return FlyingFox.HTTPResponse(
                statusCode: HTTPStatusCode(head.status.code, phrase: head.status.reasonPhrase),
                headers: headers,
                body: responseBody
            )
        } _: { url in
            try await body(url.port ?? 0)
        }
    }
}
