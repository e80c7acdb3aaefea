import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct IntrospectionResponseTests {
    private static let full = IntrospectionResponse(
        token: .init(
            scope: [.openid, .email],
            clientID: "app",
            username: "someone",
            tokenType: .bearer,
            expiresAt: UnixTime(seconds: 2),
            issuedAt: UnixTime(seconds: 1),
            notBefore: UnixTime(seconds: 1),
            subject: "s",
            audience: ["https://api.example.com"],
            issuer: "https://id.example.com",
            tokenID: "j",
            sessionID: "x",
            authenticatedAt: UnixTime(seconds: 1),
            acr: .singleFactor
        )
    )

    @Test func reportsInactiveTokenOnly() throws {
        #expect(String(decoding: IntrospectionResponse.inactive.body(), as: UTF8.self) == #"{"active":false}"#)
        let json = #"{"active":false,"sub":"s","scope":7}"#
        #expect(try IntrospectionResponse(body: Data(json.utf8), fields: [:]) == .inactive)
    }

    @Test func reportsActiveToken() throws {
        let json =
            #"{"acr":"urn:gatehouse:acr:1","active":true,"aud":"https://api.example.com","auth_time":1,"client_id":"app","#
            + #""exp":2,"iat":1,"iss":"https://id.example.com","jti":"j","nbf":1,"scope":"openid email","sid":"x","#
            + #""sub":"s","token_type":"Bearer","username":"someone"}"#
        #expect(String(decoding: Self.full.body(), as: UTF8.self) == json)
        #expect(try IntrospectionResponse(body: Data(json.utf8), fields: [:]) == Self.full)
    }

    /// RFC 9449 §6.2, RFC 8693 §4.1.
    @Test func reportsKeyAndActors() throws {
        let json =
            #"{"act":{"act":{"sub":"b"},"sub":"a"},"active":true,"#
            + #""cnf":{"jkt":"0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"},"token_type":"DPoP"}"#
        let response = try IntrospectionResponse(body: Data(json.utf8), fields: [:])
        #expect(response.token?.confirmation?.keyThumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
        #expect(response.token?.actor?.actors.map(\.subject) == ["a", "b"])
        #expect(response.token?.tokenType == .dpop)
        #expect(String(decoding: response.body(), as: UTF8.self) == json)
    }

    @Test(arguments: [
        "{}", #"{"active":"true"}"#, #"{"active":true,"exp":"soon"}"#, #"{"active":true,"aud":7}"#,
        #"{"active":true,"cnf":7}"#, #"{"active":true,"act":{"iss":"i"}}"#,
    ])
    func rejectsOtherFormats(_ json: String) {
        #expect(throws: WireError.self) { try IntrospectionResponse(body: Data(json.utf8), fields: [:]) }
    }

    @Test func readsMultipleAudiences() throws {
        let json = #"{"active":true,"aud":["a","b"]}"#
        #expect(try IntrospectionResponse(body: Data(json.utf8), fields: [:]).token?.audience == ["a", "b"])
    }
}
