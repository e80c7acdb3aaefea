import Foundation
import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AuthorizationFlowTests {
    @Test func completesFlowWithPlainForms() async throws {
        let web = try await ServerFixture { $0.skipsConsent = false }
        let browser = try await web.browser()
        #expect(await browser.heading == "Sign in")
        #expect(await browser.location.path() == "/sign-in")
        try await browser.submit(["email": "ada@example.com"])
        #expect(await browser.heading == "Check your email")
        try await browser.submit(["code": try #require(try await web.server.mailedCode(to: "ada@example.com"))])
        #expect(await browser.page.contains("Example App"))
        try await browser.submit(action: "continue")

        #expect(await browser.location.absoluteString.hasPrefix(ServerFixture.callback + "?"))
        #expect(await browser.redirectParameters[.state] == "state-1")
        #expect(await browser.redirectParameters[.issuer] == "https://login.example.com")
        #expect(Set(await browser.redirectParameters.elements.map(\.name)) == ["code", "state", "iss"])

        let tokens = try await web.tokens(from: browser)
        #expect(tokens.tokenType == .bearer)
        #expect(tokens.expiresIn == 3600)
        #expect(tokens.refreshToken == nil)
        let idToken = try await web.server.identity.keyring.verifier().verify(
            try #require(tokens.idToken),
            as: IDTokenClaims.self,
            kind: .idToken
        ).claims
        #expect(idToken.nonce == "nonce-1")
        #expect(idToken.audience.values == ["app"])
        #expect(idToken.issuer == "https://login.example.com")

        let profile = await web.send(
            .get,
            "/oauth2/userinfo",
            fields: [.authorization: "Bearer \(tokens.accessToken.reveal())"]
        )
        let claims = try UserInfoResponse(body: profile.body, fields: profile.fields)
        #expect(claims.subject == idToken.subject)
        #expect(claims.claims.email == "ada@example.com")
    }

    @Test func grantsClaimsBeyondScopesAfterConsent() async throws {
        let web = try await ServerFixture {
            $0.skipsConsent = false
            $0.attributes = [ClientAttribute(name: "size", label: "T-shirt size")]
        }
        let claims = ClaimsRequest(
            userInfo: [.name: .init(essential: true), .emailVerified: .init(), ClaimName(rawValue: "size"): .init()],
            idToken: [.email: .init()]
        )
        let browser = try await web.signedIn(ServerFixture.authorization([.scope: "openid"]))
        let request = ServerFixture.authorization([.scope: "openid", .claims: claims.encoded])
        await browser.open(try web.url("/oauth2/authorize", request))
        #expect(await browser.page.contains("See these details about you"))
        #expect(await browser.page.contains("Email address · Full name · T-shirt size"))
        try await browser.submit(action: "continue")
        let tokens = try await web.tokens(from: browser)
        #expect(try await web.idToken(tokens).claims.email == "ada@example.com")
        let bearer: HTTPFields = [.authorization: "Bearer \(tokens.accessToken.reveal())"]
        let profile = await web.send(.get, "/oauth2/userinfo", fields: bearer)
        let known = try UserInfoResponse(body: profile.body, fields: profile.fields).claims
        #expect(known.emailVerified == true)
        #expect(known.email == nil, "The claim was requested in the ID token only.")
    }

    @Test func redirectsSignedInUserImmediately() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        await browser.open(try web.url("/oauth2/authorize", ServerFixture.authorization([.state: "state-2"])))
        #expect(await browser.hasLeft)
        #expect(await browser.redirectParameters[.state] == "state-2")
        #expect(await browser.redirectParameters[.code] != nil)
    }

    @Test func acceptsPostedRequest() async throws {
        let web = try await ServerFixture()
        let browser = ScriptedBrowser(on: web.server)
        await browser.post(dictionary(ServerFixture.authorization()), to: try web.url("/oauth2/authorize"))
        #expect(await browser.heading == "Sign in")
        try await ScriptedUser(email: "ada@example.com").signIn(in: browser, on: web.server)
        #expect(await browser.redirectParameters[.code] != nil)

        await browser.post(
            dictionary(ServerFixture.authorization([.state: "again"])),
            to: try web.url("/oauth2/authorize")
        )
        #expect(await browser.redirectParameters[.state] == "again")
    }

    @Test func redirectsCrossSitePostToGet() async throws {
        let web = try await ServerFixture()
        let response = await web.post("/oauth2/authorize", ServerFixture.authorization())
        #expect(response.status == .seeOther)
        #expect(response.fields[.location] == "/oauth2/authorize?" + ServerFixture.authorization().formEncoded)
    }

    @Test func respondsInFragmentOnRequest() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn(ServerFixture.authorization([.responseMode: "fragment"]))
        #expect(await browser.location.query() == nil)
        #expect(await browser.redirectParameters[.code] != nil)
        #expect(await browser.redirectParameters[.state] == "state-1")
    }

    @Test func respondsByFormPostOnRequest() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser(opening: ServerFixture.authorization([.responseMode: "form_post"]))
        try await browser.submit(["email": "ada@example.com"])
        try await browser.submit(["code": try #require(try await web.server.mailedCode(to: "ada@example.com"))])
        let form = try #require(await browser.forms.first)
        #expect(form.action == ServerFixture.callback)
        #expect(form.values["state"] == "state-1")
        #expect(form.values["iss"] == "https://login.example.com")
        #expect(form.values["code"]?.isEmpty == false)
        #expect(Set(form.values.keys) == ["state", "iss", "code"])
        let policy = try #require(await browser.fields[.contentSecurityPolicy])
        #expect(policy.contains("form-action 'self' https://app.example.com;"))
    }

    @Test func keepsQueryOfRedirectURI() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn(ServerFixture.webAuthorization())
        #expect(
            await browser.location.absoluteString.hasPrefix("https://shop.example.com/callback?from=login&code=")
        )
        let code = try #require(await browser.redirectParameters[.code])
        let response = await web.post(
            "/oauth2/token",
            Parameters([
                .grantType: "authorization_code", .code: code,
                .redirectURI: "https://shop.example.com/callback?from=login",
            ]),
            fields: [
                .authorization: AuthorizationHeader.basic(
                    clientID: "web",
                    clientSecret: Secret(ServerFixture.webSecret)
                ).encoded
            ]
        )
        #expect(response.status == .ok)
    }

    @Test(arguments: [
        "http://127.0.0.1:49152/done", "http://127.0.0.1/done", "http://localhost:8123/", "http://[::1]:1/x",
    ])
    func acceptsAnyPortOnLoopbackRedirectURI(uri: String) async throws {
        let web = try await ServerFixture {
            $0.redirectURIs = ["http://127.0.0.1/done", "http://localhost/", "http://[::1]:9/x"]
        }
        let browser = try await web.signedIn(ServerFixture.authorization([.redirectURI: uri]))
        #expect(await browser.location.absoluteString.hasPrefix(uri + "?code="))
    }

    @Test func redirectsWithAccessDeniedWhenUserDeclines() async throws {
        let web = try await ServerFixture { $0.skipsConsent = false }
        let browser = try await web.browser()
        try await ScriptedUser(email: "ada@example.com", agrees: false).signIn(in: browser, on: web.server)
        #expect(await browser.redirectParameters[.error] == "access_denied")
        #expect(await browser.redirectParameters[.state] == "state-1")
        #expect(await browser.redirectParameters[.issuer] == "https://login.example.com")
        #expect(await browser.redirectParameters[.code] == nil)
    }

    @Test func signsUpWithPasswordAndAttributesOnTwoPages() async throws {
        let web = try await ServerFixture {
            $0.attributes = [
                .init(name: "given_name", isRequired: true, page: 1),
                .init(name: "birthdate", kind: .date, page: 1),
                .init(name: "plan", kind: .choice, isRequired: true, options: ["free", "paid"], page: 2),
                .init(name: "news", kind: .boolean, page: 2),
            ]
        }
        let browser = try await web.browser()
        try await browser.submit(action: "signUp")
        #expect(await browser.heading == "Create your account")
        try await browser.submit(["email": "ada@example.com", "password": "short"])
        #expect(await browser.status == .unprocessableContent)
        #expect(await browser.value("email") == "ada@example.com")
        #expect(await browser.value("password") == "")
        try await browser.submit(["password": "correct horse battery"])
        try await browser.submit(["code": try #require(try await web.server.mailedCode(to: "ada@example.com"))])
        try await browser.submit(["attribute.birthdate": "not a day"])
        #expect(await browser.problems.count == 4)
        #expect(await browser.value("attribute.birthdate") == "not a day")
        try await browser.submit(["attribute.given_name": "Ada", "attribute.birthdate": "1815-12-10"])
        try await browser.submit(["attribute.plan": "paid", "attribute.news": "true"])
        #expect(await browser.redirectParameters[.code] != nil)
        let account = try #require(try await web.server.store.account(.email, "ada@example.com"))
        #expect(
            account.attributes == ["given_name": "Ada", "birthdate": "1815-12-10", "plan": "paid", "news": true]
        )
    }

    @Test func resetsForgottenPassword() async throws {
        let web = try await ServerFixture()
        let first = try await web.browser()
        try await ScriptedUser(email: "ada@example.com", password: "correct horse battery", isNew: true)
            .signIn(in: first, on: web.server)
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"], action: "password")
        try await browser.submit(["password": "wrong horse battery"])
        #expect(await browser.status == .unprocessableContent)
        try await browser.submit(action: "reset")
        try await browser.submit(["code": try #require(try await web.server.mailedCode(to: "ada@example.com"))])
        try await browser.submit(["password": "purple monkey dishwasher"])
        #expect(await browser.redirectParameters[.code] != nil)

        let again = try await web.browser()
        try await ScriptedUser(email: "ada@example.com", password: "purple monkey dishwasher")
            .signIn(in: again, on: web.server)
        #expect(await again.redirectParameters[.code] != nil)
    }

    private func dictionary(_ parameters: Parameters) -> [String: String] {
        Dictionary(parameters.elements.map { ($0.name, $0.value) }) { first, _ in first }
    }
}
