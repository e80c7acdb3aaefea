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
    @Test func anAddressThatAsksTooOftenIsToldWhenToComeBack() async throws {
        var limits = Limits()
        limits.requestsPerAddress = .init(3, per: 60)
        let web = try await Web(limits: limits)
        for _ in 0..<3 { #expect(await web.send(.get, "/oauth2/keys").status == .ok) }
        web.server.clock.advance(by: 20.5)
        let json = await web.send(.get, "/oauth2/keys")
        #expect(json.status == .tooManyRequests)
        #expect(json.fields[.retryAfter] == "40")
        #expect(json.error?.code == .temporarilyUnavailable)
        #expect(json.fields[.accessControlAllowOrigin] == "*")
        let page = await web.send(.get, "/device", [.accept: "text/html"])
        #expect(page.status == .tooManyRequests)
        #expect(page.fields[.retryAfter] == "40")
        #expect(page.text.contains("Please wait 40 seconds, then try again."))
        #expect(await web.send(.get, "/oauth2/keys", address: "203.0.113.9").status == .ok)
        web.server.clock.advance(by: 39.5)
        #expect(await web.send(.get, "/oauth2/keys").status == .ok)
    }

    @Test func aClientThatAsksTooOftenIsToldWhicheverWayItAuthenticates() async throws {
        var limits = Limits()
        limits.requestsPerClient = .init(2, per: 60)
        let web = try await Web(limits: limits)
        let form = Parameters([.grantType: "refresh_token", .refreshToken: "x", .clientID: "app"])
        for _ in 0..<2 { #expect(await web.post("/oauth2/token", form).status == .badRequest) }
        #expect(await web.post("/oauth2/token", form).status == .tooManyRequests)
        // Anybody can name a public client: what others ask in its name is theirs.
        #expect(await web.post("/oauth2/token", form, address: "203.0.113.9").status == .badRequest)

        let basic = AuthorizationHeader.basic(clientID: "web", clientSecret: Secret(Web.webSecret)).encoded
        let grant = Parameters([.grantType: "client_credentials"])
        for _ in 0..<2 { #expect(await web.post("/oauth2/token", grant, [.authorization: basic]).status == .ok) }
        let limited = await web.post("/oauth2/token", grant, [.authorization: basic])
        #expect(limited.status == .tooManyRequests)
        #expect(limited.fields[.retryAfter] == "60")
    }

    @Test func excludesAuthenticatedClientsFromTheLimitOfTheirAddress() async throws {
        var limits = Limits()
        limits.requestsPerAddress = .init(3, per: 60)
        let web = try await Web(limits: limits)
        let basic = AuthorizationHeader.basic(clientID: "web", clientSecret: Secret(Web.webSecret)).encoded
        let wrong = AuthorizationHeader.basic(clientID: "web", clientSecret: Secret("wrong")).encoded
        let grant = Parameters([.grantType: "client_credentials"])
        for _ in 0..<20 { #expect(await web.post("/oauth2/token", grant, [.authorization: basic]).status == .ok) }
        for _ in 0..<3 {
            #expect(await web.post("/oauth2/token", grant, [.authorization: wrong]).status == .unauthorized)
        }
        #expect(await web.post("/oauth2/token", grant, [.authorization: wrong]).status == .tooManyRequests)
    }

    @Test func logsEachLimitOncePerCallerAndMinute() async throws {
        var limits = Limits()
        limits.requestsPerAddress = .init(4, per: 600)
        limits.requestsPerClient = .init(1, per: 600)
        let book = LogBook()
        let server = TestServer(
            store: MemoryStore(),
            limits: limits,
            logger: Logger(label: "test") { _ in book.handler }
        )
        try await server.add(Client.app("app", redirectURIs: [Web.callback], createdAt: server.clock.now))
        func ask(from address: String) async {
            var request = HTTPRequest(method: .post, scheme: "https", authority: "x", path: "/oauth2/token")
            request.headerFields[.contentType] = "application/x-www-form-urlencoded"
            let form = "grant_type=refresh_token&refresh_token=x&client_id=app"
            _ = await server.service.answer(request, body: Data(form.utf8), address: address)
        }
        func logged() -> [String] { book.entries.filter { $0.text == "limit reached" }.compactMap(\.limit) }
        for _ in 0..<10 { await ask(from: "192.0.2.1") }
        #expect(logged() == ["requests-per-client 192.0.2.1", "requests-per-address 192.0.2.1"])
        for _ in 0..<2 { await ask(from: "192.0.2.2") }
        #expect(logged().last == "requests-per-client 192.0.2.2")
        server.clock.advance(by: 60)
        for _ in 0..<10 { await ask(from: "192.0.2.1") }
        #expect(logged().count == 4)
    }

    @Test func aLimitOfNothingIsNoLimit() async throws {
        var limits = Limits()
        limits.requestsPerAddress = .init(0, per: 60)
        limits.requestsPerClient = .init(0, per: 60)
        let web = try await Web(limits: limits)
        for _ in 0..<50 { #expect(await web.send(.get, "/health/live").status == .ok) }
    }

    @Test func tooManyTriesAtAPasswordAreToldOnThePage() async throws {
        let web = try await Web()
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"], action: "password")
        for _ in 0..<10 { try await browser.submit(["password": "wrong horse battery"]) }
        #expect(await browser.status == .unprocessableContent)
        web.server.clock.advance(by: 60)
        try await browser.submit(["password": "wrong horse battery"])
        #expect(await browser.status == .tooManyRequests)
        #expect(await browser.fields[.retryAfter] == "840")
        #expect(await browser.problems == ["Too many tries. Please wait 14 minutes."])
        #expect(await browser.heading == "Enter your password")
    }

    @Test func tooManyMailsAreToldOnThePage() async throws {
        var limits = Limits()
        limits.mailsPerRecipient = .init(1, per: 86_400)
        let web = try await Web(limits: limits)
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"])
        web.server.clock.advance(by: 30)
        try await browser.submit(action: "resend")
        #expect(await browser.status == .tooManyRequests)
        #expect(await browser.fields[.retryAfter] == "86370")
        #expect(
            await browser.problems == [
                "We have sent many codes to this address. You can ask for another one in 24 hours."
            ]
        )
        #expect(await browser.heading == "Check your e-mail")
    }

    @Test func resendingTooSoonSaysHowLong() async throws {
        let web = try await Web()
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"])
        try await browser.submit(action: "resend")
        #expect(await browser.status == .ok)
        try await browser.submit(action: "resend")
        #expect(await browser.status == .unprocessableContent)
        #expect(await browser.problems == ["You can ask for a new code in 30 seconds."])
        web.server.clock.advance(by: 30)
        try await browser.submit(action: "resend")
        #expect(await browser.status == .ok)
        #expect(try await web.server.mailCount == 3)
    }
}
