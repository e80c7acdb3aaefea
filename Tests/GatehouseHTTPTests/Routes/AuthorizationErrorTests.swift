import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AuthorizationErrorTests {
    /// Longer than any of these may be, and short enough to be read.
    private static let long = String(repeating: "x", count: 10_000)

    /// What is told to the client, by the redirect URI that has been found to be its own.
    private static let redirected: [(changes: [ParameterName: String?], code: OAuthErrorCode)] = [
        ([.responseType: nil], .invalidRequest),
        ([.responseType: "token"], .unsupportedResponseType),
        ([.responseType: "code id_token"], .unsupportedResponseType),
        ([.responseMode: "web_message"], .invalidRequest),
        ([.scope: "openid \"quoted\""], .invalidScope),
        ([.scope: "unknown"], .invalidScope),
        ([.scope: "openid account"], .invalidScope),
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

    @Test(arguments: redirected.indices) func theClientIsToldByRedirect(index: Int) async throws {
        let (changes, code) = Self.redirected[index]
        let web = try await Web()
        let browser = try await web.browser(opening: Web.authorization(changes))
        #expect(await browser.location.absoluteString.hasPrefix(Web.callback + "?error="), "\(changes)")
        #expect(await browser.answer[.error] == code.rawValue, "\(changes)")
        #expect(await browser.answer[.state] == "state-1")
        #expect(await browser.answer[.issuer] == "https://login.example.com")
        #expect(await browser.answer[.code] == nil)
        #expect(AuthorizationEndpoint.errors.contains(code))
    }

    /// What is told to the person alone, because nobody knows where the answer may go.
    private static let onPages: [(changes: [ParameterName: String?], status: HTTPResponse.Status, heading: String)] = [
        ([.clientID: nil], .badRequest, "The app sent a request we cannot answer"),
        ([.clientID: ""], .badRequest, "The app sent a request we cannot answer"),
        ([.clientID: "unknown"], .badRequest, "We do not know this app"),
        ([.clientID: long], .badRequest, "The app sent a request we cannot answer"),
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
    private static let callback = Web.callback
    private static let malformed = "The app sent a request we cannot answer"
    private static let untrusted = "The app asked us to send you to an address we do not trust"

    @Test(arguments: onPages.indices) func anAddressThatIsNotTheClientsIsNeverVisited(index: Int) async throws {
        let (changes, status, heading) = Self.onPages[index]
        let web = try await Web()
        let browser = try await web.browser(opening: Web.authorization(changes))
        #expect(await !browser.hasLeft, "\(changes)")
        #expect(await browser.fields[.location] == nil)
        #expect(await browser.status == status)
        #expect(await browser.heading == heading, "\(changes)")
        #expect(await browser.forms.isEmpty)
        let path = "/oauth2/authorize?" + Web.authorization(changes).formEncoded
        let forProgram = await web.send(.get, path, [.accept: "application/json"])
        #expect(forProgram.status == status)
        #expect(forProgram.error != nil, "It is one of those that the endpoint lists.")
    }

    @Test(arguments: [ParameterName.clientID, .redirectURI]) func doublesOfWhatDecidesTheRecipientAreForAPage(
        name: ParameterName
    ) async throws {
        let web = try await Web()
        var parameters = Web.authorization()
        parameters.append(name, "https://app.example.com/callback")
        let browser = try await web.browser(opening: parameters)
        #expect(await !browser.hasLeft)
        #expect(await browser.status == .badRequest)
    }

    @Test(arguments: [
        ParameterName.responseType, .scope, .nonce, .codeChallenge, .codeChallengeMethod, .prompt, .maxAge, .loginHint,
        .responseMode, .claims, .uiLocales, .display, .idTokenHint,
    ])
    func everyOtherDoubleIsRefusedByRedirect(name: ParameterName) async throws {
        let web = try await Web()
        var parameters = Web.authorization()
        parameters.append(name, "1")
        parameters.append(name, "2")
        let browser = try await web.browser(opening: parameters)
        #expect(await browser.hasLeft)
        #expect(await browser.answer[.error] == "invalid_request")
        #expect(await browser.answer[.state] == "state-1")
    }

    @Test func aDoubledStateIsNotSentBack() async throws {
        let web = try await Web()
        var parameters = Web.authorization()
        parameters.append(.state, "state-2")
        let browser = try await web.browser(opening: parameters)
        #expect(await browser.answer[.error] == "invalid_request")
        #expect(await browser.answer[.state] == nil)
    }

    @Test func theRefusalComesInTheModeAskedFor() async throws {
        let web = try await Web()
        let fragment = try await web.browser(
            opening: Web.authorization([.responseMode: "fragment", .scope: "unknown"])
        )
        #expect(await fragment.location.query() == nil)
        #expect(await fragment.answer[.error] == "invalid_scope")

        let page = try await web.browser(opening: Web.authorization([.responseMode: "form_post", .scope: "unknown"]))
        #expect(await page.forms.first?.values["error"] == "invalid_scope")
        #expect(await page.forms.first?.action == Web.callback)
    }

    @Test func anEmptyParameterIsNone() async throws {
        let web = try await Web()
        let browser = try await web.browser(
            opening: Web.authorization([.prompt: "", .maxAge: "", .idTokenHint: "", .request: ""])
        )
        #expect(await browser.heading == "Sign in")
    }

    @Test func unknownParametersAreIgnored() async throws {
        let web = try await Web()
        var parameters = Web.authorization()
        for name in ["x-client-SKU", "client_info", "utm_source", "utm_source"] {
            parameters.append(.init(rawValue: name), "1")
        }
        #expect(try await web.browser(opening: parameters).heading == "Sign in")
    }

    @Test(arguments: ["%", "%zz", "client_id=%ff", "client_id=app&state=%c3%28"]) func whatCannotBeReadIsForAPage(
        query: String
    ) async throws {
        let web = try await Web()
        let answer = await web.send(.get, "/oauth2/authorize?" + query, [.accept: "text/html"])
        #expect(answer.status == .badRequest)
        #expect(answer.fields[.location] == nil)
        #expect(answer.text.contains("The app sent a request we cannot answer"))
    }

    /// A client that puts the whole request into an object finds its refusal by the object's state.
    @Test func refusesRequestObjectWithItsOwnStateAndResponseMode() async throws {
        let web = try await Web()
        let payload =
            #"{"state":"inside","response_mode":"fragment","redirect_uri":"https://evil.example.com/","scope":"x"}"#
        let object = "eyJhbGciOiJub25lIn0." + Base64URL.encode(Data(payload.utf8)) + "."
        for outside in ["outside", nil] {
            let browser = try await web.browser(opening: Web.authorization([.request: object, .state: outside]))
            #expect(await browser.location.absoluteString.hasPrefix(Web.callback + "#"))
            #expect(await browser.answer[.error] == "request_not_supported")
            #expect(await browser.answer[.state] == "inside")
        }
    }

    @Test(arguments: [
        "x", "a.b.c", "eyJhbGciOiJub25lIn0.e30.", "eyJhbGciOiJub25lIn0.eyJzdGF0ZSI6MX0.", "a.b.c.d.e",
    ])
    func refusesUnreadableRequestObjectWithTheStateBesideIt(_ object: String) async throws {
        let browser = try await Web().browser(opening: Web.authorization([.request: object]))
        #expect(await browser.answer[.error] == "request_not_supported")
        #expect(await browser.answer[.state] == "state-1")
    }

    @Test func ignoresUnknownScopes() async throws {
        let web = try await Web()
        let browser = try await web.signedIn(Web.authorization([.scope: "openid api:read offline unknown"]))
        #expect(try await web.tokens(from: browser).scope == [.openid])
    }

    @Test func aClientThatMayNotUseCodesIsTold() async throws {
        let web = try await Web { $0.grantTypes = [.deviceCode] }
        let browser = try await web.browser()
        #expect(await browser.answer[.error] == "unauthorized_client")
    }

    @Test func onlyOAuthClientsWithOneRedirectURIMayLeaveItOut() async throws {
        let web = try await Web()
        let browser = try await web.browser(opening: Web.authorization([.redirectURI: nil, .scope: "email"]))
        #expect(await browser.heading == "Sign in")
        let openID = try await web.browser(opening: Web.authorization([.redirectURI: nil]))
        #expect(await openID.status == .badRequest)
        #expect(await !openID.hasLeft)
        let two = try await web.browser(opening: Web.webAuthorization([.redirectURI: nil, .scope: "email"]))
        #expect(await two.status == .badRequest)
        #expect(await !two.hasLeft)
    }

    @Test func nothingThatWasSentGetsOutOfItsPlaceInAPage() async throws {
        let web = try await Web()
        let attack = "\"><script>alert(1)</script>"
        for name in [ParameterName.clientID, .redirectURI, .loginHint] {
            let browser = try await web.browser(opening: Web.authorization([name: attack]))
            #expect(await !browser.page.contains("<script>alert"), "\(name)")
        }
    }
}
