import Foundation
import GatehouseTesting
import HTTPTypes
import Testing

@testable import GatehouseHTTP

/// The security fields of all responses.
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
    func addsSecurityFieldsToEveryResponse(method: HTTPRequest.Method, path: String, status: Int) async throws {
        let secure = await (try ServerFixture()).send(method, path)
        #expect(secure.status.code == status)
        #expect(secure.fields[values: .xContentTypeOptions] == ["nosniff"])
        #expect(secure.fields[values: .strictTransportSecurity] == ["max-age=31536000"])
        let plain = await (try ServerFixture(issuer: "http://localhost")).send(method, path)
        #expect(plain.fields[values: .xContentTypeOptions] == ["nosniff"])
        #expect(plain.fields[.strictTransportSecurity] == nil)
    }

    @Test func addsSecurityFieldsToRedirectsAndAssets() async throws {
        let web = try await ServerFixture()
        let redirect = await web.send(.get, "/oauth2/authorize?" + ServerFixture.authorization().formEncoded)
        #expect(redirect.status == .seeOther)
        let page = await web.send(.get, "/device").text
        let file = try #require(page.firstMatch(of: /href="(\/[^"]+\.css)"/)).output.1
        for response in [
            redirect, await web.send(.get, String(file)), await web.send(.post, "/oauth2/token", body: nil),
        ] {
            #expect(response.fields[.xContentTypeOptions] == "nosniff")
            #expect(response.fields[.strictTransportSecurity] == "max-age=31536000")
        }
    }

    @Test func rejectsUnreadableRequest() async throws {
        let marks = "a" + String(repeating: "\u{345}", count: 40)
        let name = try #require(HTTPField.Name("X-Anything"))
        let response = await (try ServerFixture()).send(
            .get,
            "/oauth2/keys",
            fields: [name: marks, .accept: "application/json"]
        )
        #expect(response.status == .badRequest)
        #expect(response.text.contains("The request head could not be read."))
    }
}

@Suite struct DateHeaderCacheTests {
    @Test func formatsDateOncePerSecond() {
        let field = DateHeaderCache()
        let now = Date(timeIntervalSince1970: 784_111_777)
        #expect(field.text(at: now) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(field.text(at: now + 0.9) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(field.text(at: now + 1) == "Sun, 06 Nov 1994 08:49:38 GMT")
        #expect(field.text(at: now) == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
}
