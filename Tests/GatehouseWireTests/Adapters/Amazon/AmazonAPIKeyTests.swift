import Foundation
import GatehouseWire
import Testing

@Suite struct AmazonAPIKeyTests {
    private static func encoded(_ parts: String...) -> String {
        parts.map { Data($0.utf8).base64EncodedString() }.joined(separator: ".")
    }

    private static let header = #"{"alg":"RSA-SHA256","ver":"1"}"#
    private static let name = "0123456789abcdef0123456789abcdef"
    private static let payload =
        #"{"appFamilyId":"amzn1.application.\#(name)","appId":"amzn1.application-client.\#(name)","#
        + #""appVariantId":"amzn1.application-client.\#(name)","bundleId":"com.example.app","#
        + #""bundleSeedId":"com.example.app","clientId":"amzn1.application-oa2-client.\#(name)","#
        + #""endpoints":{"authz":"https://id.example.com/ap/oa","revocation":"https://id.example.com/auth/o2/revoke","#
        + #""tokenExchange":"https://id.example.com/auth/o2/token"},"iat":"1700000000000","id":"key-1","#
        + #""iss":"https://id.example.com","trustPool":null,"type":"APIKey","ver":"3"}"#

    @Test func writesAmazonsFormat() throws {
        let key = try #require(
            AmazonAPIKey(
                issuer: "https://id.example.com",
                clientID: AmazonIdentifier.client.make(Self.name),
                bundleID: "com.example.app",
                id: "key-1",
                issuedAt: 1_700_000_000_000
            )
        )
        #expect(key.unsigned == Self.encoded(Self.header, Self.payload))
        let text = key.text(signature: Data([0xFB, 0xFF]))
        #expect(text == Self.encoded(Self.header, Self.payload) + ".+/8=")
        #expect(try AmazonAPIKey(text) == key)
        #expect(key.base == URL(string: "https://id.example.com"))
    }

    @Test func readsAmazonsOwnKeys() throws {
        let payload = """
            {"ver":"3","endpoints":{"authz":"https://www.amazon.com/ap/oa","tokenExchange":"https://api.amazon.com/auth/O2/token"},
             "clientId":"amzn1.application-oa2-client.ab","appFamilyId":"amzn1.application.cd","bundleSeedId":"com.example.app",
             "bundleId":"com.example.app","iss":"Amazon","type":"APIKey","appVariantId":"amzn1.application-client.ef",
             "trustPool":null,"appId":"amzn1.application-client.ef","id":"k","iat":"1446510240000"}
            """
        let text = Self.encoded(Self.header, payload, "signature")
        let half = text.index(text.startIndex, offsetBy: 80)
        let key = try AmazonAPIKey(text[..<half] + "\n  " + text[half...] + "\n")
        #expect(key.clientID == "amzn1.application-oa2-client.ab")
        #expect(key.bundleID == "com.example.app")
        #expect(key.endpoints.authorization.absoluteString == "https://www.amazon.com/ap/oa")
        #expect(key.endpoints.revocation == nil)
        #expect(key.base?.absoluteString == "https://api.amazon.com")
        #expect(key.issuedAt == 1_446_510_240_000)
    }

    @Test(arguments: [
        "", "a.b", "a.b.c.d", "%.%.%", encoded(#"{"alg":"none"}"#, payload, "s"), encoded(header, "{}", "s"),
        encoded(header, payload.replacing("APIKey", with: "Other"), "s"),
        encoded(header, payload.replacing("\"bundleId\":\"com.example.app\",", with: ""), "s"),
    ])
    func rejectsMalformedKeys(_ text: String) {
        #expect(throws: WireError.self) { try AmazonAPIKey(text) }
    }

    @Test(arguments: ["", "a b", "a/b", "a:b", "ä", String(repeating: "a", count: 156)])
    func createsRedirectFromBundleIdentifierOnly(_ bundleID: String) {
        #expect(AmazonRedirect.app(bundleID: bundleID) == nil)
        #expect(
            AmazonRedirect.app(bundleID: "com.example-1.App")?.rawValue == "amzn-com.example-1.App://?methodName=signin"
        )
    }
}
