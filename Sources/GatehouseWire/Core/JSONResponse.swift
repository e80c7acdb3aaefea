package import Foundation
package import HTTPTypes

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
