package import Foundation
package import HTTPTypes

/// An HTTP endpoint: its method and path, request, response and error codes.
package protocol Endpoint {
    associatedtype Request: WireRequest
    associatedtype Response: WireResponse

    /// The preferred method.
    static var method: HTTPRequest.Method { get }

    /// All supported methods.
    static var methods: Set<HTTPRequest.Method> { get }

    /// The path below the issuer, beginning with a slash.
    static var path: String { get }

    /// The error codes that the endpoint can return.
    static var errors: Set<OAuthErrorCode> { get }
}

extension Endpoint {
    package static var methods: Set<HTTPRequest.Method> { [method] }
}

extension Endpoint {
    /// Returns the URL of the endpoint at an issuer.
    package static func url(issuer: URL) -> URL { issuer.appending(path: path) }
}

/// A request in the form of parameters.
///
/// Clients write it and servers read it with the same type.
package protocol WireRequest: Sendable {
    /// Reads the request.
    ///
    /// - Throws: `OAuthError` with the code that the endpoint's specification defines for a missing, repeated or
    ///   malformed parameter.
    init(parameters: Parameters) throws(OAuthError)

    /// The request as a form or query.
    var parameters: Parameters { get }
}

/// A successful response.
///
/// Servers write it and clients read it with the same type.
package protocol WireResponse: Sendable {
    var status: HTTPResponse.Status { get }
    var fields: HTTPFields { get }
    func body() -> Data

    /// Reads the response of any standard server: unknown members are ignored.
    init(body: Data, fields: HTTPFields) throws(WireError)
}

extension WireResponse {
    package var status: HTTPResponse.Status { .ok }
}

/// A request without parameters of its own; others are ignored.
package struct EmptyRequest: WireRequest, Equatable {
    package init() {}

    package init(parameters: Parameters) throws(OAuthError) {}

    package var parameters: Parameters { Parameters() }
}

/// A response without a body and content type, such as that of revocation (RFC 7009 §2.2).
package struct EmptyResponse: WireResponse, Equatable {
    package init() {}

    package init(body: Data, fields: HTTPFields) throws(WireError) {}

    package var fields: HTTPFields { [.cacheControl: "no-store"] }

    package func body() -> Data { Data() }
}
