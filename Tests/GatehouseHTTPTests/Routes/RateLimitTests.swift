import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Logging
import Testing

@Suite struct RateLimitTests {
    @Test func limitsRequestsPerAddress() async throws {
        var limits = RateLimits()
        limits.requestsPerAddress = .init(3, per: 60)
        let web = try await ServerFixture(limits: limits)
        for _ in 0..<3 { #expect(await web.send(.get, "/oauth2/keys").status == .ok) }
        web.server.clock.advance(by: 20.5)
        let json = await web.send(.get, "/oauth2/keys")
        #expect(json.status == .tooManyRequests)
        #expect(json.fields[.retryAfter] == "40")
        #expect(json.error?.code == .temporarilyUnavailable)
        #expect(json.fields[.accessControlAllowOrigin] == "*")
        let page = await web.send(.get, "/device", fields: [.accept: "text/html"])
        #expect(page.status == .tooManyRequests)
        #expect(page.fields[.retryAfter] == "40")
        #expect(page.text.contains("Try again in 40 seconds."))
        #expect(await web.send(.get, "/oauth2/keys", address: "203.0.113.9").status == .ok)
        web.server.clock.advance(by: 39.5)
        #expect(await web.send(.get, "/oauth2/keys").status == .ok)
    }

    @Test func limitsRequestsPerClient() async throws {
        var limits = RateLimits()
        limits.requestsPerClient = .init(2, per: 60)
        let web = try await ServerFixture(limits: limits)
        let form = Parameters([.grantType: "refresh_token", .refreshToken: "x", .clientID: "app"])
        for _ in 0..<2 { #expect(await web.post("/oauth2/token", form).status == .badRequest) }
        #expect(await web.post("/oauth2/token", form).status == .tooManyRequests)
        // Anyone can send the ID of a public client, so its limit applies per address.
        #expect(await web.post("/oauth2/token", form, address: "203.0.113.9").status == .badRequest)

        let basic = AuthorizationHeader.basic(clientID: "web", clientSecret: Secret(ServerFixture.webSecret)).encoded
        let grant = Parameters([.grantType: "client_credentials"])
        for _ in 0..<2 {
            #expect(await web.post("/oauth2/token", grant, fields: [.authorization: basic]).status == .ok)
        }
        let limited = await web.post("/oauth2/token", grant, fields: [.authorization: basic])
        #expect(limited.status == .tooManyRequests)
        #expect(limited.fields[.retryAfter] == "60")
    }

    @Test func exemptsAuthenticatedClientsFromAddressLimit() async throws {
        var limits = RateLimits()
        limits.requestsPerAddress = .init(3, per: 60)
        let web = try await ServerFixture(limits: limits)
        let basic = AuthorizationHeader.basic(clientID: "web", clientSecret: Secret(ServerFixture.webSecret)).encoded
        let wrong = AuthorizationHeader.basic(clientID: "web", clientSecret: Secret("wrong")).encoded
        let grant = Parameters([.grantType: "client_credentials"])
        for _ in 0..<20 {
            #expect(await web.post("/oauth2/token", grant, fields: [.authorization: basic]).status == .ok)
        }
        for _ in 0..<3 {
            #expect(await web.post("/oauth2/token", grant, fields: [.authorization: wrong]).status == .unauthorized)
        }
        #expect(await web.post("/oauth2/token", grant, fields: [.authorization: wrong]).status == .tooManyRequests)
    }

    private static let clientEndpoints = [
        "/oauth2/token", "/oauth2/par", "/oauth2/revoke", "/oauth2/introspect", "/oauth2/device_authorization",
        "/auth/o2/token", "/auth/O2/revoke", "/auth/o2/create/codepair", "/default/oauth2/v2.0/token",
        "/default/oauth2/v2.0/devicecode",
    ]

    /// Returns a server at the default limits, one address of which has used up its own.
    private func usedUp() async throws -> ServerFixture {
        let web = try await ServerFixture()
        #expect(await web.send(.get, "/oauth2/keys").status == .ok)
        for _ in 1..<RateLimits().requestsPerAddress.count {
            try web.server.identity.requests.limiter.count(.address("198.51.100.7"), at: web.server.clock.now)
        }
        #expect(await web.send(.get, "/oauth2/keys").status == .tooManyRequests)
        return web
    }

    private func basic(_ id: String, _ secret: String) -> HTTPFields {
        [.authorization: AuthorizationHeader.basic(clientID: id, clientSecret: Secret(secret)).encoded]
    }

    @Test(arguments: clientEndpoints)
    func servesProvenClientsAtUsedUpAddress(path: String) async throws {
        let web = try await usedUp()
        let form = Parameters([.grantType: "client_credentials", .token: "x", .responseType: "device_code"])
        var post = form
        ClientCredentials(clientID: "web", clientSecret: Secret(ServerFixture.webSecret)).append(to: &post)
        #expect(await web.post(path, form, fields: basic("web", ServerFixture.webSecret)).status != .tooManyRequests)
        #expect(await web.post(path, post).status != .tooManyRequests)
        #expect(await web.send(.get, "/oauth2/keys").status == .tooManyRequests)
    }

    @Test(arguments: clientEndpoints)
    func refusesAllOthersAtUsedUpAddressAlike(path: String) async throws {
        let web = try await usedUp()
        func post(_ form: [ParameterName: String?], _ fields: HTTPFields = [:]) async -> ServerResponse {
            await web.post(path, Parameters(form), fields: fields)
        }
        let answers = [
            await post([:]), await post([.clientID: "web"]), await post([.clientID: "app"]),
            await post([.clientID: "web", .clientSecret: "wrong"]), await post([:], basic("web", "wrong")),
            await post([:], basic("other", ServerFixture.webSecret)), await post([:], basic("app", "")),
            await post([.clientID: "app", .clientSecret: ServerFixture.webSecret]),
            await post([:], [.authorization: "Basic x"]),
            await web.send(.get, path, fields: basic("web", ServerFixture.webSecret)),
            await web.send(.post, path, fields: basic("web", ServerFixture.webSecret), body: nil),
            await web.send(
                .post,
                path,
                fields: basic("web", ServerFixture.webSecret),
                body: Data("client_secret".utf8)
            ),
        ]
        for answer in answers {
            #expect(answer.status == .tooManyRequests)
            #expect(answer.fields[.retryAfter] == "60")
            #expect(answer.error?.code == answers[0].error?.code)
        }
    }

    @Test func boundsWrongSecretsAtUsedUpAddress() async throws {
        let web = try await usedUp()
        let grant = Parameters([.grantType: "client_credentials"])
        let refresh = Parameters([.grantType: "refresh_token", .refreshToken: "x", .clientID: "app"])
        func status(_ form: Parameters, _ fields: HTTPFields = [:]) async -> HTTPResponse.Status {
            await web.post("/oauth2/token", form, fields: fields).status
        }
        let count = RateLimits().requestsPerAddress.count
        for _ in 0...count { #expect(await status(refresh) == .tooManyRequests) }
        for _ in 1..<count { #expect(await status(grant, basic("web", "wrong")) == .tooManyRequests) }
        for _ in 0..<10 { #expect(await status(grant, basic("web", ServerFixture.webSecret)) == .ok) }
        #expect(await status(grant, basic("web", "wrong")) == .tooManyRequests)
        #expect(await status(grant, basic("web", ServerFixture.webSecret)) == .tooManyRequests)
        let elsewhere = await web.post(
            "/oauth2/token",
            grant,
            fields: basic("web", ServerFixture.webSecret),
            address: "203.0.113.9"
        )
        #expect(elsewhere.status == .ok)
        web.server.clock.advance(by: 60)
        #expect(await status(grant, basic("web", ServerFixture.webSecret)) == .ok)
    }

    @Test func logsNoLimitForProvenClients() async throws {
        var limits = RateLimits()
        limits.requestsPerAddress = .init(1, per: 60)
        let book = LogRecorder()
        let server = TestServer(
            store: MemoryStore(),
            limits: limits,
            logger: Logger(label: "test") { _ in book.handler }
        )
        var client = Client.app("app", redirectURIs: [ServerFixture.callback], createdAt: server.clock.now)
        client.makeConfidential(secretHash: OpaqueToken.hash(of: ServerFixture.webSecret))
        try await server.add(client)
        var request = HTTPRequest(method: .post, scheme: "https", authority: "x", path: "/oauth2/revoke")
        request.headerFields = basic("app", ServerFixture.webSecret)
        request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        func logged() -> Int { book.entries.filter { $0.text == "limit reached" }.count }
        _ = await server.service.answer(
            HTTPRequest(method: .get, scheme: "https", authority: "x", path: "/oauth2/keys"),
            body: Data(),
            address: "192.0.2.1"
        )
        let served = await server.service.answer(request, body: Data("token=x".utf8), address: "192.0.2.1")
        #expect(served.status == .ok)
        #expect(logged() == 0)
        request.headerFields = request.headerFields.filter { $0.name != .authorization }
        _ = await server.service.answer(request, body: Data("token=x".utf8), address: "192.0.2.1")
        #expect(logged() == 1)
    }

    @Test func logsExceededLimitOncePerCallerAndMinute() async throws {
        var limits = RateLimits()
        limits.requestsPerAddress = .init(4, per: 600)
        limits.requestsPerClient = .init(1, per: 600)
        let recorder = LogRecorder()
        let server = TestServer(
            store: MemoryStore(),
            limits: limits,
            logger: Logger(label: "test") { _ in recorder.handler }
        )
        try await server.add(Client.app("app", redirectURIs: [ServerFixture.callback], createdAt: server.clock.now))
        func sendRequest(from address: String) async {
            var request = HTTPRequest(method: .post, scheme: "https", authority: "x", path: "/oauth2/token")
            request.headerFields[.contentType] = "application/x-www-form-urlencoded"
            let form = "grant_type=refresh_token&refresh_token=x&client_id=app"
            _ = await server.service.answer(request, body: Data(form.utf8), address: address)
        }
        func logged() -> [String] { recorder.entries.filter { $0.text == "limit reached" }.compactMap(\.limit) }
        for _ in 0..<10 { await sendRequest(from: "192.0.2.1") }
        #expect(logged() == ["requests-per-client 192.0.2.1", "requests-per-address 192.0.2.1"])
        for _ in 0..<2 { await sendRequest(from: "192.0.2.2") }
        #expect(logged().last == "requests-per-client 192.0.2.2")
        server.clock.advance(by: 60)
        for _ in 0..<10 { await sendRequest(from: "192.0.2.1") }
        #expect(logged().count == 4)
    }

    @Test func treatsZeroAsUnlimited() async throws {
        var limits = RateLimits()
        limits.requestsPerAddress = .init(0, per: 60)
        limits.requestsPerClient = .init(0, per: 60)
        let web = try await ServerFixture(limits: limits)
        for _ in 0..<50 { #expect(await web.send(.get, "/health/live").status == .ok) }
    }

    @Test func reportsTooManyPasswordAttemptsOnPage() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"], action: "password")
        for _ in 0..<10 { try await browser.submit(["password": "wrong horse battery"]) }
        #expect(await browser.status == .unprocessableContent)
        web.server.clock.advance(by: 60)
        try await browser.submit(["password": "wrong horse battery"])
        #expect(await browser.status == .tooManyRequests)
        #expect(await browser.fields[.retryAfter] == "840")
        #expect(await browser.problems == ["Too many attempts. Try again in 14 minutes."])
        #expect(await browser.heading == "Enter your password")
    }

    @Test func reportsTooManyMailsOnPage() async throws {
        var limits = RateLimits()
        limits.mailsPerRecipient = .init(1, per: 86_400)
        let web = try await ServerFixture(limits: limits)
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"])
        web.server.clock.advance(by: 30)
        try await browser.submit(action: "resend")
        #expect(await browser.status == .tooManyRequests)
        #expect(await browser.fields[.retryAfter] == "86370")
        #expect(
            await browser.problems == [
                "We’ve sent too many codes to this address. Try again in 24 hours."
            ]
        )
        #expect(await browser.heading == "Check your email")
    }

    @Test func reportsWaitForEarlyResend() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"])
        try await browser.submit(action: "resend")
        #expect(await browser.status == .ok)
        try await browser.submit(action: "resend")
        #expect(await browser.status == .unprocessableContent)
        #expect(await browser.problems == ["You can send a new code in 30 seconds."])
        web.server.clock.advance(by: 30)
        try await browser.submit(action: "resend")
        #expect(await browser.status == .ok)
        #expect(try await web.server.mailCount == 3)
    }
}
