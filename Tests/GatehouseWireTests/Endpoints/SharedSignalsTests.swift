import Foundation
import GatehouseWire
import Testing

/// The sections are those of the OpenID Shared Signals Framework 1.0.
@Suite struct SharedSignalsTests {
    /// §7.1.
    @Test func writesMetadata() {
        let metadata = SharedSignalsMetadata(issuer: "https://id.example.com", jwksURI: "https://id.example.com/keys")
        #expect(
            String(decoding: metadata.body(), as: UTF8.self)
                == #"{"default_subjects":"ALL","delivery_methods_supported":["urn:ietf:rfc:8935"],"#
                + #""issuer":"https://id.example.com","jwks_uri":"https://id.example.com/keys","spec_version":"1_0"}"#
        )
    }

    /// §8.1.4.
    @Test func writesVerification() {
        let claims = SecurityEventClaims(
            issuer: "https://id.example.com",
            audience: "https://partner.example.com",
            issuedAt: UnixTime(seconds: 7),
            tokenID: "j",
            type: .verification,
            subject: .stream("s")
        )
        #expect(
            String(decoding: JSONCoding.encode(claims), as: UTF8.self)
                == #"{"aud":"https://partner.example.com","events":{"https://schemas.openid.net/secevent/ssf/"#
                + #"event-type/verification":{}},"iat":7,"iss":"https://id.example.com","jti":"j","#
                + #""sub_id":{"format":"opaque","id":"s"}}"#
        )
    }

    /// RFC 8935 §2.4.
    @Test(arguments: [("invalid_request", true), ("invalid_issuer", true), ("access_denied", false)])
    func readsPushError(code: String, isPermanent: Bool) throws {
        let json = #"{"err":"\#(code)","description":"No.","more":1}"#
        let error = try JSONDecoder().decode(SecurityEventPushError.self, from: Data(json.utf8))
        #expect(error.code == code && error.isPermanent == isPermanent)
    }
}
