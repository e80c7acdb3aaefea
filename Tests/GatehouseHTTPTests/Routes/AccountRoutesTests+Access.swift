import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The pages `/account/sessions` and `/account/apps`.
@Suite struct AccountAccessRoutesTests {
    private static let sessions = "/account/sessions"
    private static let apps = "/account/apps"

    /// Signs Ada in at another browser.
    private func otherBrowser(
        of ada: AccountPageFixture,
        email: String = AccountPageFixture.email
    ) async throws
        -> ScriptedBrowser
    {
        ada.server.clock.advance(by: 60)
        let other = ScriptedBrowser(on: ada.server)
        await other.open(try ada.web.url("/account"))
        try await ada.signIn(to: other, as: email)
        return other
    }

    /// Allows the app to use the account, and redeems its code.
    private func connectApp(_ ada: AccountPageFixture) async throws -> TokenResponse {
        await ada.browser.open(try ada.web.url("/oauth2/authorize", ServerFixture.authorization()))
        if await ada.browser.heading == "Allow Example App to use your account?" {
            try await ada.browser.submit(action: "continue")
        }
        return try await ada.web.tokens(from: ada.browser)
    }

    private func session(_ secret: ScriptedBrowser) async throws -> String {
        await secret.open(try #require(URL(string: "https://login.example.com" + Self.sessions)))
        return try #require(
            await secret.page.firstMatch(of: /name="item" value="(b-[^"]+)"/).map { String($0.output.1) }
        )
    }

    @Test func listsBrowsersAndApps() async throws {
        let ada = try await AccountPageFixture()
        _ = try await otherBrowser(of: ada)
        _ = try await connectApp(ada)
        try await ada.open(Self.sessions)
        let page = await ada.browser.page
        #expect(page.matches(of: /<li class="row">/).count == 3)
        #expect(page.contains("Example App") && page.contains("This browser"))
        #expect(page.matches(of: /value="end"/).count == 2)
    }

    @Test func showsLastUsedOfManySessions() async throws {
        let ada = try await AccountPageFixture()
        _ = try await connectApp(ada)
        let store = ada.server.store
        let account = try #require(try await store.account(.email, AccountPageFixture.email)).id
        let now = ada.server.clock.now
        try await store.commit(
            (1...AccountSessionsPage.maximumCount).map { number in
                .session(
                    .insert(
                        Session(
                            id: Session.ID("session-\(number)"),
                            accountID: account,
                            clientID: "app",
                            browserSessionID: nil,
                            scopes: [.openid],
                            isOffline: true,
                            salt: Data(),
                            authentication: Authentication([], at: now),
                            claims: nil,
                            device: DeviceDescription(userAgent: "Device \(number).", address: nil),
                            createdAt: now - Double(number),
                            expiresAt: now + 3_600
                        )
                    )
                )
            }
        )
        try await ada.open(Self.sessions)
        let page = await ada.browser.page
        #expect(page.matches(of: /<li class="row">/).count == 100)
        #expect(page.contains("Only the 100 sessions used last are shown."))
        #expect(page.contains("Device 98.") && !page.contains("Device 99."))
    }

    @Test func endsSession() async throws {
        let ada = try await AccountPageFixture()
        let other = try await otherBrowser(of: ada)
        try await ada.open(Self.sessions)
        try await ada.browser.submit(action: "end")
        #expect(await ada.notice == "The session was ended.")
        await other.open(try ada.web.url("/account"))
        #expect(await other.heading == "Sign in")
        try await ada.open("/account")
        #expect(await ada.browser.heading == "Personal details")
    }

    @Test func endsSessionOfApp() async throws {
        let ada = try await AccountPageFixture()
        let tokens = try await connectApp(ada)
        try await ada.open(Self.sessions)
        try await ada.browser.submit(action: "end")
        let token = tokens.accessToken.reveal()
        let response = await ada.web.send(.get, "/oauth2/userinfo", fields: [.authorization: "Bearer \(token)"])
        #expect(response.status == .unauthorized)
    }

    @Test func endsAllOtherSessions() async throws {
        let ada = try await AccountPageFixture()
        let others = [try await otherBrowser(of: ada), try await otherBrowser(of: ada)]
        try await ada.open(Self.sessions)
        try await ada.browser.submit(action: "endOthers")
        #expect(await ada.notice == "You’re signed out everywhere else.")
        #expect(await ada.browser.page.contains("You aren’t signed in anywhere else."))
        for other in others {
            await other.open(try ada.web.url("/account"))
            #expect(await other.heading == "Sign in")
        }
    }

    @Test func hidesSessionsOfOtherUsers() async throws {
        let ada = try await AccountPageFixture()
        try await ada.server.users.add(email: "eve@example.com")
        let eve = try await otherBrowser(of: ada, email: "eve@example.com")
        let second = try await otherBrowser(of: ada, email: "eve@example.com")
        let item = try await session(eve)
        try await ada.open(Self.sessions)
        var answers: [String] = []
        for id in [item, "b-unknown", "a-unknown", "x", ""] {
            try await ada.open("/account/delete")
            try await ada.post(["item": id, "action": "end"], to: Self.sessions)
            #expect(await ada.browser.status == .notFound, "\(id)")
            answers.append(await ada.browser.page.replacing(/<code>[^<]*<\/code>/, with: ""))
        }
        #expect(Set(answers).count == 1)
        await second.open(try ada.web.url("/account"))
        #expect(await second.heading == "Personal details")
    }

    @Test func withdrawsConsentAndEndsSessions() async throws {
        let ada = try await AccountPageFixture { $0.skipsConsent = false }
        let tokens = try await connectApp(ada)
        try await ada.open(Self.apps)
        #expect(await ada.browser.page.contains("See your email address"))
        try await ada.browser.submit(action: "withdraw")
        #expect(await ada.notice == "The app’s access was withdrawn.")
        #expect(await ada.browser.page.contains("No app uses your account."))
        let token = tokens.accessToken.reveal()
        let response = await ada.web.send(.get, "/oauth2/userinfo", fields: [.authorization: "Bearer \(token)"])
        #expect(response.status == .unauthorized)
        await ada.browser.open(try ada.web.url("/oauth2/authorize", ServerFixture.authorization()))
        #expect(await ada.browser.heading == "Allow Example App to use your account?")
    }

    @Test(arguments: ["app", "web", "unknown", ""]) func rejectsAppWithoutAccess(id: String) async throws {
        let ada = try await AccountPageFixture(at: Self.apps)
        try await ada.post(["item": id, "action": "withdraw"], to: Self.apps)
        #expect(await ada.browser.status == .notFound)
    }

    @Test func linksConsentPageToApps() async throws {
        let web = try await ServerFixture { $0.skipsConsent = false }
        try await web.server.users.add(email: "ada@example.com")
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"])
        try await browser.submit(["code": try #require(try await web.server.mailedCode(to: "ada@example.com"))])
        #expect(await browser.page.contains("<a href=\"/account/apps\">your account</a>"))
    }

    @Test func requestsOnlyConfirmationForFirstPartyApp() async throws {
        let callback = "com.example.app:/callback"
        let ada = try await AccountPageFixture { $0.redirectURIs = [callback] }
        let request = ServerFixture.authorization([.redirectURI: callback])
        await ada.browser.open(try ada.web.url("/oauth2/authorize", request))
        #expect(await ada.browser.heading == "Continue as ada@example.com to Example App")
        #expect(await !ada.browser.page.contains("See your email address"))
        let page = await ada.browser.location
        try await ada.browser.submit(action: "otherAccount")
        #expect(await ada.browser.heading == "Sign in")
        await ada.browser.open(try ada.web.url("/oauth2/authorize", request))
        #expect(await ada.browser.location != page)
        try await ada.browser.submit(action: "continue")
        #expect(await ada.browser.redirectParameters[.code] != nil)
    }

    @Test func listsScopesIfAppRequiresConsent() async throws {
        let callback = "com.example.app:/callback"
        let ada = try await AccountPageFixture { $0.redirectURIs = [callback] }
        let request = ServerFixture.authorization([.redirectURI: callback, .prompt: "consent"])
        await ada.browser.open(try ada.web.url("/oauth2/authorize", request))
        #expect(await ada.browser.heading == "Allow Example App to use your account?")
    }
}

/// The pages `/account/activity`, `/account/data` and `/account/delete`.
@Suite struct AccountDataRoutesTests {
    @Test func announcesDeletionAtOnceWithoutAddressToSignInWith() async throws {
        let ada = try await AccountPageFixture(at: "/account/delete")
        #expect(await ada.browser.page.contains("You can keep the account by signing in within 14 days."))
        let names = [AccountIdentifier(kind: .username, value: "ada", verifiedAt: ada.server.clock.now)]
        let id = try await ada.account().id
        try await ada.update { $0.identifiers = names }
        try await ada.open("/account/delete")
        #expect(await ada.browser.page.contains("The account is deleted at once."))
        try await ada.browser.submit(["confirmation": "true"], action: "continue")
        #expect(await ada.browser.heading == "Your account is deleted")
        #expect(try await ada.server.store.account(id) == nil)
    }

    @Test func listsEventsNewestFirstOnPages() async throws {
        let ada = try await AccountPageFixture()
        for number in 1...30 {
            ada.server.clock.advance(by: 1)
            await ada.browser.open(try ada.web.url("/account"))
            try await ada.browser.submit(["attribute.name": "Ada \(number)"], action: "continue")
        }
        try await ada.open("/account/activity")
        let first = await ada.browser.page
        #expect(first.matches(of: /<li class="row">/).count == 25)
        #expect(first.contains("Details changed") && !first.contains("Signed in"))
        let older = try #require(first.firstMatch(of: /href="([^"]+)" rel="next"/).map { String($0.output.1) })
        try await ada.open(older)
        let second = await ada.browser.page
        #expect(second.contains("Signed in") && !second.contains("rel=\"next\""))
        #expect(second.contains("href=\"/account/activity\">Newest"))
    }

    @Test func downloadsData() async throws {
        let ada = try await AccountPageFixture(at: "/account/data")
        try await ada.browser.submit(action: "download")
        let fields = await ada.browser.fields
        #expect(fields[.contentType] == "application/json")
        #expect(fields[.contentDisposition] == "attachment; filename=\"account-data.json\"")
        #expect(fields[.cacheControl] == "no-store")
        let export = try JSONDecoder().decode(AccountExport.self, from: Data(await ada.browser.page.utf8))
        #expect(export.account.attributes["name"] == "Ada Lovelace")
        try await ada.open("/account/activity")
        #expect(await ada.browser.page.contains("Data downloaded"))
    }

    @Test func requiresRecentSignInToDownload() async throws {
        let ada = try await AccountPageFixture(at: "/account/data")
        ada.age()
        try await ada.browser.submit(action: "download")
        #expect(await ada.browser.heading == "Confirm it’s you")
        try await ada.signIn(to: ada.browser)
        #expect(await ada.notice == "You’ve signed in again. You can make your change now.")
        try await ada.browser.submit(action: "download")
        #expect(await ada.browser.fields[.contentType] == "application/json")
    }

    @Test func deletesAccountAfterGracePeriod() async throws {
        let ada = try await AccountPageFixture(at: "/account/delete")
        #expect(await ada.browser.page.contains("within 14 days"))
        try await ada.browser.submit(["confirmation": "true"], action: "continue")
        #expect(await ada.browser.heading == "Your account will be deleted")
        #expect(await ada.browser.page.contains("sign in within 14 days"))
        #expect(try await ada.account().deletion != nil)
        #expect(await ada.browser.cookie("__Host-gatehouse-session") == nil)
        try await ada.open("/account")
        #expect(await ada.browser.heading == "Sign in")
    }

    @Test func keepsAccountBySigningIn() async throws {
        let ada = try await AccountPageFixture(at: "/account/delete")
        try await ada.browser.submit(["confirmation": "true"], action: "continue")
        ada.server.clock.advance(by: 60)
        try await ada.open("/account")
        try await ada.signIn(to: ada.browser)
        #expect(await ada.browser.heading == "Keep your account?")
        try await ada.browser.submit(action: "continue")
        #expect(await ada.browser.heading == "Personal details")
        #expect(try await ada.account().deletion == nil)
    }

    @Test func keepsAccountWithoutConfirmation() async throws {
        let ada = try await AccountPageFixture(at: "/account/delete")
        try await ada.browser.submit(action: "continue")
        #expect(await ada.browser.status == .unprocessableContent)
        #expect(await ada.browser.problems.contains("Select the box to continue."))
        #expect(try await ada.account().deletion == nil)
    }

    @Test func requiresRecentSignInToDelete() async throws {
        let ada = try await AccountPageFixture(at: "/account/delete")
        ada.age()
        try await ada.browser.submit(["confirmation": "true"], action: "continue")
        #expect(await ada.browser.heading == "Confirm it’s you")
        try await ada.signIn(to: ada.browser)
        #expect(await ada.browser.heading == "Delete your account")
        #expect(try await ada.account().deletion == nil)
    }
}
