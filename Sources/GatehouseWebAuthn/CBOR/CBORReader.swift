package import Foundation
import GatehouseWire

/// A CBOR parser with bounded work: every count is checked against the rest of the text before memory is reserved.
package struct CBORReader {
    /// The maximum length of a text in bytes.
    package static let maximumLength = 16_384
    /// The maximum nesting; an attestation object of a compound statement with certificates has five levels.
    package static let maximumDepth = 8
    /// The maximum number of items in a text.
    package static let maximumItemCount = 1024

    private let text: [UInt8]
    private var position = 0
    private var itemCount = 0

    /// Creates a reader of a sequence of items.
    package init(_ text: Data) throws(CBORError) {
        guard text.count <= Self.maximumLength else { throw .tooComplex }
        self.text = Array(text)
    }

    /// Reads a text that is exactly one item.
    package static func read(_ text: Data) throws(CBORError) -> CBORValue {
        var reader = try CBORReader(text)
        let value = try reader.next()
        guard reader.consumed == text.count else { throw .trailingBytes }
        return value
    }

    /// The number of bytes that the items so far have.
    package var consumed: Int { position }

    /// Reads the next item.
    package mutating func next() throws(CBORError) -> CBORValue {
        try item(depth: 0)
    }

    private mutating func item(depth: Int) throws(CBORError) -> CBORValue {
        itemCount += 1
        guard depth <= Self.maximumDepth, itemCount <= Self.maximumItemCount else { throw .tooComplex }
        let (token, end) = try CBORToken.read(text, at: position)
        position = end
        switch token {
        case .unsigned(let number):
            guard let integer = Int64(exactly: number) else { throw .unsupported }
            return .integer(integer)
        case .negative(let argument):
            guard let integer = Int64(exactly: argument) else { throw .unsupported }
            return .integer(-1 - integer)
        case .bytes(let length):
            return .bytes(Data(text[(end - length)..<end]))
        case .text(let length):
            guard let string = String(validUTF8: text[(end - length)..<end]) else { throw .malformed }
            return .text(string)
        case .array(let count):
            return .array(try elements(count, depth: depth + 1))
        case .map(let count):
            return .map(try members(count, depth: depth + 1))
        case .bool(let value): return .bool(value)
        case .double(let number): return .double(number)
        case .null: return .null
        case .unsupported: throw .unsupported
        }
    }

    private mutating func elements(_ count: Int, depth: Int) throws(CBORError) -> [CBORValue] {
        guard count <= text.count - position else { throw .malformed }
        var elements: [CBORValue] = []
        for _ in 0..<count { elements.append(try item(depth: depth)) }
        return elements
    }

    private mutating func members(_ count: Int, depth: Int) throws(CBORError) -> [CBORValue: CBORValue] {
        guard count <= (text.count - position) / 2 else { throw .malformed }
        var members: [CBORValue: CBORValue] = [:]
        for _ in 0..<count {
            let key = try item(depth: depth)
            let value = try item(depth: depth)
            guard members.updateValue(value, forKey: key) == nil else { throw .duplicateKey }
        }
        return members
    }
}
