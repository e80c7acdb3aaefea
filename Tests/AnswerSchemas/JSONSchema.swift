import Foundation
package import GatehouseWire

/// A JSON schema, with the keywords that the schemas in `Tests/Fixtures` and the OpenAPI document use; an unknown
/// keyword fails the check.
package struct JSONSchema {
    private static let folder = URL(filePath: #filePath).appending(path: "../../Fixtures").standardized

    private let schema: JSONValue
    /// The document that references point into.
    private let document: JSONValue
    /// Whether objects have the described members only, unless the schema says otherwise.
    private let isStrict: Bool

    /// Creates a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - document: The document that references point into.
    ///   - isStrict: Whether objects have the described members only, unless the schema says otherwise.
    package init(_ schema: JSONValue, in document: JSONValue = [:], isStrict: Bool = false) {
        self.schema = schema
        self.document = document
        self.isStrict = isStrict
    }

    private func part(_ schema: JSONValue) -> JSONSchema { JSONSchema(schema, in: document, isStrict: isStrict) }

    /// Reads a schema from a file in `Tests/Fixtures`, named without its extension.
    package init(named name: String) throws {
        let file = Self.folder.appending(path: name + ".json")
        self.init(try JSONCoding.decode(JSONValue.self, from: Data(contentsOf: file)))
    }

    /// Returns the violations of a value, each with its position.
    package func violations(of value: JSONValue, at place: String = "the answer") -> [String] {
        (schema.object ?? [:]).sorted { $0.key < $1.key }.flatMap { check(value, against: $0, $1, at: place) }
    }

    private func check(_ value: JSONValue, against keyword: String, _ rule: JSONValue, at place: String) -> [String] {
        switch keyword {
        case "$schema", "title", "required", "description", "examples": []
        case "type": Self.type(of: value).contains(rule.string ?? "") ? [] : ["\(place) is not of type \(rule)"]
        case "const": value == rule ? [] : ["\(place) is not \(rule)"]
        case "enum": rule.array?.contains(value) == true ? [] : ["\(place) is none of \(rule)"]
        case "pattern": Self.matches(value, rule) ? [] : ["\(place) does not match \(rule)"]
        case "format": Self.hasFormat(value, rule) ? [] : ["\(place) is no \(rule)"]
        case "minLength": (value.string ?? "").count >= Self.number(rule) ? [] : ["\(place) is too short"]
        case "maxLength": (value.string ?? "").count <= Self.number(rule) ? [] : ["\(place) is too long"]
        case "minItems": (value.array ?? []).count >= Self.number(rule) ? [] : ["\(place) has too few elements"]
        case "minimum": Self.number(value) >= Self.number(rule) ? [] : ["\(place) is too small"]
        case "maximum": Self.number(value) <= Self.number(rule) ? [] : ["\(place) is too large"]
        case "items": (value.array ?? []).flatMap { part(rule).violations(of: $0, at: place + "[]") }
        case "properties": check(value.object ?? [:], against: rule.object ?? [:], at: place)
        case "additionalProperties": checkOthers(value.object ?? [:], against: rule, at: place)
        case "allOf": (rule.array ?? []).flatMap { part($0).violations(of: value, at: place) }
        case "$ref": Self.find(rule, in: document).map { part($0).violations(of: value, at: place) } ?? ["No \(rule)"]
        case "oneOf": checkChoice(value, of: rule.array ?? [], at: place)
        default: ["The schema has the keyword \(keyword), which is not known."]
        }
    }

    private func check(
        _ members: [String: JSONValue],
        against rules: [String: JSONValue],
        at place: String
    ) -> [String] {
        let missing = (schema["required"]?.array ?? []).compactMap(\.string).filter { members[$0] == nil }
        // The members of a composed object are described in another part.
        let isClosed = schema["additionalProperties"] == false || isStrict && schema["allOf"] == nil
        let unknown = isClosed ? members.keys.filter { rules[$0] == nil }.sorted() : []
        return missing.map { "\(place) has no \($0)" } + unknown.map { "\(place) has a member \($0)" }
            + members.sorted { $0.key < $1.key }.flatMap { name, value in
                rules[name].map { part($0).violations(of: value, at: place + "." + name) } ?? []
            }
    }

    /// Checks the members of an object that the schema does not name.
    private func checkOthers(_ members: [String: JSONValue], against rule: JSONValue, at place: String) -> [String] {
        guard rule.object != nil else { return [] }
        return members.sorted { $0.key < $1.key }.flatMap { name, value in
            schema["properties"]?[name] == nil ? part(rule).violations(of: value, at: place + "." + name) : []
        }
    }

    /// Returns the value that a reference within the document points to (RFC 6901).
    private static func find(_ reference: JSONValue, in document: JSONValue) -> JSONValue? {
        (reference.string ?? "").split(separator: "/").dropFirst().reduce(document) { $0?[String($1)] }
    }

    private static func hasFormat(_ value: JSONValue, _ format: JSONValue) -> Bool {
        switch format {
        case "date-time": value.string.flatMap { Timestamp($0) } != nil
        case "password": value.string != nil
        default: false
        }
    }

    private func checkChoice(_ value: JSONValue, of schemas: [JSONValue], at place: String) -> [String] {
        let violations = schemas.map { part($0).violations(of: value, at: place) }
        let fitting = violations.count { $0.isEmpty }
        if fitting == 1 { return [] }
        return fitting > 1 ? ["\(place) fits more than one choice"] : violations.min { $0.count < $1.count } ?? []
    }

    private static func type(of value: JSONValue) -> [String] {
        switch value {
        case .object: ["object"]
        case .array: ["array"]
        case .string: ["string"]
        case .integer: ["integer", "number"]
        case .double: ["number"]
        case .bool: ["boolean"]
        case .null: ["null"]
        }
    }

    private static func matches(_ value: JSONValue, _ rule: JSONValue) -> Bool {
        guard let text = value.string, let pattern = rule.string, let regex = try? Regex(pattern) else { return false }
        return text.firstMatch(of: regex.matchingSemantics(.unicodeScalar)) != nil
    }

    private static func number(_ value: JSONValue) -> Int { Int(value.integer ?? 0) }
}
