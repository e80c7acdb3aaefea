import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Requests of clients that anyone can register must not lead from this server to any website (RFC 9700 §4.11.2).
@Suite struct UnverifiedRedirectTests {
    private static let email = "ada@example.com"

    private static func verified(_ issuer: String?) -> ClientOrigin {
        ClientOrigin(kind: .registration, isVerified: true, statementIssuer: issuer)
    }

    /// Returns a server whose client `app` has registered itself, unless another origin is given.
    private func server(
        _ origin: ClientOrigin? = ClientOrigin(kind: .registration),
        redirectURI: String = ServerFixture.callback
    ) async throws -> ServerFixture {
        try await ServerFixture { client in
            client.skipsConsent = false
            client.origin = origin
            client.redirectURIs = [redirectURI]
        }
    }

    /// Enters the mailed code, so that the browser shows the consent page.
    private func signIn(in browser: ScriptedBrowser, on web: ServerFixture) async throws {
        try await browser.submit(["email": Self.email])
        try await browser.submit(["code": try #require(try await web.server.mailedCode(to: Self.email))])
    }

    /// A request that fails on purpose, and a silent one, would redirect every visitor of a link.
    @Test(
        arguments: [
            [.responseType: "token"], [.codeChallenge: nil], [.request: "eyJhbGciOiJub25lIn0.e30."],
            [.requestURI: "https://example.com/request"], [.resource: "https://api.example.com"],
            [.responseMode: "form_post", .responseType: "token"], [.prompt: "none"], [.prompt: "none", .maxAge: "0"],
        ] as [[ParameterName: String?]]
    )
    func showsErrorBeforeConsentOnPage(changes: [ParameterName: String?]) async throws {
        let web = try await server()
        let browser = try await web.browser(opening: ServerFixture.authorization(changes))
        #expect(await !browser.hasLeft)
        #expect(await browser.status == .badRequest)
        #expect(await browser.forms.isEmpty)
        #expect(await browser.page.contains(ServerFixture.callback))
        #expect(await !browser.page.contains("href=\"https://app.example.com"))
    }

    /// An operator or the issuer of a software statement vouches for the redirect URI, or it is a loopback address,
    /// which leads to no website.
    @Test(
        arguments: [
            (nil, ServerFixture.callback), (verified(nil), ServerFixture.callback),
            (verified("https://software.example.com"), ServerFixture.callback),
            (ClientOrigin(kind: .registration), "http://127.0.0.1/callback"),
            (ClientOrigin(kind: .registration), "http://localhost/callback"),
        ] as [(ClientOrigin?, String)]
    )
    func redirectsErrorsToTrustedURI(origin: ClientOrigin?, uri: String) async throws {
        let web = try await server(origin, redirectURI: uri)
        for changes in [[.responseType: "token"], [.prompt: "none"]] as [[ParameterName: String?]] {
            let all = changes.merging([.redirectURI: uri]) { $1 }
            let browser = try await web.browser(opening: ServerFixture.authorization(all))
            #expect(await browser.location.absoluteString.hasPrefix(uri + "?error="))
        }
    }

    /// The user has seen the host, and decided.
    @Test func redirectsErrorsOfUserWhoHasConsented() async throws {
        let web = try await server()
        let browser = try await web.browser()
        try await signIn(in: browser, on: web)
        let silent = try web.url("/oauth2/authorize", ServerFixture.authorization([.prompt: "none"]))
        await browser.open(silent)
        #expect(await !browser.hasLeft)
        await browser.open(try web.url("/oauth2/authorize", ServerFixture.authorization()))
        try await browser.submit(action: "continue")
        #expect(await browser.redirectParameters[.code] != nil)

        await browser.open(silent)
        #expect(await browser.redirectParameters[.code] != nil)
        let more = ServerFixture.authorization([.prompt: "none", .scope: "openid email phone"])
        await browser.open(try web.url("/oauth2/authorize", more))
        #expect(await browser.redirectParameters[.error] == "consent_required")
        await browser.open(try web.url("/oauth2/authorize", ServerFixture.authorization([.responseType: "token"])))
        #expect(await browser.redirectParameters[.error] == "unsupported_response_type")

        let other = ScriptedBrowser(on: web.server)
        await other.open(silent)
        #expect(await !other.hasLeft)
    }

    /// The sign-in page does not show where the browser would go; the consent page does.
    @Test func leavesServerByCancelOnConsentPageOnly() async throws {
        let web = try await server()
        let browser = try await web.browser()
        try await browser.submit(action: "cancel")
        #expect(await !browser.hasLeft)
        #expect(await browser.status == .ok)

        await browser.open(try web.url("/oauth2/authorize", ServerFixture.authorization()))
        try await signIn(in: browser, on: web)
        #expect(await browser.page.contains("You’ll be sent to app.example.com."))
        try await browser.submit(action: "cancel")
        #expect(await browser.redirectParameters[.error] == "access_denied")
    }

    @Test func showsErrorAfterSignInOnPage() async throws {
        let web = try await server()
        let claims = #"{"id_token":{"sub":{"value":"another-user"}}}"#
        let browser = try await web.browser(opening: ServerFixture.authorization([.claims: claims]))
        try await signIn(in: browser, on: web)
        #expect(await !browser.hasLeft)
        #expect(await browser.status == .badRequest)
        #expect(await browser.page.contains("href=\"\(ServerFixture.callback)?error=login_required"))
    }
}
