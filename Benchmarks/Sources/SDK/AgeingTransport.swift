import Foundation
import Gatehouse
import HTTPTypes

/// The SDK's transport with a remaining lifetime of one second for every access token.
struct AgeingTransport: HTTPTransport {
    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let (response, data) = try await URLSessionTransport.shared.send(request, body: body)
        let text = String(decoding: data, as: UTF8.self)
        return (response, Data(text.replacing(/"expires_in" ?: ?\d+/, with: "\"expires_in\":1").utf8))
    }
}
