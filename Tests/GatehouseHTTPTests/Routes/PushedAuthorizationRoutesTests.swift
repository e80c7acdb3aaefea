import Foundation
import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Pushed authorization requests (RFC 9126) and request objects (RFC 9101), in a browser.
@Suite struct PushedAuthorizationRoutesTests {
    private static let path = "/oauth2/par"

    private func push(_ form: Parameters, to web: ServerFixture) async throws -> PushedAuthorizationResponse {
        let response = await web.post(Self.path, form)
        try #require(response.status == .created, "\(String(decoding: response.body, as: UTF8.self))")
        return try PushedAuthorizationResponse(body: response.body, fields: response.fields)
    }

    private func reference(_ pushed: PushedAuthorizationResponse) -> Parameters {
        Parameters([.clientID: "signing", .requestURI: pushed.requestURI.rawValue])
    }

    private func signIn(_ browser: ScriptedBrowser, on web: ServerFixture) async throws {
        try await ScriptedUser(email: "ada@example.com").signIn(in: browser, on: web.server)
    }

    @Test func issuesTokensForPushedRequest() async throws {
        let web = try await ServerFixture()
        let client = try await AssertingClient(at: web.server) { $0.security.requiresPushedRequests = true }
        let pushed = try await push(try client.pushed(), to: web)
        let browser = try await web.browser(opening: reference(pushed))
        try await signIn(browser, on: web)
        #expect(await browser.location.absoluteString.hasPrefix(AssertingClient.callback + "?"))
        #expect(await browser.redirectParameters[.state] == "state-1")
        let code = try #require(await browser.redirectParameters[.code])
        let response = await web.post(
            "/oauth2/token",
            try client.form([
                .grantType: "authorization_code", .code: code, .redirectURI: AssertingClient.callback,
                .codeVerifier: ServerFixture.verifier.secret.reveal(),
            ])
        )
        #expect(response.status == .ok, "\(String(decoding: response.body, as: UTF8.self))")
    }

    /// RFC 9126 §7.3, FAPI 2.0 Security Profile §5.3.2.2: the request is used up when the authorization completes.
    @Test func acceptsReloadsUntilAuthorizationCompletes() async throws {
        let web = try await ServerFixture()
        let client = try await AssertingClient(at: web.server)
        let pushed = try await push(try client.pushed(), to: web)
        let browser = try await web.browser(opening: reference(pushed))
        #expect(await browser.heading == "Sign in")
        let other = try await web.browser(opening: reference(pushed))
        #expect(await other.heading == "Sign in")
        await browser.open(try web.url("/oauth2/authorize", reference(pushed)))
        #expect(await browser.heading == "Sign in")
        try await signIn(browser, on: web)
        #expect(await browser.redirectParameters[.code] != nil)
        // A flow that was started from the same request cannot complete a second time.
        web.server.clock.advance(by: 60)
        await #expect(throws: ScriptedBrowserError.self) { try await signIn(other, on: web) }
        #expect(await !other.hasLeft)
        #expect(await other.status == .gone)
        await browser.open(try web.url("/oauth2/authorize", reference(pushed)))
        #expect(await !browser.hasLeft)
        #expect(await browser.status == .badRequest)
    }

    /// The user may take longer to sign in than the request URI is valid.
    @Test func completesAfterReferenceHasExpired() async throws {
        let web = try await ServerFixture()
        let client = try await AssertingClient(at: web.server)
        let pushed = try await push(try client.pushed(), to: web)
        let browser = try await web.browser(opening: reference(pushed))
        web.server.clock.advance(by: 30 * 60)
        _ = try await web.server.store.sweep(.pushedRequests, before: web.server.clock.now)
        try await signIn(browser, on: web)
        #expect(await browser.redirectParameters[.code] != nil)
    }

    @Test func showsPageForUnusableReference() async throws {
        let web = try await ServerFixture()
        let client = try await AssertingClient(at: web.server)
        let pushed = try await push(try client.pushed(), to: web)
        web.server.clock.advance(by: 90)
        let expired = try await web.browser(opening: reference(pushed))
        #expect(await expired.status == .badRequest)
        #expect(await expired.fields[.location] == nil)
        let unknown = try await web.browser(
            opening: Parameters([.clientID: "signing", .requestURI: RequestURI.prefix + "unknown"])
        )
        #expect(await unknown.status == .badRequest)
    }

    @Test func returnsErrorsAsJSON() async throws {
        let web = try await ServerFixture()
        let client = try await AssertingClient(at: web.server)
        let invalid = await web.post(Self.path, try client.pushed([.responseType: "token"]))
        #expect(invalid.status == .badRequest)
        #expect(invalid.error?.code == .unsupportedResponseType)
        #expect(invalid.fields[.location] == nil)
        #expect(invalid.fields[.cacheControl] == "no-store")
        let unauthenticated = await web.post(Self.path, Parameters([.clientID: "signing"]))
        #expect(unauthenticated.status == .unauthorized)
        #expect(unauthenticated.error?.code == .invalidClient)
    }

    /// RFC 9126 §2.3: 405, 413 and 429.
    @Test func rejectsOtherMethodsAndLargeBodies() async throws {
        var limits = RateLimits()
        limits.requestsPerAddress = .init(3, per: 60)
        let web = try await ServerFixture(limits: limits)
        let get = await web.send(.get, Self.path)
        #expect(get.status == .methodNotAllowed)
        #expect(get.fields[.allow] == "POST")
        let large = await web.send(
            .post,
            Self.path,
            fields: [.contentType: "application/x-www-form-urlencoded"],
            body: nil
        )
        #expect(large.status == .contentTooLarge)
        for _ in 0..<2 { _ = await web.post(Self.path, Parameters()) }
        #expect(await web.post(Self.path, Parameters()).status == .tooManyRequests)
    }

    @Test func listsMethodsAndAlgorithmsInDiscovery() async throws {
        let web = try await ServerFixture()
        let response = await web.send(.get, "/.well-known/openid-configuration")
        let metadata = try ServerMetadata(body: response.body, fields: response.fields)
        #expect(metadata.pushedAuthorizationRequestEndpoint?.absoluteString == "https://login.example.com/oauth2/par")
        let methods: [ClientAuthenticationMethod] = [.privateKeyJWT, .clientSecretJWT]
        for listed in [
            metadata.tokenEndpointAuthMethods, metadata.revocationEndpointAuthMethods,
            metadata.introspectionEndpointAuthMethods,
        ] {
            #expect(methods.allSatisfy { listed?.contains($0) == true })
        }
        let algorithms: [SigningAlgorithm] = [.es256, .edDSA, .ps256, .es384, .rs256]
        #expect(metadata.tokenEndpointAuthSigningAlgorithms == algorithms + [.hs256])
        #expect(metadata.requestObjectSigningAlgorithms == algorithms)
        #expect(metadata.requestParameterSupported == true)
    }
}
