import GatehouseStoreSQL

/// A statement to be sent: its text, which is prepared once per connection, and its parameters.
struct PreparedQuery: Sendable {
    let text: String
    let parameters: StatementParameters

    init(_ text: String, _ parameters: StatementParameters = StatementParameters()) {
        self.text = text
        self.parameters = parameters
    }

    init(_ query: SQLQuery) {
        self.init(query.text.postgres, StatementParameters(query.parameters))
    }
}

/// The name of a prepared statement, derived from its text and the types of its parameters.
///
/// A name means the same statement in every session. With names counted per connection, connections that share a
/// session would run each other's statements.
struct StatementName {
    let text: String

    init(of query: PreparedQuery) {
        var hash = FNV1a()
        for byte in query.text.utf8 { hash.add(byte) }
        for type in query.parameters.types {
            for shift in stride(from: 0, to: 32, by: 8) { hash.add(UInt8(truncatingIfNeeded: type >> shift)) }
        }
        text = "s\(String(hash.value, radix: 36))_\(query.text.utf8.count)"
    }
}

/// The 64-bit FNV-1a hash.
private struct FNV1a {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
    }
}
