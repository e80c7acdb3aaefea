import GatehouseServer
import Testing

@Suite struct EmailAddressTests {
    @Test(arguments: [
        ("alice@example.com", "alice@example.com"),
        ("  Alice.B+tag@EXAMPLE.Com\n", "alice.b+tag@example.com"),
        ("a..b.@example.co.jp", "a..b.@example.co.jp"),
        ("!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"),
        ("info@Bücher.example", "info@xn--bcher-kva.example"),
        ("info@xn--bcher-kva.example", "info@xn--bcher-kva.example"),
        ("JÜRGEN@example.de", "jürgen@example.de"),
        ("佐藤@例え.jp", "佐藤@xn--r8jz45g.jp"),
        ("a@1.example", "a@1.example"),
    ])
    func normalizesAddress(entered: String, normalized: String) {
        #expect(EmailAddress(entered)?.normalized == normalized)
    }

    @Test func comparesSpellingsAsEqual() {
        let spellings = [
            "Ju\u{308}rgen@B\u{FC}cher.example", "jürgen@bu\u{308}cher.EXAMPLE", "JÜRGEN@XN--BCHER-KVA.example",
        ]
        #expect(Set(spellings.map(EmailAddress.init)).count == 1)
        // The Kelvin sign (U+212A) is compatible with K and must not make a second, identical-looking account.
        #expect(EmailAddress("mi\u{212A}e@example.com") == EmailAddress("mike@example.com"))
        #expect(EmailAddress("alice+1@example.com") != EmailAddress("alice@example.com"))
    }

    @Test(arguments: [
        "", " ", "@", "alice", "alice@", "@example.com", "alice@@example.com", "a@b@example.com", "alice@localhost",
        "alice@example..com", "alice@.example.com", "alice@example.com.", "alice@-example.com", "alice@exa_mple.com",
        "alice@exa mple.com", "al ice@example.com", "alice@[192.0.2.1]", "alice@192.0.2.1", "\"a b\"@example.com",
        "alice@example.com\r\nBcc: x@example.com", "ali\nce@example.com", "alice\0@example.com",
        "Alice <alice@example.com>", "alice,bob@example.com", "alice;@example.com", "al\u{200B}ice@example.com",
        "alice@exa\u{202E}mple.com", "alice@ex%61mple.com", "alice@example.com/x", "alice@example.com:25",
    ])
    func rejectsInvalidAddress(entered: String) {
        #expect(EmailAddress(entered) == nil)
    }

    @Test func enforcesLengthLimitsOfRFC5321() {
        let local = String(repeating: "a", count: 64)
        let label = String(repeating: "b", count: 63)
        #expect(EmailAddress("\(local)@example.com") != nil)
        #expect(EmailAddress("a\(local)@example.com") == nil)
        #expect(EmailAddress("a@\(label).com") != nil)
        #expect(EmailAddress("a@b\(label).com") == nil)
        let longest = "\(local)@\(label).\(label).\(String(repeating: "c", count: 57)).com"
        #expect(longest.utf8.count == 254)
        #expect(EmailAddress(longest) != nil)
        #expect(EmailAddress("\(local)@\(label).\(label).\(String(repeating: "c", count: 58)).com") == nil)
    }
}
