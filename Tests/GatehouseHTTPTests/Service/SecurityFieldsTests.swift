import Foundation
import GatehouseHTTP
import GatehouseTesting
import HTTPTypes
import Testing

/// What every answer says, whatever it is.
@Suite struct SecurityFieldsTests {
    @Test(arguments: [
        (HTTPRequest.Method.get, "/oauth2/keys", 200), (.get, "/.well-known/openid-configuration", 200),
        (.get, "/health/live", 200), (.get, "/health/ready", 200), (.post, "/oauth2/token", 415),
        (.get, "/nowhere", 404),
        (.delete, "/oauth2/token", 405), (.options, "/oauth2/token", 204), (.get, "/oauth2/authorize", 400),
        (.get, "/device", 200), (.get, "/default/v2.0/.well-known/openid-configuration", 200),
        (.get, "/api/apps/x/users/me", 404), (.get, "/user/profile", 400), (.head, "/oauth2/keys", 200),
        (.get, "/a\u{345}\u{345}", 404), (.get, "/%CD%85" + String(repeating: "%CD%85", count: 40), 400),
    ])
    func forbidsSniffingAndPlainHTTPInEveryAnswer(method: HTTPRequest.Method, path: String, status: Int) async throws {
        let secure = await (try Web()).send(method, path)
        #expect(secure.status.code == status)
        #expect(secure.fields[values: .xContentTypeOptions] == ["nosniff"])
        #expect(secure.fields[values: .strictTransportSecurity] == ["max-age=31536000"])
        let plain = await (try Web(issuer: "http://localhost")).send(method, path)
        #expect(plain.fields[values: .xContentTypeOptions] == ["nosniff"])
        #expect(plain.fields[.strictTransportSecurity] == nil)
    }

    @Test func areAddedToRedirectsAndFiles() async throws {
        let web = try await Web()
        let redirect = await web.send(.get, "/oauth2/authorize?" + Web.authorization().formEncoded)
        #expect(redirect.status == .seeOther)
        let page = await web.send(.get, "/device").text
        let file = try #require(page.firstMatch(of: /href="(\/[^"]+\.css)"/)).output.1
        for answer in [redirect, await web.send(.get, String(file)), await web.send(.post, "/oauth2/token", body: nil)]
        {
            #expect(answer.fields[.xContentTypeOptions] == "nosniff")
            #expect(answer.fields[.strictTransportSecurity] == "max-age=31536000")
        }
    }

    @Test func refusesAnUnreadableRequest() async throws {
        let marks = "a" + String(repeating: "\u{345}", count: 40)
        let name = try #require(HTTPField.Name("X-Anything"))
        let answer = await (try Web()).send(.get, "/oauth2/keys", [name: marks, .accept: "application/json"])
        #expect(answer.status == .badRequest)
        #expect(answer.text.contains("The head of the request cannot be read."))
    }
}
