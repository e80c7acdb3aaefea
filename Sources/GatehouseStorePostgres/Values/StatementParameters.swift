import Foundation

/// The parameters of a statement in binary format.
struct StatementParameters: Sendable {
    private(set) var types: [UInt32] = []
    /// The length of each value; negative for NULL.
    private(set) var lengths: [Int32] = []
    /// The concatenated values, starting at ``firstByte``.
    private(set) var bytes: [UInt8] = [0]

    /// The offset of the first value; it is not 0, so that an empty value has an address, which NULL has not.
    static let firstByte = 1

    mutating func append(_ value: any Storable) {
        let start = bytes.count
        value.append(to: &bytes)
        types.append(type(of: value).type)
        lengths.append(value.isNull ? -1 : Int32(bytes.count - start))
    }

    mutating func append(contentsOf other: StatementParameters) {
        types += other.types
        lengths += other.lengths
        bytes += other.bytes[Self.firstByte...]
    }

    /// Whether a text contains U+0000, which PostgreSQL cannot store: no row contains such a text.
    var containsNUL: Bool {
        var start = Self.firstByte
        for (type, length) in zip(types, lengths) where length > 0 {
            let end = start + Int(length)
            if type == String.type, bytes[start..<end].contains(0) { return true }
            start = end
        }
        return false
    }
}

/// A type that can be stored in a column.
///
/// Values are sent and received in PostgreSQL's binary format. A value whose type is not the column's is an error.
protocol Storable: Sendable {
    /// The OID of the type.
    static var type: UInt32 { get }
    var isNull: Bool { get }
    func append(to bytes: inout [UInt8])
}

extension Storable {
    var isNull: Bool { false }
}

extension Bool: Storable {
    static let type: UInt32 = 16

    func append(to bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }
}

extension Data: Storable {
    static let type: UInt32 = 17

    func append(to bytes: inout [UInt8]) { bytes.append(contentsOf: self) }
}

extension Int64: Storable {
    static let type: UInt32 = 20

    func append(to bytes: inout [UInt8]) {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: self >> shift)) }
    }
}

extension Int: Storable {
    static let type = Int64.type

    func append(to bytes: inout [UInt8]) { Int64(self).append(to: &bytes) }
}

extension String: Storable {
    static let type: UInt32 = 25

    func append(to bytes: inout [UInt8]) { bytes.append(contentsOf: utf8) }
}

/// A type that can be an array element.
protocol StorableElement: Storable {
    /// The OID of the array type.
    static var arrayType: UInt32 { get }
}

extension String: StorableElement {
    static let arrayType: UInt32 = 1009
}

extension Int64: StorableElement {
    static let arrayType: UInt32 = 1016
}

extension Array: Storable where Element: StorableElement {
    static var type: UInt32 { Element.arrayType }

    func append(to bytes: inout [UInt8]) {
        // The header: dimensions, null flag, element type, element count and lower bound.
        for field in [1, 0, Element.type, UInt32(count), 1] { append(field, to: &bytes) }
        var value: [UInt8] = []
        for element in self {
            value.removeAll(keepingCapacity: true)
            element.append(to: &value)
            append(UInt32(value.count), to: &bytes)
            bytes += value
        }
    }

    private func append(_ field: UInt32, to bytes: inout [UInt8]) {
        for shift in stride(from: 24, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: field >> shift)) }
    }
}

extension Optional: Storable where Wrapped: Storable {
    static var type: UInt32 { Wrapped.type }
    var isNull: Bool { self == nil }

    func append(to bytes: inout [UInt8]) { self?.append(to: &bytes) }
}
