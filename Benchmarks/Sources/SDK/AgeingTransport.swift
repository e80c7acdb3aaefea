import Foundation
import Gatehouse
import HTTPTypes

/// The SDK's own transport, through which every access token comes with a second left to live.
struct AgeingTransport: HTTPTransport {
    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let (response, data) = try await URLSessionTransport.shared.send(request, body: body)
        let text = String(decoding: data, as: UTF8.self)
        return (response, Data(text.replacing(/"expires_in" ?: ?\d+/, with: "\"expires_in\":1").utf8))
    }
}
