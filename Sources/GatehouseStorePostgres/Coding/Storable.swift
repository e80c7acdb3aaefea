import Foundation

/// What can be the value of a column.
///
/// Values travel in PostgreSQL's binary format, both ways: integers as they are, bytes without being spelled out in hexadecimal, texts with
/// their lengths. A value whose type is not the column's is an error, never a guess.
protocol Storable: Sendable {
    /// PostgreSQL's number for the type.
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

/// What can be in an array.
protocol StorableElement: Storable {
    /// PostgreSQL's number for arrays of the type.
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
        // Dimensions, whether there are NULLs, the type of what is in it; how many, and the number of the first.
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
