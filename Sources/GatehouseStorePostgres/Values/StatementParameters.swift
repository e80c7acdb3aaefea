import Foundation
import GatehouseStoreSQL

/// The parameters of a statement in binary format.
///
/// A value whose type is not the column's is an error.
struct StatementParameters: Sendable {
    private(set) var types: [UInt32] = []
    /// The length of each value; negative for NULL.
    private(set) var lengths: [Int32] = []
    /// The concatenated values, starting at ``firstByte``.
    private(set) var bytes: [UInt8] = [0]

    /// The offset of the first value; it is not 0, so that an empty value has an address, which NULL has not.
    static let firstByte = 1

    init(_ values: [SQLValue] = []) {
        types.reserveCapacity(values.count)
        lengths.reserveCapacity(values.count)
        for value in values { append(value) }
    }

    mutating func append(_ value: SQLValue) {
        let start = bytes.count
        value.append(to: &bytes)
        types.append(value.type.rawValue)
        lengths.append(value.isNull ? -1 : Int32(bytes.count - start))
    }

    mutating func append(_ texts: [String]) { append(texts.map { SQLValue.text($0) }, of: .text, as: .textArray) }

    mutating func append(_ numbers: [Int64]) {
        append(numbers.map { SQLValue.int64($0) }, of: .bigint, as: .bigintArray)
    }

    private mutating func append(_ elements: [SQLValue], of type: PostgresType, as arrayType: PostgresType) {
        let start = bytes.count
        // The header: dimensions, null flag, element type, element count and lower bound.
        for field in [1, 0, type.rawValue, UInt32(elements.count), 1] { append(field) }
        for element in elements { element.appendWithLength(to: &bytes) }
        types.append(arrayType.rawValue)
        lengths.append(Int32(bytes.count - start))
    }

    private mutating func append(_ field: UInt32) {
        for shift in stride(from: 24, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: field >> shift)) }
    }

    /// Whether a text contains U+0000, which PostgreSQL cannot store: no row contains such a text.
    var containsNUL: Bool {
        var start = Self.firstByte
        for (type, length) in zip(types, lengths) where length > 0 {
            let end = start + Int(length)
            if type == PostgresType.text.rawValue, bytes[start..<end].contains(0) { return true }
            start = end
        }
        return false
    }
}

/// The object identifier of a type.
enum PostgresType: UInt32 {
    case bool = 16
    case bytea = 17
    case bigint = 20
    case text = 25
    case textArray = 1009
    case bigintArray = 1016
}

/// Values in PostgreSQL's binary format.
extension SQLValue {
    fileprivate var type: PostgresType {
        switch self {
        case .text: .text
        case .int64: .bigint
        case .bool: .bool
        case .data: .bytea
        }
    }

    fileprivate var isNull: Bool {
        switch self {
        case .text(nil), .int64(nil): true
        case .text, .int64, .bool, .data: false
        }
    }

    func append(to bytes: inout [UInt8]) {
        switch self {
        case .text(let text):
            if let text { bytes.append(contentsOf: text.utf8) }
        case .int64(let number):
            guard let number else { return }
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        case .bool(let isTrue): bytes.append(isTrue ? 1 : 0)
        case .data(let data): bytes.append(contentsOf: data)
        }
    }

    /// Appends the length of the value in four bytes, and the value.
    func appendWithLength(to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: [0, 0, 0, 0])
        append(to: &bytes)
        let length = UInt32(bytes.count - start - 4)
        for place in 0..<4 { bytes[start + place] = UInt8(truncatingIfNeeded: length >> (24 - 8 * place)) }
    }
}
