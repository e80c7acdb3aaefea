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
        var callbacks = Self.callbacks
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
            uint8: { unsafe store($0, .unsigned(UInt64($1))) },
            uint16: { unsafe store($0, .unsigned(UInt64($1))) },
            uint32: { unsafe store($0, .unsigned(UInt64($1))) },
            uint64: { unsafe store($0, .unsigned($1)) },
            negint64: { unsafe store($0, .negative($1)) },
            negint32: { unsafe store($0, .negative(UInt64($1))) },
            negint16: { unsafe store($0, .negative(UInt64($1))) },
            negint8: { unsafe store($0, .negative(UInt64($1))) },
            byte_string_start: { unsafe store($0, .unsupported) },
            byte_string: { context, _, length in unsafe store(context, .bytes(length: length)) },
            string: { context, _, length in unsafe store(context, .text(length: length)) },
            string_start: { unsafe store($0, .unsupported) },
            indef_array_start: { unsafe store($0, .unsupported) },
            array_start: { unsafe store($0, .array(count: count($1))) },
            indef_map_start: { unsafe store($0, .unsupported) },
            map_start: { unsafe store($0, .map(count: count($1))) },
            tag: { context, _ in unsafe store(context, .unsupported) },
            float2: { unsafe store($0, .double(Double($1))) },
            float4: { unsafe store($0, .double(Double($1))) },
            float8: { unsafe store($0, .double($1)) },
            undefined: { unsafe store($0, .unsupported) },
            null: { unsafe store($0, .null) },
            boolean: { unsafe store($0, .bool($1)) },
            indef_break: { unsafe store($0, .unsupported) }
        )
    }
}

/// Stores the token for the caller of the decoder; a C function captures nothing.
private func store(_ context: UnsafeMutableRawPointer?, _ token: CBORToken) {
    unsafe context?.assumingMemoryBound(to: CBORToken.self).pointee = token
}

/// Returns a count of C, which Swift imports as a signed number: one of 2^63 or more is negative.
private func count(_ size: Int) -> Int {
    Int(clamping: UInt(bitPattern: size))
}
