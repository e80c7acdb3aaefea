package import Foundation
package import HTTPTypes

/// Binds what an endpoint is called by, what it is asked, what it answers and how it may fail.
package protocol Endpoint {
    associatedtype Request: WireRequest
    associatedtype Response: WireResponse

    /// The method clients use first.
    static var method: HTTPRequest.Method { get }

    /// Every method the endpoint answers.
    static var methods: Set<HTTPRequest.Method> { get }

    /// The path below the issuer, beginning with a slash.
    static var path: String { get }

    /// Every error code the endpoint can answer with.
    static var errors: Set<OAuthErrorCode> { get }
}

extension Endpoint {
    package static var methods: Set<HTTPRequest.Method> { [method] }
}

extension Endpoint {
    /// Where the endpoint of that issuer is.
    package static func url(issuer: URL) -> URL { issuer.appending(path: path) }
}
