import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Several accounts in one browser, and a browser on a computer that is not the user's.
@Suite struct AccountsInBrowserTests {
    private static let cookie = "__Host-gatehouse-session"
    private let ada = ScriptedUser(email: "ada@example.com")
    private let bob = ScriptedUser(email: "bob@example.com")

    private func open(
        _ changes: [ParameterName: String?],
        in browser: ScriptedBrowser,
        _ web: ServerFixture
    ) async throws {
        await browser.open(try web.url("/oauth2/authorize", ServerFixture.authorization(changes)))
    }

    /// Returns a browser in which Ada and then Bob have signed in, with the ID token of each.
    private func bothSignedIn(
        _ web: ServerFixture
    ) async throws -> (browser: ScriptedBrowser, ada: String, bob: String) {
        let browser = try await web.signedIn()
        let first = try #require(try await web.tokens(from: browser).idToken).reveal()
        try await open([.prompt: "select_account"], in: browser, web)
        try await browser.submit(action: "otherAccount")
        try await bob.signIn(in: browser, on: web.server)
        let second = try #require(try await web.tokens(from: browser).idToken).reveal()
        return (browser, first, second)
    }

    /// Returns the address of the user for whom a request without a page succeeds; `nil` for an error.
    private func answered(
        _ changes: [ParameterName: String?] = [:],
        in browser: ScriptedBrowser,
        _ web: ServerFixture
    ) async throws -> String? {
        try await open(changes.merging([.prompt: "none"]) { $1 }, in: browser, web)
        guard await browser.redirectParameters[.code] != nil else { return nil }
        let response = await web.send(
            .get,
            "/oauth2/userinfo",
            fields: [.authorization: "Bearer \(try await web.tokens(from: browser).accessToken.reveal())"]
        )
        let claims = try JSONDecoder().decode([String: JSONValue].self, from: response.body)
        return claims["email"]?.string
    }

    /// Returns the cookies that a response sets, without their names' prefix, in order.
    private func setCookies(_ fields: HTTPFields) -> [String] {
        fields[values: .setCookie].map { $0.replacing("__Host-gatehouse-", with: "") }
    }

    @Test func keepsBothUsersAndSwitchesBetweenThem() async throws {
        let web = try await ServerFixture()
        let (browser, hintOfAda, hintOfBob) = try await bothSignedIn(web)
        #expect(try await answered(in: browser, web) == bob.email)
        #expect(try await answered([.idTokenHint: hintOfAda], in: browser, web) == ada.email)
        #expect(try await answered([.idTokenHint: hintOfBob], in: browser, web) == bob.email)
        #expect(try await answered([.loginHint: ada.email], in: browser, web) == ada.email)
        // A request without a page leaves the current account as it is.
        #expect(try await answered(in: browser, web) == bob.email)

        try await open([.prompt: "select_account"], in: browser, web)
        #expect(await browser.heading == "Choose an account")
        #expect(await browser.page.contains(ada.email))
        #expect(await browser.page.contains(bob.email))
        try await ada.signIn(in: browser, on: web.server)
        #expect(await browser.redirectParameters[.code] != nil)
        #expect(try await answered(in: browser, web) == ada.email)
    }

    @Test func swapsCookiesOfChosenAccount() async throws {
        let web = try await ServerFixture()
        let (browser, _, _) = try await bothSignedIn(web)
        let (first, second) = (await browser.cookie(Self.cookie), await browser.cookie(Self.cookie + "-1"))
        #expect(first != nil && second != nil && first != second)
        try await open([.prompt: "select_account consent"], in: browser, web)
        try await ada.signIn(in: browser, on: web.server)
        #expect(await browser.cookie(Self.cookie) == second)
        #expect(await browser.cookie(Self.cookie + "-1") == first)
    }

    @Test func setsExactCookiesOfSecondAccount() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        let first = try #require(await browser.cookie(Self.cookie))
        web.server.clock.advance(by: 1_000.5)
        try await open([.prompt: "select_account"], in: browser, web)
        try await browser.submit(action: "otherAccount")
        try await browser.submit(["email": bob.email])
        let code = try #require(try await web.server.mailedCode(to: bob.email))
        var values = try #require(await browser.forms.last?.values)
        values["code"] = code
        let names = ["browser", "session", "device"].map { "__Host-gatehouse-" + $0 }
        var pairs: [String] = []
        for name in names { pairs.append("\(name)=\(try #require(await browser.cookie(name)))") }
        let response = await web.post(
            "/sign-in",
            Parameters(values.map { .init(name: $0.key, value: $0.value) }),
            fields: [.cookie: pairs.joined(separator: "; ")]
        )
        let common = "; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age="
        let set = setCookies(response.fields)
        #expect(set.count == 3)
        #expect(set.first?.wholeMatch(of: /session=[A-Za-z0-9_-]{43}(; .*)/)?.output.1 ?? "" == common + "1209600")
        #expect(set.dropFirst().first == "session-1=\(first)\(common)1208599")
        #expect(set.last == "device=\(try #require(await browser.cookie(names[2])))\(common)31536000")
        #expect(!set[0].contains(first))
    }

    @Test func marksAccountsThatMustSignInAgain() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        web.server.clock.advance(by: 100)
        try await open([.prompt: "select_account"], in: browser, web)
        #expect(await !browser.page.contains("Sign in again"))
        try await open([.prompt: "select_account", .maxAge: "50"], in: browser, web)
        #expect(await browser.page.contains("Sign in again"))
    }

    @Test func rejectsHintsOfOtherUsersWithoutPage() async throws {
        let web = try await ServerFixture()
        let other = try await web.browser()
        try await ScriptedUser(email: "carol@example.com").signIn(in: other, on: web.server)
        let hint = try #require(try await web.tokens(from: other).idToken).reveal()
        let (browser, _, _) = try await bothSignedIn(web)
        try await open([.prompt: "none", .idTokenHint: hint], in: browser, web)
        #expect(await browser.redirectParameters[.error] == "login_required")
        try await open([.prompt: "none", .loginHint: "carol@example.com"], in: browser, web)
        #expect(await browser.redirectParameters[.error] == "account_selection_required")
    }

    @Test func signsOutOnlyUserOfHint() async throws {
        let web = try await ServerFixture()
        let (browser, hintOfAda, hintOfBob) = try await bothSignedIn(web)
        await browser.open(try web.url("/oauth2/logout", Parameters([.idTokenHint: hintOfAda])))
        #expect(await browser.heading == "You’re signed out")
        #expect(await browser.page.contains("still signed in to other accounts"))
        #expect(
            setCookies(await browser.fields) == ["session-1=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0"]
        )
        #expect(try await answered([.idTokenHint: hintOfAda], in: browser, web) == nil)
        #expect(try await answered(in: browser, web) == bob.email)
        await browser.open(try web.url("/oauth2/logout", Parameters([.idTokenHint: hintOfBob])))
        #expect(await !browser.page.contains("still signed in to other accounts"))
        #expect(try await answered(in: browser, web) == nil)
    }

    @Test func makesNextAccountCurrentAfterSignOut() async throws {
        let web = try await ServerFixture()
        let (browser, _, hintOfBob) = try await bothSignedIn(web)
        await browser.open(try web.url("/oauth2/logout", Parameters([.idTokenHint: hintOfBob])))
        #expect(try await answered(in: browser, web) == ada.email)
        // A new sign-in takes the free first slot.
        try await open([.prompt: "login"], in: browser, web)
        try await bob.signIn(in: browser, on: web.server)
        #expect(try await answered(in: browser, web) == bob.email)
        #expect(try await answered([.loginHint: ada.email], in: browser, web) == ada.email)
    }

    @Test func offersToSignOutOfOneAccountOrAll() async throws {
        let web = try await ServerFixture()
        let (browser, hintOfAda, _) = try await bothSignedIn(web)
        let subject = try await web.server.store.account(.email, ada.email)?.id.rawValue
        await browser.open(try web.url("/oauth2/logout"))
        #expect(await browser.heading == "Sign out?")
        #expect(await browser.page.contains("Choose the account to sign out of"))
        let buttons = try #require(await browser.forms.last?.labels)
        let own = try #require(buttons.first { $0.value.contains(ada.email) && $0.value.contains("Sign out") }?.key)
        #expect(own.value == subject)
        try await browser.submit(pressing: (own.name, own.value))
        #expect(try await answered([.idTokenHint: hintOfAda], in: browser, web) == nil)
        #expect(try await answered(in: browser, web) == bob.email)

        try await open([.prompt: "select_account"], in: browser, web)
        try await browser.submit(action: "otherAccount")
        try await ada.signIn(in: browser, on: web.server)
        await browser.open(try web.url("/oauth2/logout"))
        try await browser.submit(action: "signOutAll")
        #expect(await browser.heading == "You’re signed out")
        #expect(try await answered(in: browser, web) == nil)
        await browser.open(try web.url("/oauth2/logout"))
        #expect(await browser.heading == "You’re signed out")
    }

    /// Another tab may have made another account the current one while the page was open.
    @Test func signsOutOfAccountThatPageHasShown() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        await browser.open(try web.url("/oauth2/logout"))
        let form = try #require(await browser.forms.last)
        #expect(await browser.page.contains(ada.email))
        try await open([.prompt: "login"], in: browser, web)
        try await bob.signIn(in: browser, on: web.server)
        await browser.post(form.values, to: try web.url("/oauth2/logout/confirm"))
        #expect(try await answered(in: browser, web) == bob.email)
        #expect(try await answered([.loginHint: ada.email], in: browser, web) == nil)
    }

    @Test func endsWithBrowserOnSharedComputer() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        try await browser.submit(["email": ada.email, "shared-computer": "true"])
        let code = try #require(try await web.server.mailedCode(to: ada.email))
        try await browser.submit(["code": code])
        #expect(await browser.redirectParameters[.code] != nil)
        #expect(await browser.cookie("__Host-gatehouse-device") == nil)
        #expect(try await answered(in: browser, web) == ada.email)
        try await open([.prompt: "login"], in: browser, web)
        #expect(await browser.value("shared-computer") == "true")
        await browser.restart()
        #expect(try await answered(in: browser, web) == nil)

        let own = try await web.signedIn()
        await own.restart()
        #expect(try await answered(in: own, web) == ada.email)
    }

    @Test func setsNoMaximumAgeOnSharedComputer() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        try await browser.submit(["email": ada.email, "shared-computer": "true"])
        var values = try #require(await browser.forms.last?.values)
        values["code"] = try await web.server.mailedCode(to: ada.email)
        let binding = try #require(await browser.cookie("__Host-gatehouse-browser"))
        let response = await web.post(
            "/sign-in",
            Parameters(values.map { .init(name: $0.key, value: $0.value) }),
            fields: [.cookie: "__Host-gatehouse-browser=\(binding)"]
        )
        let set = setCookies(response.fields)
        #expect(set.count == 1)
        #expect(set.first?.wholeMatch(of: /session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure/) != nil)
    }

    @Test func keepsChoiceAboutComputerWithoutScript() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        #expect(await browser.value("shared-computer") == nil)
        // An invalid address and another language show the page again.
        try await browser.submit(["email": "ada", "shared-computer": "true"])
        #expect(await browser.value("shared-computer") == "true")
        try await browser.submit(["email": ada.email], pressing: (PageInput.language.rawValue, "de"))
        #expect(await browser.value("shared-computer") == "true")
        #expect(await browser.page.contains("Das ist nicht mein Computer"))
        try await browser.submit(action: "signUp")
        #expect(await browser.value("shared-computer") == "true")
        try await browser.submit(action: "signIn")
        try await browser.submit(["email": ada.email], action: "password")
        try await browser.submit(action: "back")
        #expect(await browser.value("shared-computer") == "true")
    }

    @Test func readsCookiesOfEightSlotsOnly() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        let secret = try #require(await browser.cookie(Self.cookie))
        let query = ServerFixture.authorization([.prompt: "none"]).formEncoded
        for (name, isRead) in [("-7", true), ("-8", false), ("-0", false), ("", true)] {
            let response = await web.send(
                .get,
                "/oauth2/authorize?" + query,
                fields: [.cookie: "\(Self.cookie)\(name)=\(secret)"]
            )
            #expect(response.fields[.location]?.contains("code=") == isRead, "\(name)")
        }
    }
}
