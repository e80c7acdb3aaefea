import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The rules that all pages of the account share.
@Suite struct AccountRoutesTests {
    static let pages: [String: String] = [
        "/account": "Personal details", "/account/security": "Sign-in and security",
        "/account/security/password": "Change your password", "/account/addresses": "Email and phone",
        "/account/sessions": "Where you’re signed in", "/account/apps": "Connected apps",
        "/account/activity": "Activity", "/account/data": "Your data", "/account/delete": "Delete your account",
    ]
    static let forms = pages.keys.filter { !["/account/security", "/account/activity"].contains($0) }.sorted()

    @Test(arguments: pages.keys.sorted()) func signsInAndReturnsToPage(path: String) async throws {
        let ada = try await AccountPageFixture(at: path)
        #expect(await ada.browser.location.path() == path)
        #expect(await ada.browser.status == .ok)
        #expect(await ada.browser.heading == Self.pages[path])
        #expect(await ada.browser.page.contains("Ada Lovelace"))
        let fields = await ada.browser.fields
        #expect(fields[.cacheControl] == "no-store")
        #expect(fields[.contentSecurityPolicy]?.contains("form-action 'self';") == true)
    }

    @Test func statesReasonForSignIn() async throws {
        let web = try await ServerFixture()
        let browser = ScriptedBrowser(on: web.server)
        await browser.open(try web.url("/account/apps"))
        #expect(await browser.heading == "Sign in")
        #expect(await browser.page.contains("to manage your account"))
        #expect(await browser.page.contains("Create an account"))
    }

    @Test(arguments: ["/account/security/password", "/account/delete"])
    func requiresRecentSignInToShowForm(path: String) async throws {
        let ada = try await AccountPageFixture()
        ada.age()
        try await ada.open(path)
        #expect(await ada.browser.heading == "Confirm it’s you")
        #expect(await ada.browser.page.contains("more than 10 minutes ago"))
        #expect(await !ada.browser.page.contains("Create an account"))
        #expect(await ada.browser.value("email") == AccountPageFixture.email)
        try await ada.signIn(to: ada.browser)
        #expect(await ada.browser.heading == Self.pages[path])
    }

    @Test(arguments: ["/account", "/account/security", "/account/sessions", "/account/activity", "/account/addresses"])
    func showsPageAfterOldSignIn(path: String) async throws {
        let ada = try await AccountPageFixture()
        ada.age()
        try await ada.open(path)
        #expect(await ada.browser.heading == Self.pages[path])
    }

    @Test(arguments: forms, [nil, "", "wrong"])
    func rejectsFormWithoutToken(path: String, token: String?) async throws {
        let ada = try await AccountPageFixture(at: path)
        let before = try await ada.account()
        try await ada.post(["csrf": token, "confirmation": "true", "email": "new@example.com"], to: path)
        #expect(await ada.browser.status == .unprocessableContent)
        #expect(await ada.browser.heading == Self.pages[path])
        #expect(await ada.browser.problems.contains("This page is out of date. Try again."))
        #expect(try await ada.account() == before)
    }

    /// A form that was open when another user signed in would change the other account.
    @Test func rejectsFormOfAnotherSession() async throws {
        let ada = try await AccountPageFixture(at: "/account/delete")
        let form = try #require(await ada.browser.forms.last?.values)
        try await ada.server.users.add(email: "eve@example.com")
        try await ada.browser.submit(action: "signOut")
        try await ada.open("/account/delete")
        try await ada.signIn(to: ada.browser, as: "eve@example.com")
        await ada.browser.post(
            form.merging(["confirmation": "true"]) { $1 },
            to: try ada.web.url("/account/delete")
        )
        #expect(await ada.browser.status == .unprocessableContent)
        #expect(try await ada.account("eve@example.com").deletion == nil)
        #expect(try await ada.account().deletion == nil)
    }

    @Test(arguments: forms) func startsSignInForFormWithoutSession(path: String) async throws {
        let ada = try await AccountPageFixture(at: path)
        let before = try await ada.account()
        let form = try #require(await ada.browser.forms.last?.values)
        try await ada.browser.submit(action: "signOut")
        await ada.browser.post(form.merging(["confirmation": "true"]) { $1 }, to: try ada.web.url(path))
        #expect(await ada.browser.heading == "Sign in")
        #expect(try await ada.account() == before)
        try await ada.signIn(to: ada.browser)
        #expect(await ada.browser.location.path() == path)
    }

    /// The browser withholds its cookies, and an answer to them would replace those of the user's own pages.
    @Test(arguments: forms) func discardsFormOfAnotherSite(path: String) async throws {
        let ada = try await AccountPageFixture()
        let response = await ada.web.send(
            .post,
            path,
            fields: [.contentType: "application/x-www-form-urlencoded"],
            body: Data("email=eve%40example.net&attribute.given_name=Eve".utf8)
        )
        #expect(response.status == .seeOther)
        #expect(response.fields[.location] == path)
        #expect(response.fields[values: .setCookie].isEmpty)
    }

    @Test(arguments: ["/account", "/account/addresses"])
    func showsNoValuesOfAnotherSiteAfterSignIn(path: String) async throws {
        let ada = try await AccountPageFixture()
        let browser = ScriptedBrowser(on: ada.server)
        await browser.post(
            ["email": "eve@example.net", "attribute.given_name": "Eve"],
            to: try ada.web.url(path)
        )
        #expect(await browser.heading == "Sign in")
        try await ada.signIn(to: browser)
        #expect(await browser.location.path() == path)
        let page = await browser.page
        #expect(!page.contains("eve@example.net") && !page.contains("\"Eve\""))
    }

    @Test func signsInAgainAfterAccountIsDisabled() async throws {
        let ada = try await AccountPageFixture()
        let account = try await ada.account()
        try await ada.server.store.commit(account.changes(disabling: true, at: ada.server.clock.now))
        try await ada.open("/account")
        #expect(await ada.browser.heading == "Sign in")
    }

    @Test func signsOut() async throws {
        let ada = try await AccountPageFixture()
        try await ada.browser.submit(action: "signOut")
        #expect(await ada.browser.heading == "You’re signed out")
        try await ada.open("/account")
        #expect(await ada.browser.heading == "Sign in")
    }

    /// The other account is not asked for: its user did not press the button.
    @Test func offersRemainingAccountsAfterSignOutOfOne() async throws {
        let ada = try await AccountPageFixture()
        try await ada.server.users.add(email: "eve@example.com")
        try await ada.open("/account/switch")
        try await ada.browser.submit(action: "otherAccount")
        try await ada.signIn(to: ada.browser, as: "eve@example.com")
        try await ada.browser.submit(action: "signOut")
        #expect(await ada.browser.heading == "Choose an account")
        #expect(await ada.browser.page.contains("ada@example.com"))
        #expect(await !ada.browser.page.contains("eve@example.com"))
    }

    @Test func keepsSessionOnSignOutWithoutToken() async throws {
        let ada = try await AccountPageFixture()
        await ada.browser.post(["flow": "account", "csrf": "wrong"], to: try ada.web.url("/account/sign-out"))
        #expect(await ada.browser.heading == "Personal details")
    }

    @Test func ignoresNoticeOfAnotherSite() async throws {
        let ada = try await AccountPageFixture()
        try await ada.open("/account/security?state=notice%3Dmessage.passwordRemoved&csrf=forged")
        #expect(await ada.browser.heading == "Sign-in and security")
        #expect(await ada.notice == nil)
    }

    @Test(arguments: ["", "/auth"]) func showsHomePageWithWayToAccount(path: String) async throws {
        let web = try await ServerFixture(issuer: "https://login.example.com" + path)
        // Without the mailbox of development mode.
        let service = HTTPService(server: web.server.identity)
        for target in Set([path + "/", path.isEmpty ? "/" : path]) {
            let request = HTTPRequest(method: .get, scheme: "https", authority: "login.example.com", path: target)
            let response = await service.answer(request, body: Data(), address: "198.51.100.7")
            #expect(response.status == .ok)
            #expect(response.text.contains("<h1>Welcome to login.example.com</h1>"))
            #expect(response.text.contains("href=\"\(path)/account\""))
        }
    }

    @Test(arguments: ["", "/auth"]) func redirectsPasswordManagersToPasswordForm(path: String) async throws {
        let web = try await ServerFixture(issuer: "https://login.example.com" + path)
        let response = await web.send(.get, "/.well-known/change-password")
        #expect(response.status == .found)
        #expect(response.fields[.location] == path + "/account/security/password")
    }

    @Test func redirectsBelowIssuerPath() async throws {
        let ada = try await AccountPageFixture(at: "/account/addresses", issuer: "https://login.example.com/auth")
        #expect(await ada.browser.location.path() == "/auth/account/addresses")
        try await ada.browser.submit(["email": "new@example.com"], action: "continue")
        #expect(await ada.browser.location.path() == "/auth/account/addresses")
        #expect(await ada.notice == "We sent you a code. Enter it below.")
    }

    @Test func leadsFromExpiredSignInToAccount() async throws {
        let web = try await ServerFixture()
        let browser = ScriptedBrowser(on: web.server)
        await browser.open(try web.url("/account"))
        let page = await browser.location
        web.server.clock.advance(by: web.server.identity.settings.lifetimes.flow + 1)
        await browser.open(page)
        #expect(await browser.heading == "This page has expired")
        #expect(await browser.page.contains("href=\"/account\""))
    }
}
