import FlyingFox
import Foundation
import Gatehouse
import HTTPTypes

extension LocalServer {
    /// Runs the body while a server answers on this machine that tests know as a transport, by the name in its issuer; the body gets its port.
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
            let (head, answer) = try await server.send(message, body: data.isEmpty ? nil : data)
            var headers = HTTPHeaders()
            for field in head.headerFields { headers[HTTPHeader(field.name.rawName)] = field.value }
            return FlyingFox.HTTPResponse(
                statusCode: HTTPStatusCode(head.status.code, phrase: head.status.reasonPhrase),
                headers: headers,
                body: answer
            )
        } _: { url in
            try await body(url.port ?? 0)
        }
    }
}
