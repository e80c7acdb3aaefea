public import Foundation
public import Gatehouse
import GatehouseHTTP
public import HTTPTypes

/// Carries the SDK's requests to a ``TestServer`` by function call, in place of the network.
public struct InProcessTransport: HTTPTransport {
    private let server: TestServer

    /// A network whose only host is that server.
    public init(to server: TestServer) {
        self.server = server
    }

    /// Hands the request over and returns the answer, with the server's own `Date`.
    public func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let answer = await server.service.answer(request, body: body ?? Data(), address: "192.0.2.1")
        var fields = answer.fields
        fields[.date] = Self.httpDate(server.clock.now)
        return (HTTPResponse(status: answer.status, headerFields: fields), answer.body)
    }

    /// A date as HTTP writes it (RFC 9110 §5.6.7).
    private static func httpDate(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }
}
