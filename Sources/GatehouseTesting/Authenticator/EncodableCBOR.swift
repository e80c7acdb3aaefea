package import Foundation

/// A CBOR item to encode (RFC 8949), including forms that authenticators must not send.
package indirect enum EncodableCBOR {
    case integer(Int64)
    case bytes(Data)
    case text(String)
    case array([EncodableCBOR])
    /// The members in this order, repeated keys included.
    case map([(EncodableCBOR, EncodableCBOR)])
    case bool(Bool)
    /// Bytes that are written verbatim.
    case raw([UInt8])

    package var encoded: Data {
        switch self {
        case .integer(let number) where number >= 0: Self.head(0, UInt64(number))
        case .integer(let number): Self.head(1, UInt64(-1 - number))
        case .bytes(let bytes): Self.head(2, UInt64(bytes.count)) + bytes
        case .text(let text): Self.head(3, UInt64(text.utf8.count)) + Data(text.utf8)
        case .array(let elements): elements.reduce(Self.head(4, UInt64(elements.count))) { $0 + $1.encoded }
        case .map(let members):
            members.reduce(Self.head(5, UInt64(members.count))) { $0 + $1.0.encoded + $1.1.encoded }
        case .bool(let value): Data([value ? 0xF5 : 0xF4])
        case .raw(let bytes): Data(bytes)
        }
    }

    /// Returns the shortest head of a major type with an argument.
    package static func head(_ type: UInt8, _ argument: UInt64) -> Data {
        let (size, information): (Int, UInt8) =
            switch argument {
            case 0..<24: (0, UInt8(argument))
            case 24...0xFF: (1, 24)
            case 0x100...0xFFFF: (2, 25)
            case 0x1_0000...0xFFFF_FFFF: (4, 26)
            default: (8, 27)
            }
        let tail = (0..<size).reversed().map { UInt8(truncatingIfNeeded: argument >> (8 * UInt64($0))) }
        return Data([type << 5 | information] + tail)
    }
}
