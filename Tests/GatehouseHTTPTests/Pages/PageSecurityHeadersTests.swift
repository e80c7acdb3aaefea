import Foundation
import GatehouseHTTP
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The header fields of pages.
@Suite struct PageSecurityHeadersTests {
    @Test(arguments: [
        "/device", "/device/connected", "/device/refused", "/oauth2/logout", "/oauth2/authorize", "/nowhere",
        "/sign-in",
    ])
    func restrictsEveryPage(path: String) async throws {
        let web = try await ServerFixture()
        let response = await web.send(.get, path, fields: [.accept: "text/html"])
        expectRestrictive(response.fields)
        #expect(policy(response.fields)["form-action"] == ["'self'"])
    }

    @Test func allowsFormRedirectToClientDuringSignIn() async throws {
        let web = try await ServerFixture { $0.skipsConsent = false }
        let browser = try await web.browser()
        for step in 0..<3 {
            expectRestrictive(await browser.fields)
            #expect(policy(await browser.fields)["form-action"] == ["'self'", "https://app.example.com"])
            switch step {
            case 0: try await browser.submit(["email": "ada@example.com"])
            case 1:
                try await browser.submit(["code": "no code"])
                expectRestrictive(await browser.fields)
                try await browser.submit(["code": try #require(try await web.server.mailedCode(to: "ada@example.com"))])
            default: break
            }
        }
        #expect(await browser.heading == "Allow Example App to use your account?")
    }

    @Test(arguments: [
        ("com.example.app:/callback", "com.example.app:"), ("http://127.0.0.1:5000/x", "http://127.0.0.1:5000"),
        ("https://app.example.com:8443/x", "https://app.example.com:8443"), ("http://[::1]:5000/x", "http:"),
    ])
    func allowsFormRedirectToEveryKindOfRedirectURI(uri: String, source: String) async throws {
        let web = try await ServerFixture { $0.redirectURIs = [uri] }
        let browser = try await web.browser(opening: ServerFixture.authorization([.redirectURI: uri]))
        #expect(policy(await browser.fields)["form-action"] == ["'self'", source])
    }

    @Test func sendsStrictTransportSecurityOnlyOverHTTPS() async throws {
        let secure = try await ServerFixture().send(.get, "/device")
        #expect(secure.fields[.strictTransportSecurity] == "max-age=31536000")
        let plain = try await ServerFixture(issuer: "http://localhost").send(.get, "/device")
        #expect(plain.fields[.strictTransportSecurity] == nil)
    }

    @Test func preventsCachingOfRedirects() async throws {
        let web = try await ServerFixture()
        let response = await web.send(
            .get,
            "/oauth2/authorize?" + ServerFixture.authorization([.prompt: "none"]).formEncoded
        )
        #expect(response.status == .seeOther)
        #expect(response.fields[.cacheControl] == "no-store")
    }

    @Test func cachesAssetsAsImmutable() async throws {
        let web = try await ServerFixture()
        let page = await web.send(.get, "/device").text
        let paths = page.matches(of: /(?:href|src)="(\/[^"]+\.(?:css|js|svg))"/).map { String($0.output.1) }
        #expect(paths.count == 3)
        for path in paths {
            let response = await web.send(.get, path)
            #expect(response.status == .ok)
            #expect(response.fields[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(response.fields[.xContentTypeOptions] == "nosniff")
        }
    }

    private func policy(_ fields: HTTPFields) -> [String: [String]] {
        let directives = (fields[.contentSecurityPolicy] ?? "").split(separator: ";").map {
            $0.split(separator: " ").map(String.init)
        }
        return Dictionary(directives.compactMap { parts in parts.first.map { ($0, Array(parts.dropFirst())) } }) { $1 }
    }

    private func expectRestrictive(_ fields: HTTPFields, sourceLocation: SourceLocation = #_sourceLocation) {
        let policy = policy(fields)
        #expect(policy["default-src"] == ["'none'"], sourceLocation: sourceLocation)
        #expect(policy["script-src"] == ["'self'"], sourceLocation: sourceLocation)
        #expect(policy["style-src"] == ["'self'"], sourceLocation: sourceLocation)
        #expect(policy["frame-ancestors"] == ["'none'"], sourceLocation: sourceLocation)
        #expect(policy["base-uri"] == ["'none'"], sourceLocation: sourceLocation)
        #expect(fields[.contentType] == "text/html; charset=utf-8", sourceLocation: sourceLocation)
        #expect(fields[.cacheControl] == "no-store", sourceLocation: sourceLocation)
        #expect(fields[.xContentTypeOptions] == "nosniff", sourceLocation: sourceLocation)
        let name = HTTPField.Name("Referrer-Policy")
        #expect(name.flatMap { fields[$0] } == "same-origin", sourceLocation: sourceLocation)
        let frames = HTTPField.Name("X-Frame-Options")
        #expect(frames.flatMap { fields[$0] } == "DENY", sourceLocation: sourceLocation)
        #expect(fields[.accessControlAllowOrigin] == nil, sourceLocation: sourceLocation)
    }
}
