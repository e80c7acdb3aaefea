public import Foundation
public import HTTPTypes

/// Sends the requests of a verifier to the issuer; an API can provide its own to use a proxy or to test.
public protocol VerifierTransport: Sendable {
    /// Sends a request and returns the whole response.
    ///
    /// An implementation applies a timeout, limits the size of the response, and follows no redirects.
    ///
    /// - Parameters:
    ///   - request: The request, with its scheme, authority and path.
    ///   - body: The body, if there is one.
    /// - Returns: The response of any status, and its whole body.
    /// - Throws: Any error if there is no response.
    func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data)
}

extension HTTPRequest {
    /// Creates a request for a URL; `nil` if it has no host.
    init?(_ method: Method, _ text: String, _ fields: HTTPFields = [:]) {
        guard let url = URL(string: text), let scheme = url.scheme, var authority = url.host(percentEncoded: true)
        else { return nil }
        if let port = url.port { authority += ":\(port)" }
        var path = url.path(percentEncoded: true)
        if path.isEmpty { path = "/" }
        if let query = url.query(percentEncoded: true) { path += "?" + query }
        self.init(method: method, scheme: scheme, authority: authority, path: path, headerFields: fields)
    }
}

/// Returns whether secrets may be sent to a URL, and keys be read from it: over https, or on this machine.
func isSafeServer(_ text: String) -> Bool {
    guard let url = URL(string: text), let host = url.host(percentEncoded: false) else { return false }
    return url.scheme == "https" || url.scheme == "http" && ["localhost", "127.0.0.1", "::1"].contains(host)
}
