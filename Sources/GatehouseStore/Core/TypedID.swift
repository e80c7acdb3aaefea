/// An identifier of one type of record, so that an account's identifier cannot be passed for a client's.
package struct TypedID<Record>: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    package var description: String { rawValue }
}

extension TypedID: Codable {
    package init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension TypedID: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) {
        rawValue = value
    }
}
