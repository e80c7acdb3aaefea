import Crypto
package import Foundation
import GatehouseWire

/// The entity tag of a document (RFC 9110 §8.8.3): a hash of its text.
package struct EntityTag: Sendable, Equatable {
    /// The field value, in quotes.
    package let text: String

    /// Creates the tag of a JSON text.
    package init(of body: Data) {
        text = "\"" + Base64URL.encode(Data(SHA256.hash(data: body).prefix(15))) + "\""
    }

    /// Returns whether an `If-Match` field lists the tag, or any (RFC 9110 §13.1.1); weak tags never match.
    package func matches(_ field: String) -> Bool {
        field.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.contains { $0 == text || $0 == "*" }
    }
}
