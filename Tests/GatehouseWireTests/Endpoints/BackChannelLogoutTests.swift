import Foundation
import GatehouseWire
import Testing

/// The sections are those of OpenID Connect Back-Channel Logout 1.0.
@Suite struct BackChannelLogoutTests {
    private static let event = #""events":{"http://schemas.openid.net/event/backchannel-logout":{}}"#
    private static let required = #""iss":"https://id.example.com","aud":"app","iat":1,"exp":121,"jti":"j""#

    private static func read(_ members: String) throws -> LogoutTokenClaims {
        try JSONCoding.decode(LogoutTokenClaims.self, from: Data("{\(members)}".utf8))
    }

    /// §2.4.
    @Test func writesStandardClaims() throws {
        let claims = LogoutTokenClaims(
            issuer: "https://id.example.com",
            audience: ["app"],
            issuedAt: UnixTime(seconds: 1),
            expiresAt: UnixTime(seconds: 121),
            tokenID: "j",
            subject: "s",
            sessionID: "x"
        )
        let json =
            #"{"aud":"app","events":{"http://schemas.openid.net/event/backchannel-logout":{}},"exp":121,"iat":1,"#
            + #""iss":"https://id.example.com","jti":"j","sid":"x","sub":"s"}"#
        #expect(String(decoding: JSONCoding.encode(claims), as: UTF8.self) == json)
        #expect(try JSONCoding.decode(LogoutTokenClaims.self, from: Data(json.utf8)) == claims)
    }

    @Test func readsUserOrSession() throws {
        #expect(try Self.read(#"\#(Self.required),\#(Self.event),"sub":"s""#).sessionID == nil)
        #expect(try Self.read(#"\#(Self.required),\#(Self.event),"sid":"x","trace_id":1"#).subject == nil)
    }

    /// §2.6: a token without `sub` and `sid`, without the event, or with a `nonce` must be rejected.
    @Test(arguments: [
        "\(required),\(event)", #"\#(required),"sub":"s""#, #"\#(required),"sub":"s","events":{}"#,
        #"\#(required),"sub":"s","events":{"http://schemas.openid.net/event/backchannel-logout":true}"#,
        #"\#(required),"sub":"s","events":["http://schemas.openid.net/event/backchannel-logout"]"#,
        #"\#(required),\#(event),"sub":"s","nonce":"n""#, #"\#(required),\#(event),"sub":"s","nonce":null"#,
        #"\#(event),"sub":"s""#, #"\#(required),\#(event),"sub":7"#,
    ])
    func rejectsOtherTokens(_ members: String) {
        #expect(throws: WireError.self) { try Self.read(members) }
    }

    /// §2.5.
    @Test func readsBackWrittenRequest() throws {
        let request = BackChannelLogoutRequest(logoutToken: Secret("a.b.c"))
        #expect(request.parameters.formEncoded == "logout_token=a.b.c")
        #expect(try BackChannelLogoutRequest(parameters: request.parameters) == request)
        #expect(throws: OAuthError(.invalidRequest, "Missing required parameter: logout_token.")) {
            try BackChannelLogoutRequest(parameters: Parameters())
        }
    }
}
