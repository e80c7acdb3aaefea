import Foundation
import GatehouseHTTP
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The character U+0000, which not every store can keep: each door refuses it as it refuses what it cannot read.
@Suite struct NullCharacterTests {
    private static let form = HTTPFields(dictionaryLiteral: (.contentType, "application/x-www-form-urlencoded"))
    private static let json = HTTPFields(dictionaryLiteral: (.contentType, "application/json"))

    @Test func formsAndQueriesOfOAuth() async throws {
        let web = try await Web()
        let body = Data("grant_type=authorization_code&client_id=app&code=a%00b".utf8)
        let answer = await web.send(.post, "/oauth2/token", Self.form, body: body)
        #expect(answer.status == .badRequest)
        #expect(answer.error?.code == .invalidRequest)
        let query = Web.authorization([.nonce: "a\0b"]).formEncoded
        let page = await web.send(.get, "/oauth2/authorize?" + query, [.accept: "application/json"])
        #expect(page.status == .badRequest)
        #expect(page.error?.code == .invalidRequest)
    }

    @Test func theClaimsParameterIsJSONToo() async throws {
        let claims = #"{"userinfo":{"email":{"value":"a\u0000"}}}"#
        let browser = try await Web().browser(opening: Web.authorization([.claims: claims]))
        #expect(await browser.answer[.error] == OAuthErrorCode.invalidRequest.rawValue)
    }

    @Test(arguments: [#"{"grant_type":"refresh_token","refresh_token":"a\u0000b"}"#, #"{"a\u0000":1}"#])
    func loginWithAmazon(body: String) async throws {
        let amazon = try await AmazonWeb()
        let answer = await amazon.web.send(.post, "/auth/o2/token", Self.json, body: Data(body.utf8))
        #expect(answer.status == .badRequest)
        #expect(answer.text == #"{"error":"invalid_request","error_description":"Malformed request"}"#)
    }

    @Test func entra() async throws {
        let entra = try await EntraWeb()
        let attributes: [ParameterName: String?] = [
            .username: EntraWeb.email, .challengeType: "oob redirect", .attributes: #"{"displayName":"a\u0000b"}"#,
        ]
        let answer = try await entra.post("/signup/v1.0/start", attributes)
        #expect(answer.status == 400)
        #expect(answer.sentence == "The attributes parameter is empty or not valid.")
        let name = try await entra.post("/oauth2/v2.0/initiate", [.username: "a\0b", .challengeType: "oob redirect"])
        #expect(name.verdict == "invalid_request 90100")
    }

    @Test func kii() async throws {
        let kii = try await KiiWeb()
        for body in [#"{"loginName":"ada","level":{"name":"a\u0000"}}"#, #"{"login\u0000Name":"ada"}"#] {
            let reply = await kii.send(.post, "/apps/\(KiiWeb.appID)/users", raw: Data(body.utf8))
            #expect(reply.verdict == "400 INVALID_JSON")
        }
        let form = await kii.send(
            .post,
            "/oauth2/token",
            raw: Data("grant_type=password&username=a%00b&password=c".utf8),
            Self.form
        )
        #expect(form.verdict.hasPrefix("400 "))
    }
}
