import Foundation
import Testing

@testable import GatehouseWire

@Suite struct JSONWriterTests {
    private static func written(_ value: some Encodable) throws -> String {
        String(decoding: try JSONWriter.text(of: value).bytes, as: UTF8.self)
    }

    /// Returns the encoding of Foundation's encoder.
    private static func reference(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func writesCharactersLikeFoundation() throws {
        let texts = (0...0x2FF).compactMap(Unicode.Scalar.init).map { "a\($0)b" } + ["", "é👩‍👩‍👧‍👦\u{2028}/\\\"", "\u{FFFF}"]
        #expect(try Self.written(texts) == Self.reference(texts))
        let names = Dictionary(uniqueKeysWithValues: texts.map { ($0, $0) })
        #expect(try Self.written(names) == Self.reference(names))
    }

    @Test(arguments: [0, -0.0, 1, -1.5, 0.1, 1e21, 1e-7, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1 / 3])
    func writesNumbersLikeFoundation(_ number: Double) throws {
        #expect(try Self.written([number]) == Self.reference([number]))
        let single = Float(number)
        if single.isFinite { #expect(try Self.written([single]) == Self.reference([single])) }
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func rejectsNonFiniteNumbers(_ number: Double) {
        #expect(throws: EncodingError.self) { try Self.written(["a": [number]]) }
    }

    /// A value with a member of every type.
    private struct Everything: Encodable {
        var text = "t"
        var flag = true
        var integers: [Int] = [.min, 0, .max]
        var small = (Int8.min, Int16.min, Int32.min, Int64.min)
        var large = (UInt8.max, UInt16.max, UInt32.max, UInt64.max, UInt.max)
        var nothing: String?
        var something: String? = "s"
        var address = URL(string: "https://id.example.com/a%20b?c=d#e")
        var empty: [String: Int] = [:]
        var none: [Int] = []
        var tree: [String: [[String?]]] = ["b": [["x", nil], []], "a": [[]]]
        var value = JSONValue.object(["n": .null, "d": .double(2.5), "i": .integer(3), "l": .array([.bool(false)])])

        enum CodingKeys: CodingKey {
            case text, flag, integers, a, b, c, d, e, f, g, h, i, nothing, something, address, empty, none, tree, value
        }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(text, forKey: .text)
            try members.encode(flag, forKey: .flag)
            try members.encode(integers, forKey: .integers)
            try members.encode(small.0, forKey: .a)
            try members.encode(small.1, forKey: .b)
            try members.encode(small.2, forKey: .c)
            try members.encode(small.3, forKey: .d)
            try members.encode(large.0, forKey: .e)
            try members.encode(large.1, forKey: .f)
            try members.encode(large.2, forKey: .g)
            try members.encode(large.3, forKey: .h)
            try members.encode(large.4, forKey: .i)
            try members.encodeNil(forKey: .nothing)
            try members.encodeIfPresent(something, forKey: .something)
            try members.encodeIfPresent(address, forKey: .address)
            try members.encode(empty, forKey: .empty)
            try members.encode(none, forKey: .none)
            try members.encode(tree, forKey: .tree)
            try members.encode(value, forKey: .value)
        }
    }

    @Test func writesMembersLikeFoundation() throws {
        #expect(try Self.written(Everything()) == Self.reference(Everything()))
        #expect(try Self.written([Everything(), Everything()]) == Self.reference([Everything(), Everything()]))
    }

    /// A value whose containers are filled alternately.
    private struct Interleaved: Encodable {
        enum Name: CodingKey {
            case z, list, object, other, inherited
        }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: Name.self)
            var object = members.nestedContainer(keyedBy: Name.self, forKey: .object)
            var list = members.nestedUnkeyedContainer(forKey: .list)
            try object.encode(1, forKey: .z)
            try list.encode("first")
            var inner = list.nestedContainer(keyedBy: Name.self)
            var innermost = list.nestedUnkeyedContainer()
            try list.encodeNil()
            try inner.encode(2, forKey: .other)
            try innermost.encode(list.count)
            try object.encode("late", forKey: .list)
            try "parent".encode(to: members.superEncoder())
            try ["x": 1].encode(to: members.superEncoder(forKey: .inherited))
            try [7].encode(to: list.superEncoder())
            var again = encoder.container(keyedBy: Name.self)
            try again.encode(3, forKey: .other)
        }
    }

    @Test func writesContainersFilledInAnyOrder() throws {
        let expected =
            #"{"inherited":{"x":1},"list":["first",{"other":2},[4],null,[7]],"object":{"list":"late","z":1},"#
            + #""other":3,"super":"parent"}"#
        #expect(try Self.written(Interleaved()) == expected)
        #expect(try Self.reference(Interleaved()) == expected)
    }

    private struct Twice: Encodable {
        enum Name: CodingKey { case a, b }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: Name.self)
            try members.encode(1, forKey: .b)
            try members.encode("old", forKey: .a)
            try members.encode("new", forKey: .a)
        }
    }

    @Test func usesLastOfRepeatedMembers() throws {
        #expect(try Self.written(Twice()) == #"{"a":"new","b":1}"#)
    }

    private struct Nothing: Encodable {
        func encode(to encoder: any Encoder) {}
    }

    @Test func writesEmptyValueAsObject() throws {
        #expect(try Self.written(Nothing()) == "{}")
        #expect(try Self.written([Nothing()]) == "[{}]")
    }
}
