import AnswerSchemas
import GatehouseWire
import Testing

@Suite struct JSONSchemaTests {
    private static let object: JSONValue = [
        "type": "object", "required": ["a"], "additionalProperties": false,
        "properties": [
            "a": ["type": "integer", "minimum": 1, "maximum": 3], "b": ["type": "string", "pattern": "^x+$"],
            "c": ["type": "array", "minItems": 1, "items": ["const": true]],
        ],
    ]

    @Test(
        arguments: [
            (["a": 1], []), (["a": 3, "b": "xx", "c": [true, true]], []), ([:], ["it has no a"]),
            (["a": 0], ["it.a is too small"]), (["a": 4], ["it.a is too large"]),
            (["a": 1, "b": "xy"], [#"it.b does not match string("^x+$")"#]), (["a": 1, "d": 1], ["it has a member d"]),
            (["a": 1, "c": []], ["it.c has too few elements"]), (["a": 1, "c": [false]], ["it.c[] is not bool(true)"]),
            (["a": "1"], ["it.a is too small", #"it.a is not of type string("integer")"#]),
        ] as [(JSONValue, [String])]
    )
    func findsViolations(_ value: JSONValue, _ violations: [String]) {
        #expect(
            JSONSchema(Self.object).violations(of: value, at: "it").map { $0.replacing("GatehouseWire.", with: "") }
                == violations
        )
    }

    @Test func requiresExactlyOneMatchingChoice() {
        let schema = JSONSchema(["oneOf": [["type": "string", "minLength": 2], ["enum": ["a", 1]]]])
        #expect(schema.violations(of: "ab", at: "it") == [])
        #expect(schema.violations(of: 1, at: "it") == [])
        #expect(schema.violations(of: "b", at: "it") == ["it is too short"])
        #expect(JSONSchema(["oneOf": [[:], [:]]]).violations(of: 1, at: "it") == ["it fits more than one choice"])
    }

    @Test func reportsUnknownKeyword() {
        #expect(
            JSONSchema(["uniqueItems": true]).violations(of: [])
                == ["The schema has the keyword uniqueItems, which is not known."]
        )
    }
}
