import Foundation
import GatehouseServer
import GatehouseWire
import Testing

@Suite struct TimeBasedSecretSetupTests {
    private let secret: TimeBasedSecret
    private static let tail = "algorithm=SHA1&digits=6&period=30"
    private static let key = "secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    init() throws {
        secret = try #require(TimeBasedSecret(bytes: Data("12345678901234567890".utf8)))
    }

    @Test func groupsKeyForTyping() {
        #expect(secret.typedKey.reveal() == "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")
    }

    @Test(arguments: [
        ("Example", "anna@example.com", "Example", "anna%40example.com"),
        ("Example App", "a b", "Example%20App", "a%20b"),
        ("A&B=C?#/+%", "x&secret=A", "A%26B%3DC%3F%23%2F%2B%25", "x%26secret%3DA"),
        ("日本", "ü", "%E6%97%A5%E6%9C%AC", "%C3%BC"),
        // The colon separates issuer and account.
        ("Example: Test", "kii:anna:1", "Example%20Test", "kii%20anna%201"),
        (" A\n\tB\u{0}C\u{7F} ", "\u{A0}anna\u{2028}b ", "A%20B%20C", "anna%20b"),
    ])
    func encodesNames(issuer: String, account: String, encodedIssuer: String, encodedAccount: String) {
        let expected =
            "otpauth://totp/\(encodedIssuer):\(encodedAccount)?\(Self.key)&issuer=\(encodedIssuer)&\(Self.tail)"
        let uri = secret.keyURI(issuer: issuer, account: account).reveal()
        #expect(uri == expected)
        #expect(URLComponents(string: uri)?.queryItems?.count == 5)
    }

    @Test func omitsEmptyNames() {
        #expect(
            secret.keyURI(issuer: ":", account: "anna").reveal() == "otpauth://totp/anna?\(Self.key)&\(Self.tail)"
        )
        #expect(
            secret.keyURI(issuer: "Example", account: " ").reveal()
                == "otpauth://totp/Example?\(Self.key)&issuer=Example&\(Self.tail)"
        )
    }

    @Test(arguments: [
        (String(repeating: "a", count: 64), String(repeating: "a", count: 64)),
        (String(repeating: "a", count: 65), String(repeating: "a", count: 61) + "…"),
        // 16 characters of four bytes fit, and with the ellipsis 15.
        (String(repeating: "😀", count: 16), String(repeating: "😀", count: 16)),
        (String(repeating: "😀", count: 17), String(repeating: "😀", count: 15) + "…"),
        // One character of 25 bytes is not cut.
        (String(repeating: "👨‍👩‍👧‍👦", count: 9), "👨‍👩‍👧‍👦👨‍👩‍👧‍👦…"),
        ("e" + String(repeating: "\u{301}", count: 100), ""),
        (String(repeating: "a ", count: 5_000_000), String(repeating: "a ", count: 30) + "a…"),
    ])
    func cutsLongNamesBetweenCharacters(name: String, cut: String) throws {
        let uri = secret.keyURI(issuer: "Example", account: name).reveal()
        let path = try #require(URLComponents(string: uri)?.path)
        #expect(path == (cut.isEmpty ? "/Example" : "/Example:\(cut)"))
    }

    @Test func staysWithinDenseButScannableCode() {
        let name = String(repeating: "ü", count: 1_000)
        #expect(secret.keyURI(issuer: name, account: name).reveal().utf8.count < 700)
    }
}
