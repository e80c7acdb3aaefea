import Foundation
import GatehouseHTTP
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct BrowserCookiesTests {
    /// Returns the attributes of all cookies that a sign-in sets, by name.
    private func cookies(issuer: String) async throws -> [String: Set<String>] {
        let web = try await ServerFixture(issuer: issuer)
        let browser = ScriptedBrowser(on: web.server)
        let request = HTTPRequest(
            method: .get,
            scheme: "https",
            authority: "login.example.com",
            path: "/oauth2/authorize?" + ServerFixture.authorization().formEncoded
        )
        var fields = await web.server.service.answer(request, body: Data(), address: nil).fields[values: .setCookie]
        await browser.open(try web.url("/oauth2/authorize", ServerFixture.authorization()))
        var shown = await browser.location
        shown.append(queryItems: [URLQueryItem(name: PageInput.language.rawValue, value: "de")])
        await browser.open(shown)
        fields += await browser.fields[values: .setCookie]
        try await browser.submit(["email": "ada@example.com"])
        let code = try #require(try await web.server.mailedCode(to: "ada@example.com"))
        let form = try #require(await browser.forms.last)
        var post = HTTPRequest(method: .post, scheme: "https", authority: "login.example.com", path: "/sign-in")
        post.headerFields[.contentType] = "application/x-www-form-urlencoded"
        let name = issuer.hasPrefix("https") ? "__Host-gatehouse-browser" : "gatehouse-browser"
        post.headerFields[.cookie] = "\(name)=\(try #require(await browser.cookie(name)))"
        let body = "flow=\(form.values["flow"] ?? "")&csrf=\(form.values["csrf"] ?? "")&code=\(code)"
        fields += await web.server.service.answer(post, body: Data(body.utf8), address: nil).fields[values: .setCookie]
        return Dictionary(
            fields.map { field in
                let parts = field.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
                return (String(parts[0].prefix { $0 != "=" }), Set(parts.dropFirst()))
            }
        ) { $1 }
    }

    @Test func usesHostPrefixUnderHTTPS() async throws {
        let common: Set = ["Path=/", "HttpOnly", "SameSite=Lax", "Secure"]
        #expect(
            try await cookies(issuer: "https://login.example.com") == [
                "__Host-gatehouse-browser": common,
                "__Host-gatehouse-session": common.union(["Max-Age=1209600"]),
                "__Host-gatehouse-device": common.union(["Max-Age=31536000"]),
                "__Host-gatehouse-language": common.union(["Max-Age=31536000"]),
            ]
        )
    }

    @Test func usesPlainCookiesUnderHTTP() async throws {
        let common: Set = ["Path=/", "HttpOnly", "SameSite=Lax"]
        #expect(
            try await cookies(issuer: "http://localhost") == [
                "gatehouse-browser": common,
                "gatehouse-session": common.union(["Max-Age=1209600"]),
                "gatehouse-device": common.union(["Max-Age=31536000"]),
                "gatehouse-language": common.union(["Max-Age=31536000"]),
            ]
        )
    }

    @Test func ignoresMalformedCookie() async throws {
        let web = try await ServerFixture()
        for value in ["", "short", "\"quoted\"", String(repeating: "A", count: 44), "../../x"] {
            let response = await web.send(
                .get,
                "/oauth2/authorize?" + ServerFixture.authorization([.prompt: "none"]).formEncoded,
                fields: [.cookie: "__Host-gatehouse-session=\(value); __Host-gatehouse-browser=\(value)"]
            )
            #expect(response.fields[.location]?.contains("error=login_required") == true)
        }
    }

    @Test func expiresBrowserSessionAfterTwoWeeks() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        web.server.clock.advance(by: 14 * 24 * 3_600 - 1)
        await browser.open(try web.url("/oauth2/authorize", ServerFixture.authorization([.prompt: "none"])))
        #expect(await browser.redirectParameters[.code] != nil)
        web.server.clock.advance(by: 1)
        await browser.open(try web.url("/oauth2/authorize", ServerFixture.authorization([.prompt: "none"])))
        #expect(await browser.redirectParameters[.error] == "login_required")
    }
}
