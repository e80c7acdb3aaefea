/// The audience of a token: one string or an array in JSON (RFC 7519 §4.1.3).
package struct Audience: Sendable, Hashable, Codable, ExpressibleByArrayLiteral {
    package var values: [String]

    package init(_ values: [String]) {
        self.values = values
    }

    package init(arrayLiteral values: String...) {
        self.values = values
    }

    package func contains(_ value: String) -> Bool { values.contains(value) }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let single = try? container.decode(String.self) {
            values = [single]
        } else {
            values = try container.decode([String].self)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if values.count == 1 { try container.encode(values[0]) } else { try container.encode(values) }
    }
}
