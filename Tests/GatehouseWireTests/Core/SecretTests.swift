import Foundation
import GatehouseWire
import Testing

@Suite struct SecretTests {
    @Test func hidesTextInEveryDescription() {
        struct Holder { let secret: Secret }
        let secret = Secret("hunter2")
        var dumped = ""
        dump(Holder(secret: secret), to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), "\(Holder(secret: secret))", "\([secret])", dumped] {
            #expect(!text.contains("hunter2"))
            #expect(text.contains("•••"))
        }
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test func comparesText() {
        let secret = Secret("hunter2")
        #expect(secret.matches("hunter2"))
        #expect(!secret.matches("hunter3"))
        #expect(!secret.matches("hunter"))
        #expect(!secret.matches(""))
        #expect(Secret("").matches(""))
        #expect(secret == Secret("hunter2"))
        #expect(secret != Secret("Hunter2"))
    }

    @Test func comparesBytes() {
        #expect(!Secret("\u{E9}").matches("e\u{301}"))
        #expect(Set([Secret("a"), Secret("a"), Secret("b")]).count == 2)
    }

    @Test func encodesAsString() throws {
        #expect(String(decoding: JSONCoding.encode([Secret("x")]), as: UTF8.self) == #"["x"]"#)
        #expect(try JSONCoding.decode([Secret].self, from: Data(#"["x"]"#.utf8)) == [Secret("x")])
    }
}
