import Foundation
import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The head of a request with the route of its path.
struct ReceivedHead: Sendable {
    let request: HTTPRequest
    /// Whether the head can be compared and hashed in linear time.
    let isReadable: Bool
    /// The path without the query.
    let path: String
    /// The route and the values of its named segments; `nil` if the head is not readable or no route has the path.
    let match: (route: Route, segments: [String: String])?
    /// The kind of the route, or of the path if it has none.
    let kind: Route.Kind
}

/// A request as it was received, with the route of its path.
struct ReceivedRequest: Sendable {
    let head: HTTPRequest
    /// Whether the head can be compared and hashed in linear time.
    let isReadable: Bool
    /// The body; `nil` if it was not read.
    let body: Data?
    let context: RequestMetadata
    /// The route and the values of its named segments; `nil` if the head is not readable or no route has the path.
    let match: (route: Route, segments: [String: String])?
    /// The kind of the route, or of the path if it has none.
    let kind: Route.Kind

    /// The request for the route; `nil` without a body that was read.
    var call: ServerRequest? {
        body.map { ServerRequest(request: head, body: $0, context: context, segments: match?.segments ?? [:]) }
    }

    /// The head; an empty one in the place of an unreadable one, which must not be compared again.
    var readableHead: HTTPRequest {
        isReadable ? head : HTTPRequest(method: head.method, scheme: nil, authority: nil, path: nil)
    }

    /// Checks that the head is readable and names one host.
    ///
    /// - Throws: `invalid_request` otherwise.
    func validateHead() throws(OAuthError) {
        guard isReadable else { throw OAuthError(.invalidRequest, "The request head could not be read.") }
        // The first Host field becomes the authority (RFC 9112 §3.2); a remaining field is a second one.
        guard let host = head.authority, !host.isEmpty, !host.utf8.contains(UInt8(ascii: ",")),
            head.headerFields[.host] == nil
        else {
            throw OAuthError(.invalidRequest, "Exactly one Host header is required.")
        }
    }
}
