public import Foundation
public import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport over `URLSession`: no cookies, no cache, a timeout of 30 seconds, responses up to 1 MiB.
public final class URLSessionTransport: HTTPTransport {
    /// The default transport of clients.
    public static let shared = URLSessionTransport()

    private let connections: @Sendable () -> URLSessionConnections

    /// Creates a transport with its own connections.
    ///
    /// - Parameters:
    ///   - timeout: The timeout of a request with its response.
    ///   - maximumResponseSize: The maximum size of a response, in bytes.
    public init(timeout: Duration = .seconds(30), maximumResponseSize: Int = 1 << 20) {
        let timeout = timeout.timeInterval
        #if canImport(FoundationNetworking)
        // Uses each connection once: when the server has closed a reused one, libcurl sends the request again, but
        // Foundation on Linux does not provide the body again, and the request times out.
        connections = { URLSessionConnections(timeout: timeout, maximumResponseSize: maximumResponseSize) }
        #else
        let kept = URLSessionConnections(timeout: timeout, maximumResponseSize: maximumResponseSize)
        connections = { kept }
        #endif
    }

    /// Sends a request and returns the whole response.
    ///
    /// - Parameters:
    ///   - request: The request, with its scheme, authority and path.
    ///   - body: The body, if there is one.
    /// - Returns: The response and its whole body.
    /// - Throws: ``TransportError`` if there is no response.
    public func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        guard let request = URLRequest(request, body: body) else {
            throw TransportError(
                .unreachable,
                "The request has no scheme, no host, or a path without a leading slash.",
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
