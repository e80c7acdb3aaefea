import FlyingFox
import Foundation
import Gatehouse
import GatehouseTestSupport
import HTTPTypes

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
