import Foundation
import GatehouseHTTP
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The character U+0000, which some stores cannot hold, is rejected like other malformed input.
@Suite struct NullCharacterTests {
    private static let form = HTTPFields(dictionaryLiteral: (.contentType, "application/x-www-form-urlencoded"))
    private static let json = HTTPFields(dictionaryLiteral: (.contentType, "application/json"))

    @Test func rejectsNullCharacterInOAuthParameters() async throws {
        let web = try await ServerFixture()
        let body = Data("grant_type=authorization_code&client_id=app&code=a%00b".utf8)
        let response = await web.send(.post, "/oauth2/token", fields: Self.form, body: body)
        #expect(response.status == .badRequest)
        #expect(response.error?.code == .invalidRequest)
        let query = ServerFixture.authorization([.nonce: "a\0b"]).formEncoded
        let page = await web.send(.get, "/oauth2/authorize?" + query, fields: [.accept: "application/json"])
        #expect(page.status == .badRequest)
        #expect(page.error?.code == .invalidRequest)
    }

    @Test func rejectsNullCharacterInClaimsParameter() async throws {
        let claims = #"{"userinfo":{"email":{"value":"a\u0000"}}}"#
        let browser = try await ServerFixture().browser(opening: ServerFixture.authorization([.claims: claims]))
        #expect(await browser.redirectParameters[.error] == OAuthErrorCode.invalidRequest.rawValue)
    }

    @Test(arguments: [#"{"grant_type":"refresh_token","refresh_token":"a\u0000b"}"#, #"{"a\u0000":1}"#])
    func rejectsNullCharacterInAmazonJSON(body: String) async throws {
        let amazon = try await AmazonFixture()
        let response = await amazon.web.send(.post, "/auth/o2/token", fields: Self.json, body: Data(body.utf8))
        #expect(response.status == .badRequest)
        #expect(response.text == #"{"error":"invalid_request","error_description":"Malformed request"}"#)
    }

    @Test func rejectsNullCharacterInEntraRequests() async throws {
        let entra = try await EntraFixture()
        let attributes: [ParameterName: String?] = [
            .username: EntraFixture.email, .challengeType: "oob redirect", .attributes: #"{"displayName":"a\u0000b"}"#,
        ]
        let response = try await entra.post("/signup/v1.0/start", attributes)
        #expect(response.status == 400)
        #expect(response.errorDescription == "The attributes parameter is empty or not valid.")
        let name = try await entra.post("/oauth2/v2.0/initiate", [.username: "a\0b", .challengeType: "oob redirect"])
        #expect(name.summary == "invalid_request 90100")
    }

    @Test func rejectsNullCharacterInKiiRequests() async throws {
        let kii = try await KiiFixture()
        for body in [#"{"loginName":"ada","level":{"name":"a\u0000"}}"#, #"{"login\u0000Name":"ada"}"#] {
            let reply = await kii.send(.post, "/apps/\(KiiFixture.appID)/users", raw: Data(body.utf8))
            #expect(reply.summary == "400 INVALID_JSON")
        }
        let form = await kii.send(
            .post,
            "/oauth2/token",
            raw: Data("grant_type=password&username=a%00b&password=c".utf8),
            fields: Self.form
        )
        #expect(form.summary.hasPrefix("400 "))
    }
}
