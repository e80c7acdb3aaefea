package import Foundation
package import GatehouseServer
import GatehouseWire
package import HTTPTypes

/// A request with its body and caller.
package struct ServerRequest: Sendable {
    /// The maximum size of a body; larger bodies are rejected unread.
    package static let bodyLimit = 64 * 1024

    package let request: HTTPRequest
    package let body: Data
    package let context: RequestMetadata
    /// The values of the route's named segments.
    package let segments: [String: String]

    package init(request: HTTPRequest, body: Data, context: RequestMetadata, segments: [String: String] = [:]) {
        self.request = request
        self.body = body
        self.context = context
        self.segments = segments
    }

    /// Returns the parameters of the query.
    ///
    /// - Throws: `invalid_request` if the query is malformed.
    func query() throws(OAuthError) -> Parameters {
        guard let path = request.path, let mark = path.firstIndex(of: "?") else { return Parameters() }
        return try Self.parse(path[path.index(after: mark)...])
    }

    /// Returns the parameters of a form.
    ///
    /// - Throws: `invalid_request` if the form is malformed, with status 415 if the body is not a form.
    func form() throws(OAuthError) -> Parameters {
        guard mediaType == "application/x-www-form-urlencoded" else {
            throw OAuthError(
                .invalidRequest,
                "The body must be application/x-www-form-urlencoded.",
                status: .unsupportedMediaType
            )
        }
        guard let text = String(validUTF8: body) else {
            throw OAuthError(.invalidRequest, "The body must be UTF-8.")
        }
        return try Self.parse(text)
    }

    /// The media type of the body in lower case, without its parameters.
    var mediaType: String {
        let type = request.headerFields[.contentType] ?? ""
        // Fast path: nearly all clients use this spelling.
        if type == "application/x-www-form-urlencoded" { return type }
        return type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }

    /// Returns the parameters of the form for POST, of the query for other methods.
    func parameters() throws(OAuthError) -> Parameters {
        request.method == .post ? try form() : try query()
    }

    /// The value of the `DPoP` field; several fields are joined by commas, which no proof contains.
    var dpopProof: String? { request.headerFields[.dpop] }

    /// The parts that authorize a request to a protected resource.
    var resourceRequest: ResourceRequest {
        ResourceRequest(
            method: request.method,
            target: request.path ?? "/",
            authorization: request.headerFields[.authorization],
            dpopProof: dpopProof
        )
    }

    var cookies: CookieJar { CookieJar(fields: request.headerFields[values: .cookie]) }

    private static func parse(_ text: some StringProtocol) throws(OAuthError) -> Parameters {
        do {
            return try Parameters(formEncoded: text)
        } catch {
            throw OAuthError(.invalidRequest, error.message)
        }
    }
}
