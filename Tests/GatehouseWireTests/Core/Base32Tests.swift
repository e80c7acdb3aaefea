import Foundation
import GatehouseWire
import Testing

@Suite struct Base32Tests {
    /// The test vectors of RFC 4648 §10 without padding, the key of RFC 6238, and the last characters of the alphabet.
    static let pairs: [([UInt8], String)] = [
        ([], ""), (Array("f".utf8), "MY"), (Array("fo".utf8), "MZXQ"), (Array("foo".utf8), "MZXW6"),
        (Array("foob".utf8), "MZXW6YQ"), (Array("fooba".utf8), "MZXW6YTB"), (Array("foobar".utf8), "MZXW6YTBOI"),
        (Array("12345678901234567890".utf8), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"),
        ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "77777777"), ([0, 0, 0, 0, 0], "AAAAAAAA"),
    ]

    @Test(arguments: pairs) func encodesAndDecodes(_ bytes: [UInt8], _ text: String) {
        #expect(Base32.encode(bytes) == text)
        #expect(Base32.decode(text) == Data(bytes))
        #expect(Base32.decode(text.lowercased()) == Data(bytes))
    }

    @Test func decodesEveryLength() {
        for length in 0..<70 {
            let bytes = Data((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) })
            let text = Base32.encode(bytes)
            #expect(text.count == (length * 8 + 4) / 5)
            #expect(Base32.decode(text) == bytes)
        }
    }

    @Test(arguments: [
        "MY======", "M", "MZX", "MZXW6Y", "MZ", "MZXW7", "AAAAAAAAA", "MZXW 6YQ", "MZXW6YQ\n", "M1", "M0", "M8", "ä",
        "MY\0", "@@", "[[", "``", "{{", "\u{212A}A",
    ])
    func rejectsNonCanonicalEncodings(_ text: String) {
        #expect(Base32.decode(text) == nil)
    }
}
