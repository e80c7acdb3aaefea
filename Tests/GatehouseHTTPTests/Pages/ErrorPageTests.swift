import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct ErrorPageTests {
    private func returnURL(_ browser: ScriptedBrowser) async -> String? {
        await browser.page.firstMatch(of: /<a class="secondary" href="([^"]*)"/).map { HTMLForm.text($0.output.1) }
    }

    private func brand(_ browser: ScriptedBrowser) async -> String? {
        await browser.page.firstMatch(of: /class="brand-name">(?:<bdi>)?([^<]*)/).map { String($0.output.1) }
    }

    @Test func showsRequestedRedirectURIWithoutLinkingToIt() async throws {
        let web = try await ServerFixture { $0.logoURI = "https://images.example.com/logo.png" }
        let browser = try await web.browser(
            opening: ServerFixture.authorization([.redirectURI: ServerFixture.callback + "/other"])
        )
        #expect(await browser.page.contains("<dt><code>redirect_uri</code></dt>"))
        #expect(await browser.page.contains("<code>\(ServerFixture.callback)/other</code>"))
        #expect(await !browser.page.contains("href=\"\(ServerFixture.callback)"))
        #expect(await brand(browser) == "Example App")
        #expect(await browser.page.contains("https://images.example.com/logo.png"))
        #expect(await returnURL(browser) == "https://app.example.com/")

        let long = "https://elsewhere.example.com/" + String(repeating: "x", count: 1_500)
        let other = try await web.browser(opening: ServerFixture.authorization([.redirectURI: long]))
        #expect(await returnURL(other) == "https://app.example.com/")
        let page = await other.page
        #expect(!page.contains("href=\"https://elsewhere"))
        #expect(page.contains("<code>" + long.prefix(512) + "…</code>"))
    }

    @Test(arguments: [
        ["https://a.example.com/x", "https://b.example.com/x"], ["com.example.app:/callback"],
        ["http://127.0.0.1/callback"],
    ])
    func omitsLinkWhenClientSiteIsAmbiguous(uris: [String]) async throws {
        let web = try await ServerFixture { $0.redirectURIs = uris }
        let browser = try await web.browser(opening: ServerFixture.authorization())
        #expect(await browser.status == .badRequest)
        #expect(await returnURL(browser) == nil)
        #expect(await browser.page.contains("data-back"))
    }

    @Test func omitsBrandingOfUnknownClient() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser(opening: ServerFixture.authorization([.clientID: "unknown"]))
        #expect(await brand(browser) == "login.example.com")
        #expect(await returnURL(browser) == nil)
        #expect(await browser.page.contains("<code>unknown</code>"))
    }

    @Test func linksExpiredFlowBackToClient() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        let page = await browser.location
        let otherBrowser = try await web.browser()
        web.server.clock.advance(by: web.server.identity.settings.lifetimes.flow + 1)
        await browser.open(page)
        #expect(await browser.heading == "This page has expired")
        #expect(await brand(browser) == "Example App")
        let response = try #require(await returnURL(browser).flatMap { URL(string: $0) })
        #expect(response.absoluteString.hasPrefix(ServerFixture.callback + "?error=access_denied"))
        #expect(response.query()?.contains("state=state-1") == true)
        // Another browser sees the client's name, and nothing of the request.
        await otherBrowser.open(page)
        #expect(await brand(otherBrowser) == "Example App")
        #expect(await returnURL(otherBrowser) == "https://app.example.com/")
        #expect(await !otherBrowser.page.contains("state-1"))
    }

    @Test func linksToClientSiteAfterFlowIsFinished() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        let page = await browser.location
        try await ScriptedUser(email: "ada@example.com").signIn(in: browser, on: web.server)
        await browser.open(page)
        #expect(await browser.heading == "This page has expired")
        #expect(await returnURL(browser) == "https://app.example.com/")
    }

    @Test func offersLanguageChoice() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser(
            opening: ServerFixture.authorization([.redirectURI: "https://b.example.com/?<b>"])
        )
        for _ in 0..<2 {
            let link = try #require(await browser.page.firstMatch(of: /href="([^"]*language=)de"/)).output.1
            let target = URL(string: HTMLForm.text(link) + "de", relativeTo: await browser.location)
            await browser.open(try #require(target).absoluteURL)
            #expect(await browser.page.contains("<html lang=\"de\""))
            #expect(await browser.location.query()?.matches(of: /language=/).count == 1)
        }
    }

    /// Browsers resolve such a path as a link to another host.
    @Test(arguments: ["//evil.example.com/x", "/\\evil.example.com/x", "//evil.example.com"])
    func omitsLanguageChoiceForAmbiguousPath(path: String) async throws {
        let web = try await ServerFixture()
        let response = await web.send(.get, path, fields: [.accept: "text/html"])
        #expect(response.status == .notFound)
        #expect(!response.text.contains("evil.example.com"))
    }

    @Test func explainsBlockedCookies() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        let page = await browser.location
        await browser.forgetCookies()
        await browser.open(page)
        #expect(await browser.status == .badRequest)
        #expect(await browser.heading == "Your browser blocks cookies")
        #expect(await brand(browser) == "Example App")
        #expect(await !browser.page.contains("state-1"))
    }

    @Test func explainsBlockedCookiesOnDevicePage() async throws {
        let web = try await ServerFixture()
        let browser = ScriptedBrowser(on: web.server)
        await browser.open(try web.url("/device"))
        let form = try #require(await browser.forms.last)
        await browser.forgetCookies()
        await browser.post(form.values, to: try web.url("/device"))
        #expect(await browser.heading == "Your browser blocks cookies")
    }
}
