import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

/// Attribute values that an app submits as JSON, regardless of the page.
@Suite struct AttributeFormTests {
    private let form = AttributeForm([
        ClientAttribute(name: "nickname", isRequired: true), ClientAttribute(name: "member", kind: .number, page: 2),
        ClientAttribute(name: "news", kind: .boolean, page: 2),
        ClientAttribute(name: "terms", kind: .boolean, isRequired: true),
        ClientAttribute(name: "plan", kind: .choice, options: ["a", "b"], page: 3),
        ClientAttribute(name: "tags", pattern: "[a-z,]+", page: 3), ClientAttribute(name: "birthdate", kind: .date),
    ])

    @Test(
        arguments: [
            ("nickname", "Ada", "Ada"), ("nickname", "  Ada ", "Ada"), ("nickname", 42, "42"),
            ("nickname", true, "true"),
            ("member", 42, 42), ("member", "42", 42), ("member", 1.5, 1.5), ("news", true, true), ("news", "no", false),
            ("news", "off", false), ("terms", true, true), ("plan", "a", "a"), ("plan", ["b"], "b"),
            ("tags", ["x", "y"], "x,y"), ("birthdate", "1815-12-10", "1815-12-10"),
        ] as [(String, JSONValue, JSONValue)]
    )
    func convertsValuesToAttributeKinds(name: String, given: JSONValue, value: JSONValue) throws {
        #expect(try form.check(given: [name: given]) == [name: value])
    }

    @Test(arguments: ["", "  ", nil] as [JSONValue]) func treatsEmptyValuesAsMissing(value: JSONValue) throws {
        #expect(try form.check(given: ["nickname": value, "terms": value, "unknown": .null]) == [:])
    }

    @Test(
        arguments: [
            ("nickname", ["a": "b"], .notA(.text)), ("nickname", [1, 2], .notA(.text)),
            ("nickname", .string(String(repeating: "a", count: 513)), .tooLong(maximum: 512)),
            ("member", "many", .notA(.number)), ("news", "perhaps", .notA(.boolean)), ("terms", false, .missing),
            ("plan", "c", .notA(.choice)), ("plan", ["a", "b"], .notA(.choice)), ("tags", ["X"], .patternMismatch),
            ("birthdate", "10.12.1815", .notA(.date)), ("unknown", "x", .notRequested), ("unknown", "", .notRequested),
        ] as [(String, JSONValue, AttributeError)]
    )
    func rejectsInvalidValues(name: String, given: JSONValue, problem: AttributeError) {
        #expect(throws: AttributeErrors(problems: [name: problem])) { try form.check(given: [name: given]) }
    }
}
