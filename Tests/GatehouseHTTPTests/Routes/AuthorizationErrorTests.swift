import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AuthorizationErrorTests {
    /// Longer than any parameter allows, and short enough for the head.
    private static let long = String(repeating: "x", count: 10_000)

    /// Errors reported to the client through its registered redirect URI.
    private static let redirected: [(changes: [ParameterName: String?], code: OAuthErrorCode)] = [
        ([.responseType: nil], .invalidRequest),
        ([.responseType: "token"], .unsupportedResponseType),
        ([.responseType: "code id_token"], .unsupportedResponseType),
        ([.responseMode: "web_message"], .invalidRequest),
        ([.scope: "openid \"quoted\""], .invalidScope),
        ([.scope: "unknown"], .invalidScope),
        ([.codeChallenge: nil], .invalidRequest),
        ([.codeChallenge: nil, .codeChallengeMethod: nil], .invalidRequest),
        ([.codeChallengeMethod: nil], .invalidRequest),
        ([.codeChallengeMethod: "plain"], .invalidRequest),
        ([.codeChallenge: "too-short"], .invalidRequest),
        ([.codeChallenge: long], .invalidRequest),
        ([.prompt: "none login"], .invalidRequest),
        ([.prompt: "enroll"], .invalidRequest),
        ([.prompt: "login enroll"], .invalidRequest),
        ([.maxAge: "-1"], .invalidRequest),
        ([.maxAge: "soon"], .invalidRequest),
        ([.maxAge: "99999999999999999999"], .invalidRequest),
        ([.request: "eyJhbGciOiJub25lIn0.e30."], .requestNotSupported),
        ([.requestURI: "https://example.com/request"], .requestURINotSupported),
        ([.registration: "{}"], .registrationNotSupported),
        ([.claims: "{"], .invalidRequest),
        ([.claims: "[]"], .invalidRequest),
        ([.prompt: "none", .idTokenHint: "not.a.token"], .loginRequired),
        ([.nonce: long], .invalidRequest),
        ([.nonce: "line\u{1}"], .invalidRequest),
        ([.loginHint: "line\n"], .invalidRequest),
        ([.loginHint: long], .invalidRequest),
        ([.resource: "https://api.example.com"], .invalidTarget),
        ([.prompt: "none"], .loginRequired),
    ]

    @Test func rejectsScopeForWhichClientIsNotRegistered() async throws {
        let web = try await ServerFixture { $0.scopes.remove(.account) }
        let browser = try await web.browser(opening: ServerFixture.authorization([.scope: "openid account"]))
        #expect(await browser.redirectParameters[.error] == OAuthErrorCode.invalidScope.rawValue)
    }

    @Test(arguments: redirected.indices) func reportsErrorByRedirect(index: Int) async throws {
        let (changes, code) = Self.redirected[index]
        let web = try await ServerFixture()
        let browser = try await web.browser(opening: ServerFixture.authorization(changes))
        #expect(await browser.location.absoluteString.hasPrefix(ServerFixture.callback + "?error="), "\(changes)")
        #expect(await browser.redirectParameters[.error] == code.rawValue, "\(changes)")
        #expect(await browser.redirectParameters[.state] == "state-1")
        #expect(await browser.redirectParameters[.issuer] == "https://login.example.com")
        #expect(await browser.redirectParameters[.code] == nil)
        #expect(AuthorizationEndpoint.errors.contains(code))
    }

    /// Errors shown only to the user, because the redirect URI is missing or not trusted.
    private static let onPages: [(changes: [ParameterName: String?], status: HTTPResponse.Status, heading: String)] = [
        ([.clientID: nil], .badRequest, "The app’s request didn’t work"),
        ([.clientID: ""], .badRequest, "The app’s request didn’t work"),
        ([.clientID: "unknown"], .badRequest, "This app isn’t registered here"),
        ([.clientID: long], .badRequest, "The app’s request didn’t work"),
        ([.redirectURI: "https://evil.example.com/callback"], .badRequest, untrusted),
        ([.redirectURI: callback + "/"], .badRequest, untrusted),
        ([.redirectURI: callback + "/../evil"], .badRequest, untrusted),
        ([.redirectURI: callback + "?a=b"], .badRequest, untrusted),
        ([.redirectURI: "https://app.example.com"], .badRequest, untrusted),
        ([.redirectURI: "https://APP.example.com/callback"], .badRequest, untrusted),
        ([.redirectURI: "https://app.example.com:443/callback"], .badRequest, untrusted),
        ([.redirectURI: "https://app.example.com.evil.example/callback"], .badRequest, untrusted),
        ([.redirectURI: "http://app.example.com/callback"], .badRequest, untrusted),
        ([.redirectURI: "https://app.example.com@evil.example/callback"], .badRequest, malformed),
        ([.redirectURI: callback + "#fragment"], .badRequest, malformed),
        ([.redirectURI: "javascript:alert(1)"], .badRequest, malformed),
        ([.redirectURI: "/callback"], .badRequest, malformed),
        ([.redirectURI: long], .badRequest, malformed),
    ]
    private static let callback = ServerFixture.callback
    private static let malformed = "The app’s request didn’t work"
    private static let untrusted = "We stopped an unsafe redirect"

    @Test(arguments: onPages.indices) func showsPageInsteadOfUntrustedRedirect(index: Int) async throws {
        let (changes, status, heading) = Self.onPages[index]
        let web = try await ServerFixture()
        let browser = try await web.browser(opening: ServerFixture.authorization(changes))
        #expect(await !browser.hasLeft, "\(changes)")
        #expect(await browser.fields[.location] == nil)
        #expect(await browser.status == status)
        #expect(await browser.heading == heading, "\(changes)")
        #expect(await browser.forms.isEmpty)
        let path = "/oauth2/authorize?" + ServerFixture.authorization(changes).formEncoded
        let forProgram = await web.send(.get, path, fields: [.accept: "application/json"])
        #expect(forProgram.status == status)
        #expect(forProgram.error != nil, "The endpoint does not declare the error.")
    }

    /// RFC 9700 §2.1: a pending sign-in, too, ends at a registered URI only.
    @Test(arguments: ["continue", "cancel"]) func showsPageIfRedirectURIWasRemovedDuringSignIn(
        action: String
    ) async throws {
        let web = try await ServerFixture { $0.skipsConsent = false }
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"])
        try await browser.submit(["code": try #require(try await web.server.mailedCode(to: "ada@example.com"))])
        let page = await browser.location
        var client = try #require(try await web.server.store.client("app"))
        client.redirectURIs = ["https://other.example.com/callback"]
        try await web.server.store.commit([.client(.update(client))])
        try await browser.submit(action: action)
        #expect(await !browser.hasLeft)
        #expect(await browser.status == .badRequest)
        #expect(await browser.heading == Self.untrusted)
        #expect(await !browser.page.contains("https://app.example.com"))
        await browser.open(page)
        #expect(await browser.heading == Self.untrusted)
    }

    @Test(arguments: [ParameterName.clientID, .redirectURI]) func showsPageForRepeatedClientIDOrRedirectURI(
        name: ParameterName
    ) async throws {
        let web = try await ServerFixture()
        var parameters = ServerFixture.authorization()
        parameters.append(name, "https://app.example.com/callback")
        let browser = try await web.browser(opening: parameters)
        #expect(await !browser.hasLeft)
        #expect(await browser.status == .badRequest)
    }

    @Test(arguments: [
        ParameterName.responseType, .scope, .nonce, .codeChallenge, .codeChallengeMethod, .prompt, .maxAge, .loginHint,
        .responseMode, .claims, .uiLocales, .display, .idTokenHint,
    ])
    func rejectsOtherRepeatedParametersByRedirect(name: ParameterName) async throws {
        let web = try await ServerFixture()
        var parameters = ServerFixture.authorization()
        parameters.append(name, "1")
        parameters.append(name, "2")
        let browser = try await web.browser(opening: parameters)
        #expect(await browser.hasLeft)
        #expect(await browser.redirectParameters[.error] == "invalid_request")
        #expect(await browser.redirectParameters[.state] == "state-1")
    }

    @Test func omitsRepeatedState() async throws {
        let web = try await ServerFixture()
        var parameters = ServerFixture.authorization()
        parameters.append(.state, "state-2")
        let browser = try await web.browser(opening: parameters)
        #expect(await browser.redirectParameters[.error] == "invalid_request")
        #expect(await browser.redirectParameters[.state] == nil)
    }

    @Test func reportsErrorInRequestedResponseMode() async throws {
        let web = try await ServerFixture()
        let fragment = try await web.browser(
            opening: ServerFixture.authorization([.responseMode: "fragment", .scope: "unknown"])
        )
        #expect(await fragment.location.query() == nil)
        #expect(await fragment.redirectParameters[.error] == "invalid_scope")

        let page = try await web.browser(
            opening: ServerFixture.authorization([.responseMode: "form_post", .scope: "unknown"])
        )
        #expect(await page.forms.first?.values["error"] == "invalid_scope")
        #expect(await page.forms.first?.action == ServerFixture.callback)
    }

    @Test func ignoresEmptyParameters() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser(
            opening: ServerFixture.authorization([.prompt: "", .maxAge: "", .idTokenHint: "", .request: ""])
        )
        #expect(await browser.heading == "Sign in")
    }

    @Test func ignoresUnknownParameters() async throws {
        let web = try await ServerFixture()
        var parameters = ServerFixture.authorization()
        for name in ["x-client-SKU", "client_info", "utm_source", "utm_source"] {
            parameters.append(.init(rawValue: name), "1")
        }
        #expect(try await web.browser(opening: parameters).heading == "Sign in")
    }

    @Test(arguments: ["%", "%zz", "client_id=%ff", "client_id=app&state=%c3%28"]) func showsPageForMalformedQuery(
        query: String
    ) async throws {
        let web = try await ServerFixture()
        let response = await web.send(.get, "/oauth2/authorize?" + query, fields: [.accept: "text/html"])
        #expect(response.status == .badRequest)
        #expect(response.fields[.location] == nil)
        #expect(response.text.contains("The app’s request didn’t work"))
    }

    /// A client that sends all parameters in a request object expects its state in the error.
    @Test func rejectsRequestObjectWithItsOwnStateAndResponseMode() async throws {
        let web = try await ServerFixture()
        let payload =
            #"{"state":"inside","response_mode":"fragment","redirect_uri":"https://evil.example.com/","scope":"x"}"#
        let object = "eyJhbGciOiJub25lIn0." + Base64URL.encode(Data(payload.utf8)) + "."
        for outside in ["outside", nil] {
            let browser = try await web.browser(
                opening: ServerFixture.authorization([.request: object, .state: outside])
            )
            #expect(await browser.location.absoluteString.hasPrefix(ServerFixture.callback + "#"))
            #expect(await browser.redirectParameters[.error] == "request_not_supported")
            #expect(await browser.redirectParameters[.state] == "inside")
        }
    }

    @Test(arguments: [
        "x", "a.b.c", "eyJhbGciOiJub25lIn0.e30.", "eyJhbGciOiJub25lIn0.eyJzdGF0ZSI6MX0.", "a.b.c.d.e",
    ])
    func rejectsMalformedRequestObjectWithStateParameter(_ object: String) async throws {
        let browser = try await ServerFixture().browser(opening: ServerFixture.authorization([.request: object]))
        #expect(await browser.redirectParameters[.error] == "request_not_supported")
        #expect(await browser.redirectParameters[.state] == "state-1")
    }

    @Test func ignoresUnknownScopes() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn(ServerFixture.authorization([.scope: "openid api:read offline unknown"]))
        #expect(try await web.tokens(from: browser).scope == [.openid])
    }

    @Test func rejectsClientWithoutAuthorizationCodeGrant() async throws {
        let web = try await ServerFixture { $0.grantTypes = [.deviceCode] }
        let browser = try await web.browser()
        #expect(await browser.redirectParameters[.error] == "unauthorized_client")
    }

    @Test func allowsOmittedRedirectURIOnlyForOAuthClientWithSingleURI() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser(opening: ServerFixture.authorization([.redirectURI: nil, .scope: "email"]))
        #expect(await browser.heading == "Sign in")
        let openID = try await web.browser(opening: ServerFixture.authorization([.redirectURI: nil]))
        #expect(await openID.status == .badRequest)
        #expect(await !openID.hasLeft)
        let two = try await web.browser(opening: ServerFixture.webAuthorization([.redirectURI: nil, .scope: "email"]))
        #expect(await two.status == .badRequest)
        #expect(await !two.hasLeft)
    }

    @Test func escapesParametersOnPages() async throws {
        let web = try await ServerFixture()
        let attack = "\"><script>alert(1)</script>"
        for name in [ParameterName.clientID, .redirectURI, .loginHint] {
            let browser = try await web.browser(opening: ServerFixture.authorization([name: attack]))
            #expect(await !browser.page.contains("<script>alert"), "\(name)")
        }
    }
}
