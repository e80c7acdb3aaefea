import Foundation
import GatehouseWire
import Testing

@Suite struct AuthorizationHeaderTests {
    private static func basic(_ pair: String) -> String { "Basic " + Data(pair.utf8).base64EncodedString() }

    @Test func decodesBothPartsOfBasicAsForm() throws {
        let header = try AuthorizationHeader(Self.basic("app%3Aone:p%25+q%C3%A4:r"))
        #expect(header == .basic(clientID: "app:one", clientSecret: Secret("p% qä:r")))
    }

    @Test func readsBackWrittenBasicCredentials() throws {
        let header = AuthorizationHeader.basic(clientID: "app:one", clientSecret: Secret("p% +:ä"))
        #expect(header.encoded == Self.basic("app%3Aone:p%25%20%2B%3A%C3%A4"))
        #expect(try AuthorizationHeader(header.encoded) == header)
    }

    @Test func readsAnEmptySecret() throws {
        #expect(try AuthorizationHeader(Self.basic("app:")) == .basic(clientID: "app", clientSecret: Secret("")))
    }

    @Test(arguments: ["Bearer abc.DEF-_~+/==", "bearer abc.DEF-_~+/==", "BEARER   abc.DEF-_~+/=="])
    func readsBearerInAnyCase(_ field: String) throws {
        let header = try AuthorizationHeader(field)
        #expect(header == .bearer(Secret("abc.DEF-_~+/==")))
        #expect(header.encoded == "Bearer abc.DEF-_~+/==")
    }

    /// The scheme is not case-sensitive (RFC 9449 §7.1).
    @Test(arguments: ["DPoP abc", "dpop abc"])
    func readsTokensBoundToKeys(_ field: String) throws {
        let header = try AuthorizationHeader(field)
        #expect(header == .dpop(Secret("abc")))
        #expect(header.encoded == "DPoP abc")
        #expect(header.accessToken == ReceivedToken(Secret("abc"), .dpop))
    }

    @Test(arguments: [
        "", "Bearer", "Bearer ", "Bearer a b", "Bearer a=b", "Bearer =", "Bearer ä", "Basic", "Basic !!!", "Basic YXBw",
        "Basic YXBwOng", "Basic \(Data([0xFF, 0x3A, 0x61]).base64EncodedString())", basic(":secret"), basic("a%zz:b"),
        basic("a:%FF"), "Digest username=x", "DPoP", "DPoP a b", "DPoP ä",
    ])
    func rejectsMalformedHeaders(_ field: String) {
        #expect(throws: WireError.self) { try AuthorizationHeader(field) }
    }
}
