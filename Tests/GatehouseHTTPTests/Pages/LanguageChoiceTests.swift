import Foundation
import GatehouseHTTP
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// `ui_locales` applies to one flow; only the user's choice is stored.
@Suite struct LanguageChoiceTests {
    private static let cookie = "__Host-gatehouse-language"

    @Test func limitsUILocalesToItsFlow() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser(opening: ServerFixture.authorization([.uiLocales: "de"]))
        #expect(await browser.page.contains("<html lang=\"de\""))
        // Three more pages: a form post response, an error and the sign-out page.
        await browser.open(
            try web.url(
                "/oauth2/authorize",
                ServerFixture.authorization([.uiLocales: "de", .prompt: "none", .responseMode: "form_post"])
            )
        )
        await browser.open(
            try web.url("/oauth2/authorize", ServerFixture.authorization([.uiLocales: "de", .clientID: "unknown"]))
        )
        #expect(await browser.page.contains("<html lang=\"en\""))
        await browser.open(try web.url("/oauth2/logout", Parameters([.uiLocales: "de"])))
        #expect(await browser.page.contains("<html lang=\"de\""))
        #expect(await browser.cookie(Self.cookie) == nil)
        await browser.open(try web.url("/device"))
        #expect(await browser.page.contains("<html lang=\"en\""))
    }

    @Test func keepsTypedValues() async throws {
        let web = try await ServerFixture {
            $0.attributes = [
                ClientAttribute(name: "given_name", isRequired: true), ClientAttribute(name: "news", kind: .boolean),
            ]
        }
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@exam"], pressing: ("language", "de"))
        #expect(await browser.heading == "Anmelden")
        #expect(await browser.status == .ok)
        #expect(await browser.forms.last?.values["email"] == "ada@exam")
        #expect(await browser.problems == [])
        #expect(await browser.cookie(Self.cookie) == "de")
        #expect(try await web.server.mailCount == 0)
        try await browser.submit(["email": "ada@example.com"])
        let code = try #require(try await web.server.mailedCode(to: "ada@example.com"))
        try await browser.submit(["code": code], pressing: ("language", "ja"))
        #expect(await browser.page.contains("<html lang=\"ja\""))
        #expect(await !browser.page.contains(code))
        try await browser.submit(["code": code])
        let typed = ["attribute.given_name": "Ada", "attribute.news": "true"]
        try await browser.submit(typed, pressing: ("language", "en"))
        #expect(await browser.forms.last?.values.filter { typed.keys.contains($0.key) } == typed)
    }

    @Test func discardsPassword() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"], action: "password")
        try await browser.submit(["password": "my secret password"], pressing: ("language", "de"))
        #expect(await browser.page.contains("<html lang=\"de\""))
        #expect(await !browser.page.contains("my secret password"))
    }

    @Test func requiresFormToken() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        var values = try #require(await browser.forms.last?.values)
        values.merge(["csrf": "forged", "language": "de", "email": "eve@example.com"]) { $1 }
        await browser.post(values, to: try web.url("/sign-in"))
        #expect(await browser.status == .unprocessableContent)
        #expect(await !browser.page.contains("eve@example.com"))
    }

    @Test func appliesToDevicePage() async throws {
        let web = try await ServerFixture()
        let browser = ScriptedBrowser(on: web.server)
        await browser.open(try web.url("/device"))
        try await browser.submit(["user-code": "BCDF"], pressing: ("language", "de"))
        #expect(await browser.page.contains("<html lang=\"de\""))
        #expect(await browser.forms.last?.values["user-code"] == "BCDF")
    }

    @Test func appliesToSignOutPage() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        await browser.open(try web.url("/oauth2/logout"))
        let heading = await browser.heading
        try await browser.submit(pressing: ("language", "de"))
        #expect(await browser.heading == "Abmelden?")
        #expect(heading == "Sign out?")
        try await browser.submit(action: "continue")
        #expect(await browser.page.contains("<html lang=\"de\""))
    }

    @Test func prefersUsersChoiceOverUILocales() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        try await browser.submit(pressing: (PageInput.language.rawValue, "ja"))
        #expect(await browser.cookie(Self.cookie) == "ja")
        for path in ["/oauth2/authorize", "/oauth2/logout"] {
            await browser.open(try web.url(path, ServerFixture.authorization([.uiLocales: "de"])))
            #expect(await browser.page.contains("<html lang=\"ja\""))
        }
        #expect(await browser.cookie(Self.cookie) == "ja")
    }
}
