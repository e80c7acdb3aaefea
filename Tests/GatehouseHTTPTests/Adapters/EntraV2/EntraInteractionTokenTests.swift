import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The continuation tokens, links and codes of version 2 of Entra's native authentication.
@Suite struct EntraInteractionTokenTests {
    private static let invalidToken = "invalidGrant invalidContinuationToken AADSTS55200"
    private static let otherInput = "invalidRequest AADSTS55200"

    private static func app(
        _ method: NativeAuthenticationSettings.Method = .code
    ) async throws -> EntraInteractionApp {
        let entra = try await EntraFixture(method)
        try await entra.addAccount()
        return EntraInteractionApp(on: entra)
    }

    /// Returns an app that has proven the user's identity.
    private static func proven() async throws -> EntraInteractionApp {
        var app = try await app()
        try await app.signIn()
        try await app.verify(code: try await app.entra.code())
        return app
    }

    /// Returns the results of concurrent calls.
    static func concurrently<Value: Sendable>(
        _ count: Int,
        _ call: @escaping @Sendable () async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: Value.self) { group in
            for _ in 0..<count { group.addTask { try await call() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Adds another native app.
    private static func addOther(to entra: EntraFixture, grants: [GrantType] = [.authorizationCode]) async throws {
        var other = Client.app("other", redirectURIs: [], createdAt: entra.server.clock.now)
        other.grantTypes = grants
        other.native = NativeAuthenticationSettings(method: .code, disclosesAccounts: false)
        try await entra.server.add(other)
    }

    // MARK: Continuation tokens

    @Test func acceptsCodeInOneOfManyConcurrentRequests() async throws {
        var app = try await Self.app()
        try await app.signIn()
        let (start, code) = (app, try await app.entra.code())
        let summaries = try await Self.concurrently(50) {
            var attempt = start
            try await attempt.verify(code: code)
            return attempt.summary
        }
        #expect(summaries.count { $0 == "continue" } == 1)
        #expect(Set(summaries) == ["continue", Self.invalidToken])
    }

    @Test func issuesCodeInOneOfManyConcurrentRequests() async throws {
        let start = try await Self.proven()
        let codes = try await Self.concurrently(50) {
            var attempt = start
            try await attempt.resume()
            return attempt.code
        }
        #expect(codes.compactMap(\.self).count == 1)
    }

    @Test func rejectsTokensOfEarlierSteps() async throws {
        var app = try await Self.app()
        try await app.signIn()
        var earlier = app
        let code = try await app.entra.code()
        try await app.verify(code: code)
        try await earlier.verify(code: code)
        #expect(earlier.status == 400 && earlier.summary == Self.invalidToken)
        try await app.resume()
        try await app.resume()
        #expect(app.summary == "invalid_grant 55200" && app.code == nil)
    }

    @Test func rejectsExpiredTokens() async throws {
        var app = try await Self.app()
        try await app.signIn()
        app.entra.server.clock.advance(by: 24 * 60 * 60)
        try await app.verify(code: "10000001")
        #expect(app.summary == "invalidGrant invalidContinuationToken AADSTS552003")
        try await app.resume()
        #expect(app.summary == "expired_token 552003")
    }

    @Test func rejectsForgedTokens() async throws {
        var app = try await Self.app()
        try await app.signIn()
        let real = try #require(app.token)
        let parts = real.split(separator: ".").map(String.init)
        for token in [
            "", "made-up", ".", "a.b.c", parts[0], parts[1], parts[0] + ".", "." + parts[1], parts[0] + "." + parts[0],
            parts[0] + "." + parts[1].reversed(), real + "A",
        ] {
            app.token = token
            try await app.verify(code: "10000001")
            #expect(app.summary == Self.invalidToken, "\(token)")
            try await app.resume()
            #expect(app.summary.hasPrefix("invalid_") && app.code == nil, "\(token)")
        }
    }

    @Test func rejectsTokensOfOtherClients() async throws {
        var app = try await Self.app()
        try await Self.addOther(to: app.entra)
        try await app.signIn()
        let code = try await app.entra.code()
        let parts = try #require(app.token).split(separator: ".").map(String.init)
        app.token = Base64URL.encode("other".utf8) + "." + parts[1]
        try await app.verify(code: code)
        #expect(app.summary == Self.invalidToken)
        app.token = Base64URL.encode("unknown".utf8) + "." + parts[1]
        try await app.verify(code: code)
        #expect(app.summary == "unauthorizedClient AADSTS700016")
        app.token = Base64URL.encode("web".utf8) + "." + parts[1]
        try await app.verify(code: code)
        #expect(app.summary == "invalidClient AADSTS550022")
        app.token = parts.joined(separator: ".")
        try await app.verify(code: code)
        try await app.resume([.clientID: "other"])
        #expect(app.code == nil && app.summary == "invalid_grant 55200")
        try await app.resume([.clientID: "native-app"])
        #expect(app.code != nil)
    }

    @Test func rejectsFlowsOfFirstVersion() async throws {
        var app = try await Self.app()
        try await app.signIn()
        let old = try #require(try await app.entra.signIn().token)
        app.token = Base64URL.encode(EntraFixture.clientID.rawValue.utf8) + "." + old
        try await app.follow("verify", nil, with: ["otp": "10000001"])
        #expect(app.summary == Self.invalidToken)
        try await app.resume()
        #expect(app.code == nil && app.summary.hasPrefix("invalid_"))
    }

    // MARK: Links

    @Test func rejectsLinksOfOtherFlows() async throws {
        var app = try await Self.app()
        try await app.signIn()
        var other = app
        try await other.signIn()
        let (link, resend) = (try #require(other.link("verify")), try #require(other.link("resend")))
        #expect(link != app.link("verify"))
        let code = try await app.entra.code()
        try await app.send(link, ["otp": .string(code)])
        #expect(app.status == 400 && app.summary == Self.otherInput)
        try await app.send(resend, [:])
        #expect(app.summary == Self.otherInput)
    }

    @Test func rejectsLinksOfOtherSteps() async throws {
        var app = try await Self.app()
        try await app.authorize()
        try await app.start("sign_in", EntraFixture.email)
        let challenge = try #require(app.link("challenge", "email"))
        let base = challenge.replacing("/challenge", with: "/")
        for (name, members) in [
            ("verify", ["otp": "10000001"]), ("resend", [:]), ("recover", [:]), ("activate", ["code": "10000001"]),
            ("enroll", ["target": "eve@example.com"]),
        ] as [(String, [String: JSONValue])] {
            try await app.send(base + name, members)
            #expect(app.summary == Self.otherInput, "\(name)")
        }
        for (path, members) in [
            ("signin/start", ["username": "eve@example.com"]), ("signup/attributes", ["attributes": [:]]),
            ("resetpassword/start", ["username": "eve@example.com"]), ("resetpassword/poll", [:]),
            ("resetpassword/update", ["newPassword": "x"]), ("auth/methods/enroll", ["target": "+819012345678"]),
            ("signup/start", [:]),
        ] as [(String, [String: JSONValue])] {
            try await app.send("/default/api/v2.0/" + path, members)
            #expect(app.summary == Self.otherInput, "\(path)")
        }
        #expect(try await app.entra.server.mailCount == 0)
        try await app.send(challenge.replacing("/email/", with: "/sms/"), [:])
        #expect(app.summary == Self.otherInput)
    }

    // MARK: Codes

    @Test func revokesTokensOfReplayedCode() async throws {
        var app = try await Self.proven()
        try await app.resume()
        let tokens = try await app.redeem()
        #expect(try await app.redeem().summary == "invalid_grant 70000")
        let refreshed = try await app.entra.post(
            "/oauth2/v2.0/token",
            [.grantType: "refresh_token", .refreshToken: tokens["refresh_token"]?.string]
        )
        #expect(refreshed.summary == "invalid_grant 700082")
    }

    @Test func acceptsAuthorizationCodeInOneOfManyConcurrentRequests() async throws {
        var app = try await Self.proven()
        try await app.resume()
        let start = app
        let summaries = try await Self.concurrently(20) { try await start.redeem().summary }
        #expect(summaries.count { $0 == "ok" } == 1)
    }

    @Test func rejectsCodeOfOtherClient() async throws {
        var app = try await Self.proven()
        try await Self.addOther(to: app.entra)
        try await app.resume()
        #expect(try await app.redeem([.clientID: "other"]).summary == "invalid_grant 70000")
        // The attempt of another client consumes nothing.
        #expect(try await app.redeem().summary == "ok")
    }

    @Test func rejectsCodeAfterPasswordChange() async throws {
        var app = try await Self.proven()
        try await app.resume()
        app.entra.server.clock.advance(by: 10)
        var reset = app
        try await reset.proveReset()
        try await reset.update(EntraFixture.otherPassword)
        #expect(try await app.redeem().summary == "invalid_grant 70000")
    }

    @Test func servesAppsWithoutRedirectURI() async throws {
        let entra = try await EntraFixture()
        try await entra.addAccount()
        try await Self.addOther(to: entra, grants: [.refreshToken])
        var app = EntraInteractionApp(on: entra)
        app.clientID = "other"
        try await app.signIn()
        try await app.verify(code: try await entra.code())
        #expect(try await app.finish().summary == "ok")
    }

    @Test func requiresPKCEForCodesOfAuthorizationEndpoint() async throws {
        let web = try await ServerFixture(client: { client in
            client.native = NativeAuthenticationSettings(method: .code, disclosesAccounts: false)
            client.mayOmitRedirectURI = true
        })
        let entra = try await EntraFixture(on: web)
        let form: [ParameterName: String?] = [.clientID: "app", .grantType: "authorization_code", .scope: "openid"]
        for redirectURI in [nil, ServerFixture.callback] {
            let code = try #require(await web.signedIn().redirectParameters[.code])
            let reply = try await entra.post(
                "/oauth2/v2.0/token",
                form.merging([.code: code, .redirectURI: redirectURI]) { $1 }
            )
            #expect(reply.summary == "invalid_grant 70000")
        }
    }

    @Test func exemptsCodesFromPKCEAtEntraEndpointOnly() async throws {
        var app = try await Self.proven()
        try await app.resume()
        let form = Parameters([
            .clientID: "native-app", .grantType: "authorization_code", .code: app.code, .redirectURI: nil,
        ])
        let response = await app.entra.web.post("/oauth2/token", form)
        #expect(response.error?.code == .invalidGrant)
    }

    @Test func rejectsCodesOfNativeFlowsFromWebPages() async throws {
        let entra = try await EntraFixture(origins: ["https://app.example.com"])
        try await entra.addAccount()
        var app = EntraInteractionApp(on: entra)
        try await app.signIn()
        try await app.verify(code: try await entra.code())
        try await app.resume()
        let fields: HTTPFields = [.origin: "https://app.example.com"]
        #expect(try await app.redeem(fields: fields).summary == "invalid_grant 70000")
        #expect(try await app.redeem().summary == "invalid_grant 70000")
    }

    // MARK: Requests

    @Test func refusesWebPages() async throws {
        let entra = try await EntraFixture(origins: ["*"])
        try await entra.addAccount()
        var app = EntraInteractionApp(on: entra)
        app.fields = [.origin: "https://app.example.com"]
        try await app.authorize()
        #expect(app.token == nil && app.summary == "unauthorized_client 9002326")
        app.fields = [:]
        try await app.authorize()
        app.fields = [.origin: "https://app.example.com"]
        try await app.start("sign_in", EntraFixture.email)
        #expect(app.status == 400 && app.summary == "unauthorizedClient AADSTS9002326")
        #expect(app.response.fields[.accessControlAllowOrigin] == nil)
        await app.send("/default/api/v2.0/signin/start", nil, method: .options)
        #expect(app.status == 405 && app.response.fields[.accessControlAllowOrigin] == nil)
    }

    @Test func answersInMediaTypeThatClientAccepts() async throws {
        var app = try await Self.app()
        try await app.authorize()
        app.fields = [.accept: "application/json"]
        try await app.start("sign_in", EntraFixture.email)
        #expect(app.response.fields[.contentType] == "application/json")
        #expect(app.response.fields[.cacheControl] == "no-store")
        app.fields = [.accept: "application/hal+json", .contentType: "application/hal+json; charset=utf-8"]
        try await app.follow("challenge", "email")
        #expect(app.summary == "verify email" && app.response.fields[.contentType] == "application/hal+json")
        try await app.verify(code: "10000001")
        #expect(app.status == 400 && app.response.fields[.contentType] == "application/hal+json")
        app.fields = [.contentType: "application/x-www-form-urlencoded"]
        try await app.verify(code: "10000001")
        #expect(app.status == 415 && app.summary == "invalidRequest AADSTS90100")
    }

    @Test func returnsCorrelationIDInFieldAndBothMembers() async throws {
        let id = "6C8F13A9-0E5C-4B68-93F6-1CB1B1E7A4F3"
        var app = try await Self.app()
        try await app.authorize()
        app.fields = [.clientRequestID: id]
        try await app.start("sign_in", "")
        #expect(app.summary == "invalidRequest AADSTS90100")
        #expect(app.response.fields[.clientRequestID] == id)
        let error = app.reply["error"]
        #expect(error?["correlationId"]?.string == id && error?["correlation_id"]?.string == id)
        #expect(error?["traceId"]?.string == app.response.fields[.serverRequestID])
        #expect(error?["timestamp"]?.string != nil)
    }

    @Test func rejectsInvalidBodies() async throws {
        var app = try await Self.app()
        try await app.signIn()
        let link = try #require(app.link("verify"))
        for body in [
            "", "[]", "null", "{", #"{"otp":"1"}"#, #"{"continuationToken":1}"#,
            #"{"continuationToken":"a","otp":7}"#, #"{"continuationToken":"a","otp":"1\n2"}"#,
            #"{"continuationToken":"a","attributes":[]}"#,
            "{\"continuationToken\":\"\(String(repeating: "a", count: 4097))\"}",
            "{\"continuationToken\":\"a\",\"username\":\"\(String(repeating: "a", count: 1025))\"}",
            "{\"continuationToken\":\"a\",\"password\":\"\(String(repeating: "a", count: 16 * 1024 + 1))\"}",
            "{\"continuationToken\":\"a\",\"attributes\":\(String(repeating: "[", count: 40))",
        ] {
            await app.send(link, Data(body.utf8))
            #expect(app.status == 400 && app.summary == "invalidRequest AADSTS90100", "\(body.prefix(60))")
        }
        await app.send(link, nil)
        #expect(app.status == 413 && app.summary.hasPrefix("invalidRequest"))
        await app.send(link, Data(), method: .get)
        #expect(app.status == 405 && app.response.fields[.allow] == "POST")
        await app.send("/default/api/v2.0/resetpassword/update", Data(), method: .post)
        #expect(app.status == 405 && app.response.fields[.allow] == "PUT")
    }

    @Test func rejectsInvalidAuthorizeChallenge() async throws {
        var app = try await Self.app()
        for (form, summary) in [
            ([.clientID: nil], "invalid_request 90100"), ([.clientID: "unknown"], "unauthorized_client 700016"),
            ([.clientID: "web"], "invalid_client 550022"),
            ([.clientID: "app"], "invalid_client 550021"),
            ([.responseType: "token"], "unsupported_response_type 90100"),
        ] as [([ParameterName: String?], String)] {
            try await app.authorize(form)
            #expect(app.summary == summary && app.token == nil)
        }
    }

    @Test func rejectsUnknownTenants() async throws {
        var app = try await Self.app()
        try await app.signIn()
        let link = try #require(app.link("verify")).replacing("/default/", with: "/unknown/")
        try await app.send(link, ["otp": "10000001"])
        #expect(app.status == 400 && app.summary == "invalidRequest AADSTS90002")
    }

    @Test func limitsRequestsInFormatOfInteractions() async throws {
        var limits = RateLimits()
        limits.requestsPerAddress = .init(3, per: 60)
        let entra = try await EntraFixture(limits: limits)
        try await entra.addAccount()
        var app = EntraInteractionApp(on: entra)
        try await app.signIn()
        try await app.follow("resend")
        #expect(app.status == 429 && app.summary == "temporarilyUnavailable AADSTS90033")
        #expect(app.response.fields[.retryAfter] == "60")
    }

    @Test func hidesInternalErrors() async throws {
        let store = FailingStore()
        let entra = try await EntraFixture(on: try await ServerFixture(store: store))
        try await entra.addAccount()
        var app = EntraInteractionApp(on: entra)
        try await app.signIn()
        store.isDown = true
        try await app.verify(code: "10000001")
        #expect(app.status == 503 && app.summary == "temporarilyUnavailable AADSTS90033")
        try await app.resume()
        #expect(app.status == 503 && app.summary == "temporarily_unavailable 90033")
    }
}
