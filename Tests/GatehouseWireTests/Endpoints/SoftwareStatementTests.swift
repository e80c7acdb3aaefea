import Foundation
import GatehouseWire
import Testing

/// RFC 7591 §2.3.
@Suite struct SoftwareStatementTests {
    private func statement(_ json: String) throws -> SoftwareStatement {
        try JSONCoding.decode(SoftwareStatement.self, from: Data(json.utf8))
    }

    private func metadata(_ json: String) throws -> ClientMetadata {
        try ClientMetadata(body: Data(json.utf8))
    }

    @Test func readsClaims() throws {
        let read = try statement(#"{"iss":"a","aud":["b","c"],"exp":3,"nbf":1,"iat":2}"#)
        #expect(read.issuer == "a")
        #expect(read.audience == ["b", "c"])
        #expect(read.expiresAt == UnixTime(seconds: 3))
        #expect(read.notBefore == UnixTime(seconds: 1))
        #expect(read.issuedAt == UnixTime(seconds: 2))
        #expect(try ClientMetadata(read) == ClientMetadata())
    }

    /// RFC 7591 §2.3: a statement must contain `iss`.
    @Test(arguments: ["{}", #"{"iss":7}"#, #"{"iss":"a","exp":"soon"}"#, #"{"iss":"a","aud":7}"#])
    func rejectsInvalidClaims(_ json: String) {
        #expect(throws: WireError.self) { try statement(json) }
    }

    /// RFC 7591 §3.1.1: claims of the statement take precedence over members of the request.
    @Test func prefersClaims() throws {
        let request = try metadata(
            #"{"client_name":"Plain","contacts":["a@a.example"],"software_id":"app","software_statement":"a.b.c"}"#
        )
        let claims = try statement(#"{"iss":"a","client_name":"Asserted","software_id":"app","scope":"openid"}"#)
        var expected = request
        expected.clientName = "Asserted"
        expected.scope = [.openid]
        #expect(try request.applying(claims) == expected)
    }

    /// RFC 7591 §2.3: other claims are ignored; a nested statement would not be verified.
    @Test func ignoresOtherClaims() throws {
        let request = try metadata(#"{"client_name":"Plain"}"#)
        let claims = try statement(
            """
            {"iss":"a","sub":"b","jti":"c","client_id":"d","client_secret":"e","software_statement":"a.b.c",
             "client_name":null,"software_roles":["f"]}
            """
        )
        #expect(try request.applying(claims) == request)
    }

    @Test func replacesKeysOfEitherKind() throws {
        let claims = try statement(#"{"iss":"a","jwks_uri":"https://a.example/keys"}"#)
        let merged = try metadata(#"{"jwks":{"keys":[]}}"#).applying(claims)
        #expect(merged.keySet == nil)
        #expect(merged.jwksURI == "https://a.example/keys")
    }

    @Test func rejectsOtherSoftware() throws {
        let request = try metadata(#"{"software_id":"other"}"#)
        let claims = try statement(#"{"iss":"a","software_id":"app"}"#)
        #expect(throws: OAuthError(.invalidClientMetadata, "software_id must be that of the software statement.")) {
            try request.applying(claims)
        }
    }

    @Test(arguments: [
        (#""redirect_uris":["/cb"]"#, OAuthErrorCode.invalidRedirectURI), (#""contacts":[7]"#, .invalidClientMetadata),
        (#""jwks":{"keys":[{"kty":"oct","k":"AA"}]}"#, .invalidClientMetadata),
    ])
    func checksClaimsAsMembers(_ claim: String, code: OAuthErrorCode) throws {
        let claims = try statement(#"{"iss":"a",\#(claim)}"#)
        let error = #expect(throws: OAuthError.self) { try ClientMetadata().applying(claims) }
        #expect(error?.code == code)
    }
}
