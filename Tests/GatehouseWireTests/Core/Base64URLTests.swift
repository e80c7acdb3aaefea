import Foundation
import GatehouseWire
import Testing

@Suite struct Base64URLTests {
    /// The test vectors of RFC 4648 §10 without padding, and bytes that require URL-safe characters.
    static let pairs: [([UInt8], String)] = [
        ([], ""), (Array("f".utf8), "Zg"), (Array("fo".utf8), "Zm8"), (Array("foo".utf8), "Zm9v"),
        (Array("foob".utf8), "Zm9vYg"), (Array("fooba".utf8), "Zm9vYmE"), (Array("foobar".utf8), "Zm9vYmFy"),
        ([0xFB, 0xFF, 0xFE], "-__-"), ([0xFF], "_w"),
    ]

    @Test(arguments: pairs) func encodesAndDecodes(_ bytes: [UInt8], _ text: String) {
        #expect(Base64URL.encode(bytes) == text)
        #expect(Base64URL.decode(text) == Data(bytes))
    }

    @Test func agreesWithFoundation() {
        for length in 0..<70 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
            let expected = Data(bytes).base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            #expect(Base64URL.encode(bytes) == expected)
            #expect(Base64URL.decode(expected) == Data(bytes))
        }
    }

    @Test(arguments: ["Zg==", "Z", "Zm9vY", "Zm9v+A", "Zm9v/A", "Zm 9v", "Zm9v\n", "Zh", "Zm9", "ä", "_x"])
    func rejectsNonCanonicalEncodings(_ text: String) {
        #expect(Base64URL.decode(text) == nil)
    }
}
