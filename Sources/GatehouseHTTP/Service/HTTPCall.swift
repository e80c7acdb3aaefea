package import Foundation
package import GatehouseServer
import GatehouseWire
package import HTTPTypes

/// One request, whole: its head, its body, and who sent it.
package struct HTTPCall: Sendable {
    /// Larger bodies are refused unread; every form this server takes is far smaller.
    package static let bodyLimit = 64 * 1024

    /// The same for apps that keep data with their users: 63 KB of it may be written with an escape for every letter.
    static let kiiBodyLimit = 256 * 1024

    package let request: HTTPRequest
    package let body: Data
    package let context: RequestContext
    /// The named segments of the route.
    package let segments: [String: String]

    package init(request: HTTPRequest, body: Data, context: RequestContext, segments: [String: String] = [:]) {
        self.request = request
        self.body = body
        self.context = context
        self.segments = segments
    }

    /// The parameters in the address.
    ///
    /// - Throws: `invalid_request` when they cannot be read.
    func query() throws(OAuthError) -> Parameters {
        guard let path = request.path, let mark = path.firstIndex(of: "?") else { return Parameters() }
        return try Self.parse(path[path.index(after: mark)...])
    }

    /// The parameters in the body of a form.
    ///
    /// - Throws: `invalid_request` when they cannot be read, with status 415 when the body is not a form.
    func form() throws(OAuthError) -> Parameters {
        guard mediaType == "application/x-www-form-urlencoded" else {
            throw OAuthError(
                .invalidRequest,
                "The body has to be of the media type application/x-www-form-urlencoded.",
                status: .unsupportedMediaType
            )
        }
        guard let text = String(validating: body, as: UTF8.self) else {
            throw OAuthError(.invalidRequest, "The body is not UTF-8.")
        }
        return try Self.parse(text)
    }

    /// The media type of the body in small letters, without its parameters.
    var mediaType: String {
        let type = request.headerFields[.contentType] ?? ""
        // Nearly every client spells it so.
        if type == "application/x-www-form-urlencoded" { return type }
        return type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }

    /// The form of a POST, the query of anything else.
    func parameters() throws(OAuthError) -> Parameters {
        request.method == .post ? try form() : try query()
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
