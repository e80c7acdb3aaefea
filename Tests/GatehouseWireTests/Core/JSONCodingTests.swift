import Foundation
import GatehouseWire
import Testing

@Suite struct JSONCodingTests {
    private static let nulError = WireError("The JSON contains the character U+0000.")

    @Test(arguments: [
        #"["\u0000"]"#, #"{"a":{"b":["x","a\u0000b"]}}"#, #"{"\u0000":1}"#, #"["\\\u0000"]"#, #"["\n\u0000"]"#,
        #"["\u0041\u0000"]"#, #"["\u00000"]"#,
    ])
    func rejectsNULEverywhere(_ json: String) {
        #expect(throws: Self.nulError) { try JSONCoding.decode(JSONValue.self, from: Data(json.utf8)) }
    }

    @Test(arguments: [
        (#"["\\u0000"]"#, #"\u0000"#), (#"["\u0001\u00010"]"#, "\u{1}\u{1}0"),
        (#"["\u1000\u0030000"]"#, "\u{1000}0000"), (#"["u0000"]"#, "u0000"), (#"["\"u0000"]"#, "\"u0000"),
        (#"["\u000a0"]"#, "\n0"), (#"["\u000d"]"#, "\r"),
    ])
    func acceptsSimilarEscapes(_ json: String, _ text: String) throws {
        #expect(try JSONCoding.decode([String].self, from: Data(json.utf8)) == [text])
    }

    @Test func ignoresBracketsInStrings() throws {
        let text = String(repeating: #"[\"{\\"#, count: 40)
        let read = try JSONCoding.decode([String].self, from: Data(#"["\#(text)"]"#.utf8))
        #expect(read == [String(repeating: #"["{\"#, count: 40)])
    }
}
