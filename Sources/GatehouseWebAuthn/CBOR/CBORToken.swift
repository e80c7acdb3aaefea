import CCBOR

/// The head of a CBOR item, with the value of simple ones.
enum CBORToken {
    case unsigned(UInt64)
    /// The argument of a negative number, which is -1 minus it.
    case negative(UInt64)
    /// A string whose bytes precede the end of the token.
    case bytes(length: Int)
    case text(length: Int)
    case array(count: Int)
    case map(count: Int)
    case bool(Bool)
    case double(Double)
    case null
    /// A tag, an indefinite length or an undefined value.
    case unsupported

    /// Reads the token at a position; returns it with the position after it.
    ///
    /// The streaming decoder allocates nothing: `cbor_load` reserves memory for as many elements as a header claims.
    static func read(_ text: [UInt8], at position: Int) throws(CBORError) -> (token: CBORToken, end: Int) {
        guard position < text.count else { throw .malformed }
        var callbacks = unsafe Self.callbacks
        var token = CBORToken.unsupported
        let result = unsafe text[position...].withUnsafeBufferPointer { rest in
            unsafe withUnsafeMutablePointer(to: &token) { target in
                unsafe cbor_stream_decode(rest.baseAddress, rest.count, &callbacks, target)
            }
        }
        guard result.status == CBOR_DECODER_FINISHED, result.read > 0 else { throw .malformed }
        return (token, position + result.read)
    }

    private static var callbacks: cbor_callbacks {
        unsafe cbor_callbacks(
            uint8: { unsafe set($0, .unsigned(UInt64($1))) },
            uint16: { unsafe set($0, .unsigned(UInt64($1))) },
            uint32: { unsafe set($0, .unsigned(UInt64($1))) },
            uint64: { unsafe set($0, .unsigned($1)) },
            negint64: { unsafe set($0, .negative($1)) },
            negint32: { unsafe set($0, .negative(UInt64($1))) },
            negint16: { unsafe set($0, .negative(UInt64($1))) },
            negint8: { unsafe set($0, .negative(UInt64($1))) },
            byte_string_start: { unsafe set($0, .unsupported) },
            byte_string: { context, _, length in unsafe set(context, .bytes(length: length)) },
            string: { context, _, length in unsafe set(context, .text(length: length)) },
            string_start: { unsafe set($0, .unsupported) },
            indef_array_start: { unsafe set($0, .unsupported) },
            array_start: { unsafe set($0, .array(count: Int(clamping: $1))) },
            indef_map_start: { unsafe set($0, .unsupported) },
            map_start: { unsafe set($0, .map(count: Int(clamping: $1))) },
            tag: { context, _ in unsafe set(context, .unsupported) },
            float2: { unsafe set($0, .double(Double($1))) },
            float4: { unsafe set($0, .double(Double($1))) },
            float8: { unsafe set($0, .double($1)) },
            undefined: { unsafe set($0, .unsupported) },
            null: { unsafe set($0, .null) },
            boolean: { unsafe set($0, .bool($1)) },
            indef_break: { unsafe set($0, .unsupported) }
        )
    }

    private static func set(_ context: UnsafeMutableRawPointer?, _ token: CBORToken) {
        unsafe context?.assumingMemoryBound(to: CBORToken.self).pointee = token
    }
}
