/// The name of a prepared statement, derived from its text and the types of its values.
///
/// A name means the same statement in every session. With names counted per connection, a session that connections
/// share would run another connection's statement.
struct StatementName {
    let text: String

    init(of query: Query) {
        var hash = FNV1a()
        for byte in query.text.utf8 { hash.add(byte) }
        for type in query.parameters.types {
            for shift in stride(from: 0, to: 32, by: 8) { hash.add(UInt8(truncatingIfNeeded: type >> shift)) }
        }
        text = "s\(String(hash.value, radix: 36))_\(query.text.utf8.count)"
    }
}

/// The hash FNV-1a of 64 bits.
private struct FNV1a {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
    }
}
