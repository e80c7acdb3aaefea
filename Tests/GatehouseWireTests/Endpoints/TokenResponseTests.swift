import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct TokenResponseTests {
    private static func read(_ json: String) throws -> TokenResponse {
        try TokenResponse(body: Data(json.utf8), fields: [:])
    }

    @Test func writesStandardBody() throws {
        let response = TokenResponse(
            accessToken: Secret("a"),
            expiresIn: 3600,
            refreshToken: Secret("r"),
            idToken: Secret("i"),
            scope: [.openid, .email]
        )
        let json =
            #"{"access_token":"a","expires_in":3600,"id_token":"i","refresh_token":"r","scope":"openid email","#
            + #""token_type":"Bearer"}"#
        #expect(String(decoding: response.body(), as: UTF8.self) == json)
        #expect(response.fields == [.contentType: "application/json", .cacheControl: "no-store", .pragma: "no-cache"])
        #expect(response.status == .ok)
        #expect(try Self.read(json) == response)
    }

    @Test func omitsAbsentTokens() {
        let response = TokenResponse(accessToken: Secret("a"), expiresIn: 60, scope: [])
        #expect(
            String(decoding: response.body(), as: UTF8.self)
                == #"{"access_token":"a","expires_in":60,"scope":"","token_type":"Bearer"}"#
        )
    }

    /// RFC 9449 §5, RFC 8693 §2.2.1.
    @Test func namesTypesOfTokens() throws {
        let response = TokenResponse(
            accessToken: Secret("a"),
            tokenType: .dpop,
            expiresIn: 60,
            scope: nil,
            issuedTokenType: .accessToken
        )
        let json =
            #"{"access_token":"a","expires_in":60,"#
            + #""issued_token_type":"urn:ietf:params:oauth:token-type:access_token","token_type":"DPoP"}"#
        #expect(String(decoding: response.body(), as: UTF8.self) == json)
        #expect(try Self.read(json) == response)
        #expect(try Self.read(#"{"access_token":"a","token_type":"dpop"}"#).tokenType == .dpop)
    }

    @Test func readsResponsesOfOtherServers() throws {
        let response = try Self.read(
            """
            {"token_type":"bearer","access_token":"a","scope":" openid  email ","expires_in":3599.0,"ext_expires_in":1,
             "refresh_token":null,"not-before-policy":0}
            """
        )
        #expect(response == TokenResponse(accessToken: Secret("a"), expiresIn: 3599, scope: [.openid, .email]))
        #expect(try Self.read(#"{"access_token":"a","token_type":"BEARER"}"#).expiresIn == nil)
    }

    @Test(arguments: [
        ("", "The text is not valid JSON."), ("<html>", "The text is not valid JSON."),
        ("{}", "access_token is missing."),
        (#"{"access_token":"a"}"#, "token_type is missing."),
        (#"{"access_token":"","token_type":"Bearer"}"#, "access_token is invalid."),
        (#"{"access_token":1,"token_type":"Bearer"}"#, "access_token is of the wrong type."),
        (#"{"access_token":"a","token_type":"MAC"}"#, "token_type is invalid."),
        (
            #"{"access_token":"a","token_type":"Bearer","expires_in":"soon"}"#,
            "expires_in is of the wrong type."
        ),
        (#"{"access_token":"a","token_type":"Bearer","id_token":{}}"#, "id_token is of the wrong type."),
    ])
    func rejectsInvalidResponses(_ json: String, _ message: String) {
        #expect(throws: WireError(message)) { try Self.read(json) }
    }
}
