package import Foundation

/// A CBOR data item (RFC 8949) of the types that authenticators send.
package enum CBORValue: Sendable, Hashable {
    case integer(Int64)
    case bytes(Data)
    case text(String)
    case array([CBORValue])
    case map([CBORValue: CBORValue])
    case bool(Bool)
    case double(Double)
    case null
}

extension CBORValue {
    /// The number, or `nil` if the value is not an integer.
    package var integer: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The bytes, or `nil` if the value is not a byte string.
    package var bytes: Data? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }

    /// The text, or `nil` if the value is not a text string.
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The elements, or `nil` if the value is not an array.
    package var array: [CBORValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members, or `nil` if the value is not a map.
    package var map: [CBORValue: CBORValue]? {
        if case .map(let members) = self { members } else { nil }
    }
}

/// An error in CBOR.
package enum CBORError: Error, Sendable, Hashable {
    /// The text ends within an item, or contains reserved values or invalid UTF-8.
    case malformed
    /// An item has a tag, an indefinite length, or an integer outside of 64 bits, which CTAP 2 §8 excludes.
    case unsupported
    /// A key is repeated in a map.
    case duplicateKey
    /// The text is too long, is nested too deeply or has too many items.
    case tooComplex
    /// Bytes follow the item.
    case trailingBytes
}
