package import Foundation
package import HTTPTypes

/// A successful answer as status, header fields and body: the server writes them, the client reads them, both here.
package protocol WireResponse: Sendable {
    var status: HTTPResponse.Status { get }
    var fields: HTTPFields { get }
    func body() -> Data

    /// Reads the answer of any standard server: unknown members are ignored.
    init(body: Data, fields: HTTPFields) throws(WireError)
}

extension WireResponse {
    package var status: HTTPResponse.Status { .ok }
}

/// An answer whose body is one JSON object.
package protocol JSONResponse: WireResponse, Codable {}

extension JSONResponse {
    /// JSON that no cache keeps.
    ///
    /// Answers that may be kept say so themselves.
    package var fields: HTTPFields { .uncachedJSON }

    package func body() -> Data { WireJSON.encode(self) }

    package init(body: Data, fields: HTTPFields) throws(WireError) {
        self = try WireJSON.decode(Self.self, from: body)
    }
}

extension HTTPFields {
    /// The fields of a JSON answer that holds tokens, personal data or an error (RFC 6749 §5.1).
    package static let uncachedJSON: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]

    /// The fields of a JSON answer that is the same for everybody and that caches may keep for so many seconds.
    package static func publicJSON(maxAge seconds: Int) -> HTTPFields {
        [.contentType: "application/json", .cacheControl: "public, max-age=\(seconds)"]
    }
}
