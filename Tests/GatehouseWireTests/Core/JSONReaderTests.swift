import Foundation
import GatehouseWire
import Testing

@Suite struct JSONReaderTests {
    private func read(_ text: String) throws -> JSONValue {
        try JSONCoding.decode(JSONValue.self, from: Data(text.utf8))
    }

    @Test(arguments: [
        "{}", "[]", " [ ] ", "\t{ \"a\" : [ 1 , true , null ] }\r\n", "null", "true", "false", "0", "-0", "7", "-12",
        "1.5", "-1.5e3", "1E2", "1e+2", "25e-1", "1.0", "9223372036854775807", "-9223372036854775808",
        "9223372036854775808", "1e-999", #""""#, #""a b""#, #""\"\\\/\b\f\n\r\t""#, #""\u00e9\u20AC""#,
        #""\ud83d\ude00""#, #""é😀""#, "\u{FEFF}{}", #"{"a":{"b":[{"c":[[]]}]}}"#, #"{"":1}"#,
    ])
    func readsLikeFoundation(text: String) throws {
        let expected = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        #expect(try read(text) == expected)
    }

    @Test(arguments: [
        "", " ", "{", "}", "[", "[1", "[1,", "[,1]", "{,}", #"{"a"}"#, #"{"a":}"#, #"{a:1}"#,
        #"{"a" 1}"#, "[1 2]", "1 2", "[]]", "nul", "nulll", "True", "+1", "01", "-", "1.", ".5", "1e", "1e+", "0x10",
        "NaN",
        "Infinity", "1e999", #"""#, #""\""#, #""\x""#, #""\u12""#, #""\u12g4""#, #""\ud83d""#, #""\ud83dx""#,
        #""\ude00""#, #""\ud83d\u0041""#, "\"\t\"", "\"\n\"", "'a'", "[1]/*x*/",
    ])
    func rejectsInvalidJSON(text: String) {
        #expect(throws: WireError("The text is not valid JSON.")) { try read(text) }
        #expect(throws: (any Error).self) { try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) }
    }

    @Test(arguments: ["[1,]", #"{"a":1,}"#]) func rejectsTrailingCommas(text: String) {
        #expect(throws: WireError("The text is not valid JSON.")) { try read(text) }
    }

    @Test(arguments: [
        [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x5B, 0, 0x5D],
    ])
    func rejectsInvalidUTF8(bytes: [UInt8]) {
        #expect(throws: WireError("The text is not valid JSON.")) {
            try JSONCoding.decode(JSONValue.self, from: Data(bytes))
        }
    }

    @Test func limitsDepthNamesAndNumbers() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try read(nested(32)) }
        #expect(throws: WireError("The JSON is nested too deeply.")) { try read(nested(33)) }
        let name = String(repeating: "n", count: 256)
        #expect(try read(#"{"\#(name)":1}"#)[name] == 1)
        #expect(throws: WireError("A name in the JSON exceeds 256 bytes.")) { try read(#"{"\#(name)n":1}"#) }
        func members(_ count: Int) -> String { "{" + (0..<count).map { "\"\($0)\":1" }.joined(separator: ",") + "}" }
        #expect(throws: Never.self) { try read(members(10_000)) }
        #expect(throws: WireError("The JSON contains too many members.")) { try read(members(10_001)) }
        let digits = String(repeating: "1", count: 256)
        #expect(throws: Never.self) { try read(digits) }
        #expect(throws: WireError("A number in the JSON is too long.")) { try read(digits + "1") }
    }

    @Test(arguments: ["\u{0345}", #"\u0345"#])
    func rejectsLongRunsOfCombiningMarks(mark: String) {
        let marks = String(repeating: mark, count: 31)
        for text in [#"{"a\#(marks)":1}"#, #"["a\#(marks)"]"#] {
            #expect(throws: WireError("The JSON contains more than 30 combining marks in a row.")) { try read(text) }
            #expect(throws: (any Error).self) { try JSONCoding.decode([String: String].self, from: Data(text.utf8)) }
        }
    }

    /// RFC 8259 §4: parsers disagree about which of the members counts.
    @Test(arguments: [
        #"{"a":1,"a":1}"#, #"{"a":1,"b":2,"a":null}"#, #"{"a":1,"\u0061":2}"#, #"[{"b":{"a":1,"a":2}}]"#,
        #"{"b":1,"c":{"a":[{"":1,"":2}]}}"#, "{\"\u{E9}\":1,\"e\u{301}\":2}",
    ])
    func rejectsRepeatedNames(text: String) {
        #expect(throws: WireError("A member name in the JSON is repeated.")) { try read(text) }
    }

    @Test func acceptsSameNameInDifferentObjects() throws {
        let text = #"{"a":{"a":1},"b":[{"a":2},{"a":3}],"A":4}"#
        #expect(try read(text) == ["a": ["a": 1], "b": [["a": 2], ["a": 3]], "A": 4])
    }
}
