import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct SchemaRecorderTests {
    private enum Color: String, Codable, CaseIterable {
        case red, green
    }

    private struct Inner: DescribedJSON, Hashable {
        var count: Int
        var at: Timestamp?

        enum CodingKeys: String, CodingKey {
            case count
            case at = "happened_at"
        }

        static let schema = SchemaDescription(
            "Inner",
            "A part.",
            members: [CodingKeys.count: .init("A number.", example: 3, range: 1...9), .at: "A time."]
        )
    }

    private struct Outer: Codable {
        var flag: Bool
        var inner: Inner
        var more: [Inner]?
        var names: [String]
        var color: Color
        var maybe: Color?
        var anything: JSONValue
        var members: [String: JSONValue]
        var password: Secret
        var kind: SessionKind
    }

    @Test func recordsTypesAndOptionality() throws {
        var recorder = SchemaRecorder()
        let schema = try recorder.schema(of: Outer.self)
        let inner: JSONValue = ["$ref": "#/components/schemas/Inner"]
        #expect(
            schema == [
                "type": "object",
                "required": ["anything", "color", "flag", "inner", "kind", "members", "names", "password"],
                "properties": [
                    "flag": ["type": "boolean"], "inner": inner, "more": ["type": "array", "items": inner],
                    "names": ["type": "array", "items": ["type": "string"]],
                    "color": ["type": "string", "enum": ["red", "green"]],
                    "maybe": ["type": "string", "enum": ["red", "green"]], "anything": [:],
                    "members": ["type": "object", "additionalProperties": [:]],
                    "password": ["type": "string", "format": "password"],
                    "kind": ["type": "string", "examples": ["browser", "app"]],
                ],
            ]
        )
        #expect(
            recorder.components == [
                "Inner": [
                    "type": "object", "description": "A part.", "required": ["count"],
                    "properties": [
                        "count": [
                            "type": "integer", "description": "A number.", "examples": [3], "minimum": 1, "maximum": 9,
                        ],
                        "happened_at": ["type": "string", "format": "date-time", "description": "A time."],
                    ],
                ]
            ]
        )
    }

    /// Decodes a value that no sample satisfies.
    private struct Strict: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: try container.decode(String.self) + "never valid"
            )
        }
    }

    @Test func reportsTypeWithoutSchema() {
        var recorder = SchemaRecorder()
        #expect(throws: SchemaError.self) { try recorder.schema(of: [Strict].self) }
    }
}
