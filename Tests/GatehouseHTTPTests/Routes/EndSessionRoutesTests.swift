import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// RP-initiated logout, case by case as the OpenID certification tests have it.
@Suite struct EndSessionRoutesTests {
    private static let bye = "https://app.example.com/callback"

    private struct SignedIn {
        let web: Web
        let browser: ScriptedBrowser
        let hint: String
    }

    private func signedIn() async throws -> SignedIn {
        let web = try await Web()
        let browser = try await web.signedIn()
        return SignedIn(
            web: web,
            browser: browser,
            hint: try #require(try await web.tokens(from: browser).idToken).reveal()
        )
    }

    private func logout(_ place: SignedIn, _ parameters: [ParameterName: String?]) async throws {
        await place.browser.open(try place.web.url("/oauth2/logout", Parameters(parameters)))
    }

    /// Whether the browser is still signed in at the server.
    private func isSignedIn(_ place: SignedIn) async throws -> Bool {
        await place.browser.open(try place.web.url("/oauth2/authorize", Web.authorization([.prompt: "none"])))
        return await place.browser.answer[.code] != nil
    }

    @Test func theClientsOwnPersonIsSignedOutAndSentBack() async throws {
        let place = try await signedIn()
        try await logout(place, [.idTokenHint: place.hint, .postLogoutRedirectURI: Self.bye, .state: "bye"])
        #expect(await place.browser.location.absoluteString == Self.bye + "?state=bye")
        #expect(try await !isSignedIn(place))
    }

    @Test func anExpiredHintIsStillAHint() async throws {
        let place = try await signedIn()
        place.web.server.clock.advance(by: 100_000)
        try await logout(place, [.idTokenHint: place.hint, .postLogoutRedirectURI: Self.bye])
        #expect(await place.browser.location.absoluteString == Self.bye)
        #expect(try await !isSignedIn(place))
    }

    @Test func withoutAnAddressToReturnToThereIsAPage() async throws {
        for state in [nil, "bye"] as [String?] {
            let place = try await signedIn()
            try await logout(place, [.idTokenHint: place.hint, .state: state])
            #expect(await place.browser.heading == "You are signed out")
            #expect(await place.browser.page.contains("may stay signed in until you sign out there."))
            #expect(try await !isSignedIn(place))
        }
    }

    @Test func withoutAHintThePersonIsAsked() async throws {
        for parameters in [
            [:], [.state: "bye"], [.clientID: "app"], [.clientID: "app", .postLogoutRedirectURI: Self.bye],
        ] as [[ParameterName: String?]] {
            let place = try await signedIn()
            try await logout(place, parameters)
            #expect(await place.browser.heading == "Sign out?")
            #expect(await place.browser.page.contains("ada@example.com"))
            #expect(try await isSignedIn(place))
            try await logout(place, parameters)
            try await place.browser.submit(action: "continue")
            if parameters[.postLogoutRedirectURI] != nil {
                #expect(await place.browser.location.absoluteString == Self.bye)
            } else {
                #expect(await place.browser.heading == "You are signed out")
            }
            #expect(try await !isSignedIn(place))
        }
    }

    @Test func whoWouldRatherStayStays() async throws {
        let place = try await signedIn()
        try await logout(place, [.clientID: "app", .postLogoutRedirectURI: Self.bye])
        try await place.browser.submit(action: "cancel")
        #expect(await place.browser.heading == "You are still signed in")
        #expect(await !place.browser.page.contains("may stay signed in"))
        #expect(await place.browser.status == .ok)
        #expect(try await isSignedIn(place))
    }

    @Test(arguments: [
        "https://evil.example.com/", bye + "?a=b", bye + "/", bye + "#x", "https://shop.example.com/bye",
        "javascript:alert(1)",
    ])
    func signsOutWithoutVisitingUnregisteredURI(uri: String) async throws {
        let place = try await signedIn()
        try await logout(place, [.idTokenHint: place.hint, .postLogoutRedirectURI: uri, .state: "bye"])
        #expect(await !place.browser.hasLeft)
        #expect(await place.browser.status == .ok)
        #expect(await place.browser.heading == "You are signed out")
        #expect(try await !isSignedIn(place))
    }

    @Test(arguments: [[.clientID: "app"], [:]] as [[ParameterName: String?]])
    func asksBeforeSigningOutWithUnregisteredURI(parameters: [ParameterName: String?]) async throws {
        let place = try await signedIn()
        let uri: [ParameterName: String?] = [.postLogoutRedirectURI: "https://evil.example.com/"]
        try await logout(place, parameters.merging(uri) { $1 })
        #expect(await place.browser.heading == "Sign out?")
        #expect(try await isSignedIn(place))
        try await logout(place, parameters.merging(uri) { $1 })
        try await place.browser.submit(action: "continue")
        #expect(await !place.browser.hasLeft)
        #expect(await place.browser.heading == "You are signed out")
        #expect(try await !isSignedIn(place))
    }

    @Test func contentSecurityPolicyNamesNoUnregisteredURI() async throws {
        let place = try await signedIn()
        for (uri, isNamed) in [("https://evil.example.com/", false), (Self.bye, true)] {
            try await logout(place, [.clientID: "app", .postLogoutRedirectURI: uri])
            #expect(await place.browser.heading == "Sign out?")
            let policy = await place.browser.fields[.contentSecurityPolicy]
            let host = try #require(URL(string: uri)?.host())
            #expect(policy?.contains(host) == isNamed)
        }
    }

    @Test func aRegisteredAddressWithAQueryKeepsItAndGetsTheState() async throws {
        let web = try await Web()
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

    /// MSAL.js names no client.
    @Test func returnsToURIOfAppThatBrowserSessionUsed() async throws {
        let place = try await signedIn()
        try await logout(place, [.postLogoutRedirectURI: Self.bye, .state: "bye"])
        #expect(await place.browser.heading == "Sign out?")
        #expect(await place.browser.page.contains("ada@example.com"))
        try await place.browser.submit(action: "continue")
        #expect(await place.browser.location.absoluteString == Self.bye + "?state=bye")
        #expect(try await !isSignedIn(place))
    }

    @Test func staysOnOwnPageForURIOfAppThatBrowserSessionDidNotUse() async throws {
        let place = try await signedIn()
        try await logout(place, [.postLogoutRedirectURI: "https://shop.example.com/bye"])
        try await place.browser.submit(action: "continue")
        #expect(await !place.browser.hasLeft)
        #expect(await place.browser.heading == "You are signed out")
        #expect(try await !isSignedIn(place))
    }

    @Test func staysOnOwnPageForURIWithoutClientOrSession() async throws {
        let place = try await signedIn()
        await place.browser.forgetCookies()
        try await logout(place, [.postLogoutRedirectURI: Self.bye])
        #expect(await !place.browser.hasLeft)
        #expect(await place.browser.heading == "You are signed out")
    }

    @Test(arguments: ["garbage", "modified", "longer", "long"])
    func asksWhenHintCannotBeVerified(kind: String) async throws {
        let place = try await signedIn()
        let parts = place.hint.split(separator: ".")
        let hint =
            switch kind {
            case "modified": "\(parts[0]).\(Base64URL.encode(Data("{}".utf8))).\(parts[2])"
            case "longer": place.hint + "x"
            case "long": String(repeating: "x", count: 12_000)
            default: kind
            }
        let parameters: [ParameterName: String?] = [.idTokenHint: hint, .postLogoutRedirectURI: Self.bye]
        try await logout(place, parameters)
        #expect(await place.browser.heading == "Sign out?")
        #expect(try await isSignedIn(place))
        try await logout(place, parameters)
        try await place.browser.submit(action: "continue")
        #expect(await place.browser.location.absoluteString == Self.bye)
        #expect(try await !isSignedIn(place))
    }

    @Test(arguments: [
        "client_id=app&client_id=web", "client_id=nobody", "state=a&state=b", "ui_locales=%01",
        "post_logout_redirect_uri=/bye", "post_logout_redirect_uri=a&post_logout_redirect_uri=b",
    ])
    func asksWhenParameterCannotBeRead(query: String) async throws {
        let place = try await signedIn()
        await place.browser.open(try #require(URL(string: "https://login.example.com/oauth2/logout?" + query)))
        #expect(await place.browser.heading == "Sign out?")
        try await place.browser.submit(action: "continue")
        #expect(await place.browser.heading == "You are signed out")
        #expect(try await !isSignedIn(place))
    }

    @Test func asksWhenHintBelongsToAnotherClientThanTheOneNamed() async throws {
        let place = try await signedIn()
        try await logout(place, [.idTokenHint: place.hint, .clientID: "web", .postLogoutRedirectURI: Self.bye])
        #expect(await place.browser.heading == "Sign out?")
        #expect(try await isSignedIn(place))
        try await logout(place, [.idTokenHint: place.hint, .clientID: "web", .postLogoutRedirectURI: Self.bye])
        try await place.browser.submit(action: "continue")
        #expect(await !place.browser.hasLeft)
        #expect(try await !isSignedIn(place))
    }

    @Test func aHintAboutSomebodyElseAsksFirst() async throws {
        let place = try await signedIn()
        let other = try await place.web.browser()
        try await ScriptedPerson(email: "bob@example.com").walk(other, on: place.web.server)
        let elsewhere = SignedIn(web: place.web, browser: other, hint: place.hint)
        try await logout(elsewhere, [.idTokenHint: place.hint])
        #expect(await other.heading == "Sign out?")
        #expect(await other.page.contains("bob@example.com"))
        #expect(try await isSignedIn(elsewhere))
    }

    @Test func whoIsNotSignedInIsSentBackAllTheSame() async throws {
        let place = try await signedIn()
        await place.browser.forgetCookies()
        try await logout(place, [.idTokenHint: place.hint, .postLogoutRedirectURI: Self.bye, .state: "bye"])
        #expect(await place.browser.location.absoluteString == Self.bye + "?state=bye")
    }

    @Test func aRequestCanBePosted() async throws {
        let place = try await signedIn()
        await place.browser.post(
            ["id_token_hint": place.hint, "post_logout_redirect_uri": Self.bye],
            to: try place.web.url("/oauth2/logout")
        )
        #expect(await place.browser.location.absoluteString == Self.bye)
        #expect(try await !isSignedIn(place))
        let foreign = await place.web.post("/oauth2/logout", Parameters([.clientID: "app"]))
        #expect(foreign.status == .seeOther)
        #expect(foreign.fields[.location] == "/oauth2/logout?client_id=app")
    }

    @Test func anotherSiteCannotAnswerForThePerson() async throws {
        let place = try await signedIn()
        for token in ["", "wrong"] {
            await place.browser.post(
                ["flow": "client_id=app", "csrf": token, "action": "continue"],
                to: try place.web.url("/oauth2/logout/confirm")
            )
            #expect(await place.browser.status == .gone)
        }
        #expect(try await isSignedIn(place))
    }

    @Test func theFormThatWasShownCannotBeChanged() async throws {
        let place = try await signedIn()
        try await logout(place, [.clientID: "app"])
        var values = try #require(await place.browser.forms.last?.values)
        values["flow"] = "client_id=app&post_logout_redirect_uri=https%3A%2F%2Fapp.example.com%2Fcallback"
        await place.browser.post(values, to: try place.web.url("/oauth2/logout/confirm"))
        #expect(await place.browser.status == .gone)
        #expect(try await isSignedIn(place))
    }

    @Test func aSignOutEndsTheTokensThatLiveWithTheBrowserSession() async throws {
        let web = try await Web()
        let browser = try await web.signedIn()
        let tokens = try await web.tokens(from: browser)
        await browser.open(
            try web.url("/oauth2/logout", Parameters([.idTokenHint: try #require(tokens.idToken).reveal()]))
        )
        let answer = await web.send(
            .get,
            "/oauth2/userinfo",
            [.authorization: "Bearer \(tokens.accessToken.reveal())"]
        )
        #expect(answer.status == .unauthorized)
    }

    @Test func aCodeThatWasOnItsWayIsWorthNothingAfterTheSignOut() async throws {
        let place = try await signedIn()
        await place.browser.open(try place.web.url("/oauth2/authorize", Web.authorization()))
        let code = try #require(await place.browser.answer[.code])
        try await logout(place, [.idTokenHint: place.hint])
        let answer = await place.web.post(
            "/oauth2/token",
            Parameters([
                .grantType: "authorization_code", .code: code, .redirectURI: Web.callback, .clientID: "app",
                .codeVerifier: Web.verifier.secret.reveal(),
            ])
        )
        #expect(answer.error?.code == .invalidGrant)
    }
}
