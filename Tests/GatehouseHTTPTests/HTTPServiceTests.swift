import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Behavior common to all paths.
@Suite struct HTTPServiceTests {
    @Test(arguments: ["/nowhere", "/oauth2", "/oauth2/token/x", "//device", "/.well-known", "/assets/x/gatehouse.css"])
    func respondsNotFoundToUnknownPath(path: String) async throws {
        let web = try await ServerFixture()
        let page = await web.send(.get, path, fields: [.accept: "text/html"])
        #expect(page.status == .notFound)
        #expect(page.text.contains("Page not found"))
        let json = await web.send(.get, path, fields: [.accept: "application/json"])
        #expect(json.status == .notFound)
        #expect(json.error?.code == .invalidRequest)
    }

    @Test(arguments: [
        ("/oauth2/token", HTTPRequest.Method.get, "POST"), ("/oauth2/revoke", .get, "POST"),
        ("/oauth2/introspect", .get, "POST"), ("/oauth2/device_authorization", .delete, "POST"),
        ("/oauth2/authorize", .put, "GET, POST"), ("/oauth2/logout", .patch, "GET, POST"),
        ("/oauth2/userinfo", .delete, "GET, POST"), ("/oauth2/keys", .post, "GET"),
        ("/.well-known/openid-configuration", .post, "GET"), ("/sign-in", .put, "GET, POST"),
        ("/device", .delete, "GET, POST"), ("/health/live", .post, "GET"), ("/oauth2/authorize", .options, "GET, POST"),
    ])
    func listsAllowedMethodsForUnsupportedMethod(path: String, method: HTTPRequest.Method, allowed: String) async throws
    {
        let web = try await ServerFixture()
        let response = await web.send(method, path)
        #expect(response.status == .methodNotAllowed)
        #expect(response.fields[.allow] == allowed)
    }

    @Test(arguments: [
        "/oauth2/token", "/oauth2/revoke", "/oauth2/introspect", "/oauth2/device_authorization", "/oauth2/authorize",
        "/oauth2/logout", "/sign-in", "/device",
    ])
    func rejectsBodyOfOtherMediaType(path: String) async throws {
        let web = try await ServerFixture()
        for type in ["application/json", "text/plain", "multipart/form-data; boundary=x", ""] {
            var fields: HTTPFields = [.accept: "application/json"]
            if !type.isEmpty { fields[.contentType] = type }
            let response = await web.send(.post, path, fields: fields, body: Data("{}".utf8))
            #expect(response.status == .unsupportedMediaType, "\(path) \(type)")
            #expect(response.error?.code == .invalidRequest)
        }
        let response = await web.send(
            .post,
            path,
            fields: [.contentType: "Application/X-WWW-Form-URLEncoded; charset=UTF-8", .accept: "application/json"],
            body: Data("a=b".utf8)
        )
        #expect(response.status != .unsupportedMediaType)
    }

    @Test func rejectsTooLargeBody() async throws {
        let web = try await ServerFixture()
        let fields: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        let json = await web.send(.post, "/oauth2/token", fields: fields, body: nil)
        #expect(json.status == .contentTooLarge)
        #expect(json.error?.code == .invalidRequest)
        #expect(json.fields[.accessControlAllowOrigin] == "*")
        let page = await web.send(.post, "/sign-in", fields: fields, body: nil)
        #expect(page.status == .contentTooLarge)
        #expect(page.fields[.contentType] == "text/html; charset=utf-8")
    }

    @Test(arguments: ["%", "a=%fe", "a=%c3%28", "a=\u{0}%"]) func rejectsMalformedForm(
        body: String
    ) async throws {
        let web = try await ServerFixture()
        for path in ["/oauth2/token", "/oauth2/revoke", "/oauth2/introspect", "/oauth2/device_authorization"] {
            let response = await web.send(
                .post,
                path,
                fields: [.contentType: "application/x-www-form-urlencoded"],
                body: Data(body.utf8)
            )
            #expect(response.status == .badRequest)
            #expect(response.error?.code == .invalidRequest)
        }
    }

    @Test func rejectsFormWithMoreThanOneHundredParameters() async throws {
        let web = try await ServerFixture()
        let body = (0...100).map { "p\($0)=1" }.joined(separator: "&")
        let response = await web.send(
            .post,
            "/oauth2/token",
            fields: [.contentType: "application/x-www-form-urlencoded"],
            body: Data(body.utf8)
        )
        #expect(response.status == .badRequest)
        #expect(response.error?.code == .invalidRequest)
    }

    @Test(arguments: [
        "/.well-known/openid-configuration", "/oauth2/keys", "/health/live", "/device", "/dev/mail", "/nowhere",
        "/oauth2/authorize",
    ])
    func respondsToHeadLikeGetWithoutBody(path: String) async throws {
        let web = try await ServerFixture()
        let get = await web.send(.get, path)
        let head = await web.send(.head, path)
        #expect(head.status == get.status)
        #expect(head.body.isEmpty)
        #expect(head.fields[.contentType] == get.fields[.contentType])
        #expect(Int(head.fields[.contentLength] ?? "") ?? 0 > 0)
    }

    @Test(arguments: ["/health/live", "/oauth2/token", "/device", "/nowhere"])
    func requiresExactlyOneHost(path: String) async throws {
        let web = try await ServerFixture()
        for authority in [nil, "", "login.example.com, localhost"] {
            let nameless = HTTPRequest(method: .get, scheme: "https", authority: authority, path: path)
            #expect(await web.server.service.answer(nameless, body: Data(), address: nil).status == .badRequest)
        }
        let second = try #require(HTTPField.Name("Host"))
        var named = HTTPRequest(method: .get, scheme: "https", authority: "login.example.com", path: path)
        named.headerFields[second] = "login.example.com"
        #expect(await web.server.service.answer(named, body: Data(), address: nil).status == .badRequest)
    }

    @Test func ignoresTrailingSlash() async throws {
        let web = try await ServerFixture()
        #expect(await web.send(.get, "/health/live/").status == .ok)
        #expect(await web.send(.get, "/.well-known/openid-configuration/").status == .ok)
    }

    @Test(arguments: [
        ("3f2b8c1e-0000-4000-8000-000000000001", true), ("abcdefgh", true), ("ABCDEFG9", true), ("short", false),
        (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
        ("with space in it", false), ("inject\"ed<script>", false), ("under_score", false), ("ünïcödé1", false),
    ])
    func keepsWellFormedRequestIDOfCaller(id: String, isKept: Bool) async throws {
        let web = try await ServerFixture()
        let name = try #require(HTTPField.Name("X-Request-ID"))
        let response = await web.send(.get, "/health/live", fields: [name: id])
        let returned = try #require(response.fields[name])
        #expect((returned == id) == isKept)
        #expect(returned.utf8.count >= 8)
    }

    @Test func addsRequestIDToEveryResponseAndErrorPage() async throws {
        let web = try await ServerFixture()
        let name = try #require(HTTPField.Name("X-Request-ID"))
        let first = await web.send(.get, "/nowhere", fields: [.accept: "text/html"])
        let second = await web.send(.get, "/nowhere", fields: [.accept: "text/html"])
        let id = try #require(first.fields[name])
        #expect(first.text.contains(id))
        #expect(second.fields[name] != id)
        #expect(await web.send(.post, "/oauth2/token", body: nil).fields[name] != nil)
    }

    @Test func ignoresHostAndForwardedFieldsInMetadata() async throws {
        let web = try await ServerFixture()
        var request = HTTPRequest(
            method: .get,
            scheme: "http",
            authority: "evil.example.com",
            path: "/.well-known/openid-configuration"
        )
        for (name, value) in [
            ("X-Forwarded-Host", "evil.example.com"), ("Forwarded", "host=evil.example.com"),
            ("X-Forwarded-Proto", "http"),
        ] {
            request.headerFields[try #require(HTTPField.Name(name))] = value
        }
        let response = await web.server.service.answer(request, body: Data(), address: nil)
        #expect(!response.text.contains("evil"))
    }

    @Test func returnsServiceUnavailableWhenStoreFails() async throws {
        let store = FailingStore()
        let web = try await ServerFixture(store: store)
        let browser = try await web.browser()
        let form = try #require(await browser.forms.last)
        store.isDown = true
        let token = await web.post(
            "/oauth2/token",
            Parameters([.grantType: "refresh_token", .refreshToken: "x", .clientID: "app"])
        )
        #expect(token.status == .serviceUnavailable)
        #expect(token.error?.code == .temporarilyUnavailable)
        #expect(token.fields[.retryAfter] != nil)
        await browser.post(form.values, to: try web.url("/sign-in"))
        #expect(await browser.status == .serviceUnavailable)
        #expect(await browser.page.contains("<h1>"))
        let authorize = await web.send(
            .get,
            "/oauth2/authorize?" + ServerFixture.authorization().formEncoded,
            fields: [.accept: "text/html"]
        )
        #expect(authorize.status == .serviceUnavailable)
        #expect(authorize.fields[.retryAfter] != nil)
        #expect(authorize.fields[.location] == nil)
        let ready = await web.send(.get, "/health/ready")
        #expect(ready.status == .serviceUnavailable)
        #expect(ready.error?.description == "The server is not ready.", "Strangers do not learn the reason.")
        let local = await web.send(.get, "/health/ready", address: "127.0.0.1")
        #expect(local.error?.description == "The store is down.")
        #expect(await web.send(.get, "/health/live").status == .ok)
        store.isDown = false
        web.server.clock.advance(by: 1)
        #expect(await web.send(.get, "/health/ready").status == .ok)
    }
}
