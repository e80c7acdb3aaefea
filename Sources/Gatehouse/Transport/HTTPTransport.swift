public import Foundation
public import HTTPTypes

/// Sends requests to the server; an app brings its own to go through a proxy, to pin certificates or to test.
public protocol HTTPTransport: Sendable {
    /// Sends one request and waits for the whole answer.
    ///
    /// An implementation keeps no cookies, gives up after a time it chooses, and hands back any answer whatever its
    /// status. A redirect is an answer too: requests that carry a body or an `Authorization` field must never follow
    /// one.
    ///
    /// - Parameters:
    ///   - request: The request, with its scheme, authority and path.
    ///   - body: The body, when there is one.
    /// - Returns: The answer and its whole body.
    /// - Throws: ``TransportError`` when no answer came.
    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data)
}
