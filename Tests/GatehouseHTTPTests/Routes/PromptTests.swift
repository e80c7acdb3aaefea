import Foundation
import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The parameters that control the sign-in: `prompt`, `max_age` and the hints.
@Suite struct PromptTests {
    private func open(
        _ changes: [ParameterName: String?],
        in browser: ScriptedBrowser,
        _ web: ServerFixture
    ) async throws {
        await browser.open(try web.url("/oauth2/authorize", ServerFixture.authorization(changes)))
    }

    @Test func authorizesPromptNoneFromExistingSession() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        try await open([.prompt: "none", .state: "silent"], in: browser, web)
        #expect(await browser.redirectParameters[.code] != nil)
        #expect(await browser.redirectParameters[.state] == "silent")
    }

    @Test func reportsRequiredInteractionForPromptNone() async throws {
        let web = try await ServerFixture { client in
            client.skipsConsent = false
            client.attributes = [.init(name: "nickname", isRequired: true)]
        }
        let browser = ScriptedBrowser(on: web.server)
        try await open([.prompt: "none"], in: browser, web)
        #expect(await browser.redirectParameters[.error] == "login_required")

        await browser.open(try web.url("/oauth2/authorize", ServerFixture.webAuthorization()))
        try await ScriptedUser(email: "ada@example.com").signIn(in: browser, on: web.server)
        try await open([.prompt: "none"], in: browser, web)
        #expect(await browser.redirectParameters[.error] == "interaction_required")

        try await open([:], in: browser, web)
        try await browser.submit(["attribute.nickname": "Ada"])
        try await open([.prompt: "none"], in: browser, web)
        #expect(await browser.redirectParameters[.error] == "consent_required")

        try await open([:], in: browser, web)
        try await browser.submit(action: "continue")
        try await open([.prompt: "none"], in: browser, web)
        #expect(await browser.redirectParameters[.code] != nil)
        try await open([.prompt: "none", .scope: "openid email phone"], in: browser, web)
        #expect(await browser.redirectParameters[.error] == "consent_required")
    }

    @Test func reportsLoginRequiredForPromptNoneWithoutCookies() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        await browser.forgetCookies()
        try await open([.prompt: "none"], in: browser, web)
        #expect(await browser.redirectParameters[.error] == "login_required")
    }

    @Test func reauthenticatesForPromptLogin() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        let first = try await web.tokens(from: browser)
        web.server.clock.advance(by: 1_000)
        try await open([.prompt: "login"], in: browser, web)
        #expect(await browser.heading == "Sign in")
        try await ScriptedUser(email: "ada@example.com").signIn(in: browser, on: web.server)
        let second = try await web.tokens(from: browser)
        let (one, two) = (try await web.idToken(first), try await web.idToken(second))
        #expect(one.subject == two.subject)
        #expect(one.sessionID == two.sessionID)
        #expect(two.authenticatedAt?.seconds == (one.authenticatedAt?.seconds ?? 0) + 1_000)
    }

    @Test func enforcesMaxAge() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        web.server.clock.advance(by: 100)
        try await open([.maxAge: "100"], in: browser, web)
        #expect(await browser.hasLeft)
        web.server.clock.advance(by: 1)
        try await open([.maxAge: "100"], in: browser, web)
        #expect(await browser.heading == "Sign in")
        try await open([.maxAge: "100", .prompt: "none"], in: browser, web)
        #expect(await browser.redirectParameters[.error] == "login_required")
        try await open([.maxAge: "0"], in: browser, web)
        #expect(await browser.heading == "Sign in")
        try await ScriptedUser(email: "ada@example.com").signIn(in: browser, on: web.server)
        let claims = try await web.idToken(try await web.tokens(from: browser))
        #expect(claims.authenticatedAt == UnixTime(web.server.clock.now))
    }

    @Test func enforcesMaxAgeWhilePageIsOpen() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        try await open([.maxAge: "100", .prompt: "select_account"], in: browser, web)
        web.server.clock.advance(by: 101)
        let account = try #require(await browser.forms.last?.buttons.first { $0.name == "account" })
        try await browser.submit(pressing: (account.name, account.value))
        #expect(await browser.heading == "Sign in")

        try await ScriptedUser(email: "ada@example.com").signIn(in: browser, on: web.server)
        try await open([.maxAge: "100", .prompt: "consent"], in: browser, web)
        web.server.clock.advance(by: 101)
        try await browser.submit(action: "continue")
        #expect(await browser.heading == "Sign in")
        try await ScriptedUser(email: "ada@example.com").signIn(in: browser, on: web.server)
        #expect(await browser.redirectParameters[.code] != nil)
    }

    @Test func requiresConsentForFirstPartyNativeApp() async throws {
        let uri = "com.example.app:/callback"
        let web = try await ServerFixture { $0.redirectURIs.append(uri) }
        let browser = ScriptedBrowser(on: web.server)
        try await open([.redirectURI: uri], in: browser, web)
        try await ScriptedUser(email: "ada@example.com").signIn(in: browser, on: web.server)
        #expect(await browser.location.absoluteString.hasPrefix(uri + "?"))
        #expect(await browser.redirectParameters[.code] != nil)

        try await open([.redirectURI: uri, .prompt: "none"], in: browser, web)
        #expect(await browser.redirectParameters[.error] == "consent_required")
        try await open([.redirectURI: uri], in: browser, web)
        #expect(await browser.heading == "Continue as ada@example.com to Example App")
    }

    @Test func hidesAccountAfterSignOut() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        try await open([.prompt: "consent"], in: browser, web)
        let page = await browser.location
        await browser.open(try web.url("/oauth2/logout"))
        try await browser.submit(action: "continue")
        await browser.open(page)
        #expect(await !browser.page.contains("ada@example.com"))
    }

    @Test func showsConsentForPromptConsent() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        try await open([.prompt: "consent"], in: browser, web)
        #expect(await browser.heading == "Allow Example App to use your account?")
        #expect(await browser.page.contains("ada@example.com"))
        try await browser.submit(action: "continue")
        #expect(await browser.redirectParameters[.code] != nil)
    }

    @Test func offersCurrentAndOtherAccountForPromptSelectAccount() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        let first = try await web.idToken(try await web.tokens(from: browser)).subject
        try await open([.prompt: "select_account"], in: browser, web)
        #expect(await browser.page.contains("ada@example.com"))
        let account = try #require(await browser.forms.last?.buttons.first { $0.name == "account" })
        try await browser.submit(pressing: (account.name, account.value))
        #expect(try await web.idToken(try await web.tokens(from: browser)).subject == first)

        try await open([.prompt: "select_account"], in: browser, web)
        try await browser.submit(action: "otherAccount")
        try await ScriptedUser(email: "bob@example.com").signIn(in: browser, on: web.server)
        let second = try await web.idToken(try await web.tokens(from: browser)).subject
        #expect(second != first)
    }

    @Test func showsSignInForPromptSelectAccountWithoutSession() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser(opening: ServerFixture.authorization([.prompt: "select_account"]))
        #expect(await browser.heading == "Sign in")
    }

    @Test func startsWithSignUpForPromptCreate() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        try await open([.prompt: "create", .loginHint: "bob@example.com"], in: browser, web)
        #expect(await browser.heading == "Create your account")
        #expect(await browser.value("email") == "bob@example.com")
    }

    @Test func prefillsLoginHint() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser(opening: ServerFixture.authorization([.loginHint: "ada@example.com"]))
        #expect(await browser.value("email") == "ada@example.com")
        try await browser.submit()
        #expect(await browser.heading == "Check your email")
    }

    @Test func requiresUserOfIDTokenHint() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        let hint = try #require(try await web.tokens(from: browser).idToken).reveal()
        web.server.clock.advance(by: 100_000)
        try await open([.prompt: "none", .idTokenHint: hint], in: browser, web)
        #expect(await browser.redirectParameters[.code] != nil)

        let other = try await web.browser()
        try await ScriptedUser(email: "bob@example.com").signIn(in: other, on: web.server)
        try await open([.prompt: "none", .idTokenHint: hint], in: other, web)
        #expect(await other.redirectParameters[.error] == "login_required")
        try await open([.idTokenHint: hint], in: other, web)
        #expect(await other.heading == "Sign in")
        try await ScriptedUser(email: "bob@example.com").signIn(in: other, on: web.server)
        #expect(await other.redirectParameters[.error] == "login_required")
        try await open([.idTokenHint: hint], in: other, web)
        try await ScriptedUser(email: "ada@example.com").signIn(in: other, on: web.server)
        #expect(await other.redirectParameters[.code] != nil)
    }

    /// OpenID Connect Core §3.1.2.1: without a page, the request must not succeed for another user than the hinted one.
    @Test(arguments: ["none", nil]) func ignoresHintThatCannotBeVerifiedUnlessSilent(prompt: String?) async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        let accessToken = try await web.tokens(from: browser).accessToken.reveal()
        for hint in ["not.a.token", accessToken] {
            try await open([.prompt: prompt, .idTokenHint: hint], in: browser, web)
            #expect((await browser.redirectParameters[.code] != nil) == (prompt == nil))
            #expect(await browser.redirectParameters[.error] == (prompt == nil ? nil : "login_required"))
        }
    }

    /// OpenID Connect Core §3.1.2.1, §8.1: a hint of another client would tell whether its user is the same.
    @Test func answersAlikeForHintsOfAnotherClient() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        let own = try #require(try await web.tokens(from: browser).idToken).reveal()
        let other = try await web.browser()
        try await ScriptedUser(email: "bob@example.com").signIn(in: other, on: web.server)
        let foreign = try #require(try await web.tokens(from: other).idToken).reveal()
        for hint in [own, foreign] {
            let silent = ServerFixture.webAuthorization([.prompt: "none", .idTokenHint: hint])
            await browser.open(try web.url("/oauth2/authorize", silent))
            #expect(await browser.redirectParameters[.error] == "login_required")
            let request = ServerFixture.webAuthorization([.idTokenHint: hint])
            await browser.open(try web.url("/oauth2/authorize", request))
            #expect(await browser.redirectParameters[.code] != nil)
        }
    }

    @Test func honorsSubjectAndSingleClaimsOfClaimsParameter() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        let subject = try await web.idToken(try await web.tokens(from: browser)).subject
        let own = #"{"id_token":{"sub":{"value":"\#(subject)"},"email":{"essential":true}}}"#
        try await open([.claims: own, .scope: "openid"], in: browser, web)
        let claims = try await web.idToken(try await web.tokens(from: browser))
        #expect(claims.claims.email == "ada@example.com")

        let others = #"{"id_token":{"sub":{"value":"another-user"}}}"#
        try await open([.claims: others, .prompt: "none"], in: browser, web)
        #expect(await browser.redirectParameters[.error] == "login_required")
    }

    @Test func acceptsDisplayAndACRValues() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn(
            ServerFixture.authorization([.display: "popup", .acrValues: "urn:example:gold 1", .claimsLocales: "de en"])
        )
        #expect(await browser.redirectParameters[.code] != nil)
    }

    @Test func negotiatesLanguage() async throws {
        let web = try await ServerFixture()
        let german = try await web.browser(opening: ServerFixture.authorization([.uiLocales: "xx de-AT en"]))
        #expect(await german.page.contains("<html lang=\"de\""))
        let japanese = try await web.browser(languages: "ja, en;q=0.5")
        #expect(await japanese.page.contains("<html lang=\"ja\""))
        let unknown = try await web.browser(opening: ServerFixture.authorization([.uiLocales: "tlh"]), languages: "tlh")
        #expect(await unknown.page.contains("<html lang=\"en\""))

        try await german.submit(pressing: (PageInput.language.rawValue, "zh-Hans"))
        #expect(await german.page.contains("<html lang=\"zh-Hans\""))
        try await german.submit(["email": "ada@example.com"])
        #expect(await german.page.contains("<html lang=\"zh-Hans\""))
        try await web.server.deliverMail()
        #expect(web.server.delivered.mails.first?.text.contains("验证码") == true)
        #expect(await german.cookie("__Host-gatehouse-language") == "zh-Hans")
    }
}

extension ServerFixture {
    /// Returns the claims of the ID token after verifying its signature.
    func idToken(_ tokens: TokenResponse) async throws -> IDTokenClaims {
        try await server.identity.keyring.verifier().verify(
            try #require(tokens.idToken),
            as: IDTokenClaims.self,
            kind: .idToken
        ).claims
    }
}
