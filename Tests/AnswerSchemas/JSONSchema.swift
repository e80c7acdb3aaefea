import Foundation
package import GatehouseWire

/// A JSON schema, with the keywords that the schemas in `Tests/Fixtures` use; an unknown keyword fails the check.
package struct JSONSchema {
    private static let folder = URL(filePath: #filePath).appending(path: "../../Fixtures").standardized

    private let schema: JSONValue

    package init(_ schema: JSONValue) {
        self.schema = schema
    }

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
        case "$schema", "title", "required", "additionalProperties": []
        case "type": Self.type(of: value).contains(rule.string ?? "") ? [] : ["\(place) is not of type \(rule)"]
        case "const": value == rule ? [] : ["\(place) is not \(rule)"]
        case "enum": rule.array?.contains(value) == true ? [] : ["\(place) is none of \(rule)"]
        case "pattern": Self.matches(value, rule) ? [] : ["\(place) does not match \(rule)"]
        case "minLength": (value.string ?? "").count >= Self.number(rule) ? [] : ["\(place) is too short"]
        case "minItems": (value.array ?? []).count >= Self.number(rule) ? [] : ["\(place) has too few elements"]
        case "minimum": Self.number(value) >= Self.number(rule) ? [] : ["\(place) is too small"]
        case "maximum": Self.number(value) <= Self.number(rule) ? [] : ["\(place) is too large"]
        case "items": (value.array ?? []).flatMap { JSONSchema(rule).violations(of: $0, at: place + "[]") }
        case "properties": check(value.object ?? [:], against: rule.object ?? [:], at: place)
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
        let unknown = schema["additionalProperties"] == false ? members.keys.filter { rules[$0] == nil }.sorted() : []
        return missing.map { "\(place) has no \($0)" } + unknown.map { "\(place) has a member \($0)" }
            + members.sorted { $0.key < $1.key }.flatMap { name, value in
                rules[name].map { JSONSchema($0).violations(of: value, at: place + "." + name) } ?? []
            }
    }

    private func checkChoice(_ value: JSONValue, of schemas: [JSONValue], at place: String) -> [String] {
        let violations = schemas.map { JSONSchema($0).violations(of: value, at: place) }
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
