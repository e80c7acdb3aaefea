import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// RP-Initiated Logout, following the cases of the OpenID certification tests.
@Suite struct EndSessionRoutesTests {
    private static let postLogoutURI = "https://app.example.com/callback"

    private struct SignedInSetup {
        let web: ServerFixture
        let browser: ScriptedBrowser
        let hint: String
    }

    private func signedIn(_ origin: ClientOrigin? = nil) async throws -> SignedInSetup {
        let web = try await ServerFixture { $0.origin = origin }
        let browser = try await web.signedIn()
        return SignedInSetup(
            web: web,
            browser: browser,
            hint: try #require(try await web.tokens(from: browser).idToken).reveal()
        )
    }

    private func logout(_ setup: SignedInSetup, _ parameters: [ParameterName: String?]) async throws {
        await setup.browser.open(try setup.web.url("/oauth2/logout", Parameters(parameters)))
    }

    /// Returns whether the browser is still signed in at the server.
    private func isSignedIn(_ setup: SignedInSetup) async throws -> Bool {
        await setup.browser.open(try setup.web.url("/oauth2/authorize", ServerFixture.authorization([.prompt: "none"])))
        return await setup.browser.redirectParameters[.code] != nil
    }

    @Test func signsOutAndRedirectsWithValidHint() async throws {
        let setup = try await signedIn()
        try await logout(setup, [.idTokenHint: setup.hint, .postLogoutRedirectURI: Self.postLogoutURI, .state: "bye"])
        #expect(await setup.browser.location.absoluteString == Self.postLogoutURI + "?state=bye")
        #expect(try await !isSignedIn(setup))
    }

    /// The hint names a session of the browser, so that the user has signed in to the client.
    @Test func redirectsToClientThatRegisteredItself() async throws {
        let setup = try await signedIn(ClientOrigin(kind: .registration))
        let request: [ParameterName: String?] = [
            .idTokenHint: setup.hint, .postLogoutRedirectURI: Self.postLogoutURI,
        ]
        try await logout(setup, request)
        #expect(await setup.browser.location.absoluteString == Self.postLogoutURI)
        try await logout(setup, request)
        #expect(await setup.browser.heading == "You’re signed out")
    }

    @Test func acceptsExpiredHint() async throws {
        let setup = try await signedIn()
        setup.web.server.clock.advance(by: 100_000)
        try await logout(setup, [.idTokenHint: setup.hint, .postLogoutRedirectURI: Self.postLogoutURI])
        #expect(await setup.browser.location.absoluteString == Self.postLogoutURI)
        #expect(try await !isSignedIn(setup))
    }

    @Test func showsPageWithoutPostLogoutRedirectURI() async throws {
        for state in [nil, "bye"] as [String?] {
            let setup = try await signedIn()
            try await logout(setup, [.idTokenHint: setup.hint, .state: state])
            #expect(await setup.browser.heading == "You’re signed out")
            #expect(await setup.browser.page.contains("You may still be signed in to some apps."))
            #expect(try await !isSignedIn(setup))
        }
    }

    @Test func asksForConfirmationWithoutHint() async throws {
        for parameters in [
            [:], [.state: "bye"], [.clientID: "app"], [.clientID: "app", .postLogoutRedirectURI: Self.postLogoutURI],
        ] as [[ParameterName: String?]] {
            let setup = try await signedIn()
            try await logout(setup, parameters)
            #expect(await setup.browser.heading == "Sign out?")
            #expect(await setup.browser.page.contains("ada@example.com"))
            #expect(try await isSignedIn(setup))
            try await logout(setup, parameters)
            try await setup.browser.submit(action: "continue")
            if parameters[.postLogoutRedirectURI] != nil {
                #expect(await setup.browser.location.absoluteString == Self.postLogoutURI)
            } else {
                #expect(await setup.browser.heading == "You’re signed out")
            }
            #expect(try await !isSignedIn(setup))
        }
    }

    @Test func keepsSessionWhenUserCancels() async throws {
        let setup = try await signedIn()
        try await logout(setup, [.clientID: "app", .postLogoutRedirectURI: Self.postLogoutURI])
        try await setup.browser.submit(action: "cancel")
        #expect(await setup.browser.heading == "You’re still signed in")
        #expect(await !setup.browser.page.contains("still be signed in to some apps"))
        #expect(await setup.browser.status == .ok)
        #expect(try await isSignedIn(setup))
    }

    @Test(arguments: [
        "https://evil.example.com/", postLogoutURI + "?a=b", postLogoutURI + "/", postLogoutURI + "#x",
        "https://shop.example.com/bye",
        "javascript:alert(1)",
    ])
    func signsOutWithoutVisitingUnregisteredURI(uri: String) async throws {
        let setup = try await signedIn()
        try await logout(setup, [.idTokenHint: setup.hint, .postLogoutRedirectURI: uri, .state: "bye"])
        #expect(await !setup.browser.hasLeft)
        #expect(await setup.browser.status == .ok)
        #expect(await setup.browser.heading == "You’re signed out")
        #expect(try await !isSignedIn(setup))
    }

    @Test(arguments: [[.clientID: "app"], [:]] as [[ParameterName: String?]])
    func asksBeforeSigningOutWithUnregisteredURI(parameters: [ParameterName: String?]) async throws {
        let setup = try await signedIn()
        let uri: [ParameterName: String?] = [.postLogoutRedirectURI: "https://evil.example.com/"]
        try await logout(setup, parameters.merging(uri) { $1 })
        #expect(await setup.browser.heading == "Sign out?")
        #expect(try await isSignedIn(setup))
        try await logout(setup, parameters.merging(uri) { $1 })
        try await setup.browser.submit(action: "continue")
        #expect(await !setup.browser.hasLeft)
        #expect(await setup.browser.heading == "You’re signed out")
        #expect(try await !isSignedIn(setup))
    }

    @Test func omitsUnregisteredURIFromContentSecurityPolicy() async throws {
        let setup = try await signedIn()
        for (uri, isNamed) in [("https://evil.example.com/", false), (Self.postLogoutURI, true)] {
            try await logout(setup, [.clientID: "app", .postLogoutRedirectURI: uri])
            #expect(await setup.browser.heading == "Sign out?")
            let policy = await setup.browser.fields[.contentSecurityPolicy]
            let host = try #require(URL(string: uri)?.host())
            #expect(policy?.contains(host) == isNamed)
        }
    }

    @Test func keepsQueryOfRegisteredURIAndAddsState() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        await browser.open(
            try web.url(
                "/oauth2/logout",
                Parameters([
                    .clientID: "web", .postLogoutRedirectURI: "https://shop.example.com/bye?a=b", .state: "x y",
                ])
            )
        )
        try await browser.submit(action: "continue")
        let location = await browser.location.absoluteString
        #expect(location == "https://shop.example.com/bye?a=b&state=x%20y")
    }

    /// MSAL.js sends no client ID.
    @Test func redirectsToURIOfAppUsedInBrowserSession() async throws {
        let setup = try await signedIn()
        try await logout(setup, [.postLogoutRedirectURI: Self.postLogoutURI, .state: "bye"])
        #expect(await setup.browser.heading == "Sign out?")
        #expect(await setup.browser.page.contains("ada@example.com"))
        try await setup.browser.submit(action: "continue")
        #expect(await setup.browser.location.absoluteString == Self.postLogoutURI + "?state=bye")
        #expect(try await !isSignedIn(setup))
    }

    @Test func showsPageForURIOfAppNotUsedInBrowserSession() async throws {
        let setup = try await signedIn()
        try await logout(setup, [.postLogoutRedirectURI: "https://shop.example.com/bye"])
        try await setup.browser.submit(action: "continue")
        #expect(await !setup.browser.hasLeft)
        #expect(await setup.browser.heading == "You’re signed out")
        #expect(try await !isSignedIn(setup))
    }

    @Test func showsPageForURIWithoutClientOrSession() async throws {
        let setup = try await signedIn()
        await setup.browser.forgetCookies()
        try await logout(setup, [.postLogoutRedirectURI: Self.postLogoutURI])
        #expect(await !setup.browser.hasLeft)
        #expect(await setup.browser.heading == "You’re signed out")
    }

    @Test(arguments: ["garbage", "modified", "longer", "long"])
    func asksWhenHintCannotBeVerified(kind: String) async throws {
        let setup = try await signedIn()
        let parts = setup.hint.split(separator: ".")
        let hint =
            switch kind {
            case "modified": "\(parts[0]).\(Base64URL.encode(Data("{}".utf8))).\(parts[2])"
            case "longer": setup.hint + "x"
            case "long": String(repeating: "x", count: 12_000)
            default: kind
            }
        let parameters: [ParameterName: String?] = [.idTokenHint: hint, .postLogoutRedirectURI: Self.postLogoutURI]
        try await logout(setup, parameters)
        #expect(await setup.browser.heading == "Sign out?")
        #expect(try await isSignedIn(setup))
        try await logout(setup, parameters)
        try await setup.browser.submit(action: "continue")
        #expect(await setup.browser.location.absoluteString == Self.postLogoutURI)
        #expect(try await !isSignedIn(setup))
    }

    @Test(arguments: [
        "client_id=app&client_id=web", "client_id=unknown", "state=a&state=b", "ui_locales=%01",
        "post_logout_redirect_uri=/bye", "post_logout_redirect_uri=a&post_logout_redirect_uri=b",
    ])
    func asksWhenParameterCannotBeRead(query: String) async throws {
        let setup = try await signedIn()
        await setup.browser.open(try #require(URL(string: "https://login.example.com/oauth2/logout?" + query)))
        #expect(await setup.browser.heading == "Sign out?")
        try await setup.browser.submit(action: "continue")
        #expect(await setup.browser.heading == "You’re signed out")
        #expect(try await !isSignedIn(setup))
    }

    @Test func asksWhenHintBelongsToAnotherClientThanTheOneNamed() async throws {
        let setup = try await signedIn()
        try await logout(
            setup,
            [.idTokenHint: setup.hint, .clientID: "web", .postLogoutRedirectURI: Self.postLogoutURI]
        )
        #expect(await setup.browser.heading == "Sign out?")
        #expect(try await isSignedIn(setup))
        try await logout(
            setup,
            [.idTokenHint: setup.hint, .clientID: "web", .postLogoutRedirectURI: Self.postLogoutURI]
        )
        try await setup.browser.submit(action: "continue")
        #expect(await !setup.browser.hasLeft)
        #expect(try await !isSignedIn(setup))
    }

    @Test func asksForConfirmationWhenHintNamesAnotherUser() async throws {
        let setup = try await signedIn()
        let other = try await setup.web.browser()
        try await ScriptedUser(email: "bob@example.com").signIn(in: other, on: setup.web.server)
        let otherSetup = SignedInSetup(web: setup.web, browser: other, hint: setup.hint)
        try await logout(otherSetup, [.idTokenHint: setup.hint])
        #expect(await other.heading == "Sign out?")
        #expect(await other.page.contains("bob@example.com"))
        #expect(try await isSignedIn(otherSetup))
    }

    @Test func redirectsUserWithoutSession() async throws {
        let setup = try await signedIn()
        await setup.browser.forgetCookies()
        try await logout(setup, [.idTokenHint: setup.hint, .postLogoutRedirectURI: Self.postLogoutURI, .state: "bye"])
        #expect(await setup.browser.location.absoluteString == Self.postLogoutURI + "?state=bye")
    }

    @Test func acceptsPostedRequest() async throws {
        let setup = try await signedIn()
        await setup.browser.post(
            ["id_token_hint": setup.hint, "post_logout_redirect_uri": Self.postLogoutURI],
            to: try setup.web.url("/oauth2/logout")
        )
        #expect(await setup.browser.location.absoluteString == Self.postLogoutURI)
        #expect(try await !isSignedIn(setup))
        let foreign = await setup.web.post("/oauth2/logout", Parameters([.clientID: "app"]))
        #expect(foreign.status == .seeOther)
        #expect(foreign.fields[.location] == "/oauth2/logout?client_id=app")
    }

    @Test func rejectsConfirmationFromAnotherSite() async throws {
        let setup = try await signedIn()
        for token in ["", "wrong"] {
            await setup.browser.post(
                ["flow": "client_id=app", "csrf": token, "action": "continue"],
                to: try setup.web.url("/oauth2/logout/confirm")
            )
            #expect(await setup.browser.status == .gone)
        }
        #expect(try await isSignedIn(setup))
    }

    @Test func rejectsModifiedConfirmationForm() async throws {
        let setup = try await signedIn()
        try await logout(setup, [.clientID: "app"])
        var values = try #require(await setup.browser.forms.last?.values)
        values["flow"] = "client_id=app&post_logout_redirect_uri=https%3A%2F%2Fapp.example.com%2Fcallback"
        await setup.browser.post(values, to: try setup.web.url("/oauth2/logout/confirm"))
        #expect(await setup.browser.status == .gone)
        #expect(try await isSignedIn(setup))
    }

    @Test func asksAgainAboutAccountThatIsNotSignedIn() async throws {
        let setup = try await signedIn()
        try await logout(setup, [.clientID: "app", .postLogoutRedirectURI: Self.postLogoutURI])
        var values = try #require(await setup.browser.forms.last?.values)
        values["account"] = "unknown"
        await setup.browser.post(values, to: try setup.web.url("/oauth2/logout/confirm"))
        #expect(await setup.browser.heading == "Sign out?")
        #expect(await setup.browser.page.contains("ada@example.com"))
        #expect(try await isSignedIn(setup))
    }

    @Test func confirmsSignOutOfBrowserWithoutAccounts() async throws {
        let setup = try await signedIn()
        try await logout(setup, [.clientID: "app"])
        var values = try #require(await setup.browser.forms.last?.values)
        values["account"] = "unknown"
        try await setup.browser.submit(action: "continue")
        await setup.browser.post(values, to: try setup.web.url("/oauth2/logout/confirm"))
        #expect(await setup.browser.heading == "You’re signed out")
    }

    @Test func revokesBrowserBoundTokensOnSignOut() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        let tokens = try await web.tokens(from: browser)
        await browser.open(
            try web.url("/oauth2/logout", Parameters([.idTokenHint: try #require(tokens.idToken).reveal()]))
        )
        let response = await web.send(
            .get,
            "/oauth2/userinfo",
            fields: [.authorization: "Bearer \(tokens.accessToken.reveal())"]
        )
        #expect(response.status == .unauthorized)
    }

    @Test func invalidatesAuthorizationCodesOnSignOut() async throws {
        let setup = try await signedIn()
        await setup.browser.open(try setup.web.url("/oauth2/authorize", ServerFixture.authorization()))
        let code = try #require(await setup.browser.redirectParameters[.code])
        try await logout(setup, [.idTokenHint: setup.hint])
        let response = await setup.web.post(
            "/oauth2/token",
            Parameters([
                .grantType: "authorization_code", .code: code, .redirectURI: ServerFixture.callback, .clientID: "app",
                .codeVerifier: ServerFixture.verifier.secret.reveal(),
            ])
        )
        #expect(response.error?.code == .invalidGrant)
    }
}
