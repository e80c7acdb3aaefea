import Foundation
import GatehouseWire
import Testing

@Suite struct JSONValueTests {
    @Test func readsAndWritesEveryType() throws {
        let json = #"{"a":[1,1.5,-7,true,false,null,"x"],"b":{"c":{}},"d":[]}"#
        let value = try JSONCoding.decode(JSONValue.self, from: Data(json.utf8))
        #expect(value == ["a": [1, 1.5, -7, true, false, nil, "x"], "b": ["c": [:]], "d": []])
        #expect(String(decoding: JSONCoding.encode(value), as: UTF8.self) == json)
    }

    @Test func distinguishesTypes() {
        let value: JSONValue = ["s": "1", "i": 1, "b": true, "d": 1.5, "n": nil]
        #expect(value["s"]?.string == "1")
        #expect(value["s"]?.integer == nil)
        #expect(value["i"]?.integer == 1)
        #expect(value["i"]?.bool == nil)
        #expect(value["b"]?.bool == true)
        #expect(value["b"]?.integer == nil)
        #expect(value["d"]?.integer == nil)
        #expect(value["n"] == .null)
        #expect(value["missing"] == nil)
        #expect(value.array == nil)
        #expect(value.object?.count == 5)
    }

    @Test func preservesNumbersBeyondInteger() throws {
        let value = try JSONCoding.decode(JSONValue.self, from: Data("[9223372036854775807,1e300]".utf8))
        #expect(value == [.integer(.max), .double(1e300)])
    }

    @Test func reads32Levels() throws {
        func nested(_ depth: Int) -> Data {
            Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(throws: Never.self) { try JSONCoding.decode(JSONValue.self, from: nested(32)) }
        for depth in [33, 500, 100_000] {
            #expect(throws: WireError("The JSON is nested too deeply.")) {
                try JSONCoding.decode(JSONValue.self, from: nested(depth))
            }
        }
        let brackets = String(repeating: #"[{\""#, count: 100)
        #expect(throws: Never.self) { try JSONCoding.decode(JSONValue.self, from: Data("\"\(brackets)\"".utf8)) }
    }

    @Test func rejectsOtherEncodings() throws {
        let body = try #require("[1]".data(using: .utf16LittleEndian))
        #expect(throws: WireError("The text is not valid JSON.")) { try JSONCoding.decode(JSONValue.self, from: body) }
    }

    @Test(arguments: ["", "{", "[1 2]", "nul", "{\"a\":1"]) func rejectsInvalidJSON(_ text: String) {
        #expect(throws: WireError("The text is not valid JSON.")) {
            try JSONCoding.decode(JSONValue.self, from: Data(text.utf8))
        }
    }
}
