/// A type of the server's JSON APIs with a schema in the OpenAPI document.
///
/// Members, types and optionality come from its `Decodable` conformance; only texts and limits are added here.
package protocol DescribedJSON: Codable, Sendable {
    static var schema: SchemaDescription { get }
}

/// The name of a schema, and the texts and limits of its members.
package struct SchemaDescription: Sendable {
    /// The name in the OpenAPI document.
    package let name: String
    package let text: String
    /// The members by name.
    package let members: [String: MemberDescription]

    package init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
        members = [:]
    }

    /// Describes the members by the coding keys of the type.
    package init<Key: CodingKey & Hashable>(_ name: String, _ text: String, members: [Key: MemberDescription]) {
        self.name = name
        self.text = text
        self.members = Dictionary(uniqueKeysWithValues: members.map { ($0.stringValue, $1) })
    }
}

/// The description of a member or parameter.
package struct MemberDescription: Sendable, ExpressibleByStringLiteral {
    package let text: String
    package let example: JSONValue?
    /// The range of a string's length or of a number.
    package let range: ClosedRange<Int>?

    package init(_ text: String, example: JSONValue? = nil, range: ClosedRange<Int>? = nil) {
        self.text = text
        self.example = example
        self.range = range
    }

    package init(stringLiteral text: String) { self.init(text) }
}

/// An open set of values whose known members the OpenAPI document lists as examples.
package protocol KnownValues: ExtensibleValue {
    static var known: [Self] { get }
}
