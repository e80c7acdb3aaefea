public import Foundation
public import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The transport over `URLSession`: no cookies, no cache, thirty seconds, one mebibyte at most.
public final class URLSessionTransport: HTTPTransport {
    /// The transport that clients use unless they are given another one.
    public static let shared = URLSessionTransport()

    private let connections: @Sendable () -> URLSessionConnections

    /// A transport with connections of its own.
    ///
    /// - Parameters:
    ///   - timeLimit: How long an answer may take, in seconds.
    ///   - sizeLimit: How large an answer may be, in bytes.
    public init(timeLimit: TimeInterval = 30, sizeLimit: Int = 1 << 20) {
        #if canImport(FoundationNetworking)
        // Where the server has just closed a connection that was kept, libcurl sends the request again over a new one, but Foundation on Linux
        // does not give it the body again: the server waits for the body, and the caller for the time limit. So none is kept.
        connections = { URLSessionConnections(timeLimit: timeLimit, sizeLimit: sizeLimit) }
        #else
        let kept = URLSessionConnections(timeLimit: timeLimit, sizeLimit: sizeLimit)
        connections = { kept }
        #endif
    }

    /// Sends one request and waits for the whole answer.
    ///
    /// - Parameters:
    ///   - request: The request, with its scheme, authority and path.
    ///   - body: The body, when there is one.
    /// - Returns: The answer and its whole body.
    /// - Throws: ``TransportError`` when no answer came.
    public func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        guard let request = URLRequest(request, body: body) else {
            throw TransportError(
                .unreachable,
                "The request has no scheme, host or path that begins with a slash.",
                wasNeverSent: true
            )
        }
        return try await connections().send(request)
    }
}

extension URLRequest {
    fileprivate init?(_ request: HTTPRequest, body: Data?) {
        guard let scheme = request.scheme, let authority = request.authority,
            // Without the slash, the path would be a part of the host's name.
            case let path = request.path ?? "/", path.hasPrefix("/"),
            let url = URL(string: "\(scheme)://\(authority)\(path)")
        else { return nil }
        self.init(url: url)
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        httpBody = body
        for field in request.headerFields { addValue(field.value, forHTTPHeaderField: field.name.rawName) }
    }
}
