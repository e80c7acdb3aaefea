import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct ErrorPageTests {
    private func wayBack(_ browser: ScriptedBrowser) async -> String? {
        await browser.page.firstMatch(of: /<a class="secondary" href="([^"]*)"/).map { HTMLForm.text($0.output.1) }
    }

    private func brand(_ browser: ScriptedBrowser) async -> String? {
        await browser.page.firstMatch(of: /class="brand-name">(?:<bdi>)?([^<]*)/).map { String($0.output.1) }
    }

    @Test func namesTheRedirectURIThatCameWithoutLinkingToIt() async throws {
        let web = try await Web { $0.logoURI = "https://images.example.com/logo.png" }
        let browser = try await web.browser(opening: Web.authorization([.redirectURI: Web.callback + "/other"]))
        #expect(await browser.page.contains("<dt><code>redirect_uri</code></dt>"))
        #expect(await browser.page.contains("<code>\(Web.callback)/other</code>"))
        #expect(await !browser.page.contains("href=\"\(Web.callback)"))
        #expect(await brand(browser) == "Example App")
        #expect(await browser.page.contains("https://images.example.com/logo.png"))
        #expect(await wayBack(browser) == "https://app.example.com/")

        let long = "https://elsewhere.example.com/" + String(repeating: "x", count: 1_500)
        let other = try await web.browser(opening: Web.authorization([.redirectURI: long]))
        #expect(await wayBack(other) == "https://app.example.com/")
        let page = await other.page
        #expect(!page.contains("href=\"https://elsewhere"))
        #expect(page.contains("<code>" + long.prefix(512) + "…</code>"))
    }

    @Test(arguments: [
        ["https://a.example.com/x", "https://b.example.com/x"], ["com.example.app:/callback"],
        ["http://127.0.0.1/callback"],
    ])
    func leadsToNoSiteThatIsNotCertain(uris: [String]) async throws {
        let web = try await Web { $0.redirectURIs = uris }
        let browser = try await web.browser(opening: Web.authorization())
        #expect(await browser.status == .badRequest)
        #expect(await wayBack(browser) == nil)
        #expect(await browser.page.contains("data-back"))
    }

    @Test func knowsNothingOfAnUnknownClient() async throws {
        let web = try await Web()
        let browser = try await web.browser(opening: Web.authorization([.clientID: "stranger"]))
        #expect(await brand(browser) == "login.example.com")
        #expect(await wayBack(browser) == nil)
        #expect(await browser.page.contains("<code>stranger</code>"))
    }

    @Test func tellsTheClientOfASignInThatHasExpired() async throws {
        let web = try await Web()
        let browser = try await web.browser()
        let page = await browser.location
        let stranger = try await web.browser()
        web.server.clock.advance(by: web.server.core.settings.lifetimes.transaction + 1)
        await browser.open(page)
        #expect(await browser.heading == "This page has expired")
        #expect(await brand(browser) == "Example App")
        let answer = try #require(await wayBack(browser).flatMap { URL(string: $0) })
        #expect(answer.absoluteString.hasPrefix(Web.callback + "?error=access_denied"))
        #expect(answer.query()?.contains("state=state-1") == true)
        // Another browser sees whose page it was, and nothing of the request.
        await stranger.open(page)
        #expect(await brand(stranger) == "Example App")
        #expect(await wayBack(stranger) == "https://app.example.com/")
        #expect(await !stranger.page.contains("state-1"))
    }

    @Test func leadsToTheSiteOnceTheClientHasItsAnswer() async throws {
        let web = try await Web()
        let browser = try await web.browser()
        let page = await browser.location
        try await ScriptedPerson(email: "ada@example.com").walk(browser, on: web.server)
        await browser.open(page)
        #expect(await browser.heading == "This page has expired")
        #expect(await wayBack(browser) == "https://app.example.com/")
    }

    @Test func canBeReadInAnotherLanguage() async throws {
        let web = try await Web()
        let browser = try await web.browser(opening: Web.authorization([.redirectURI: "https://b.example.com/?<b>"]))
        for _ in 0..<2 {
            let link = try #require(await browser.page.firstMatch(of: /href="([^"]*language=)de"/)).output.1
            let target = URL(string: HTMLForm.text(link) + "de", relativeTo: await browser.location)
            await browser.open(try #require(target).absoluteURL)
            #expect(await browser.page.contains("<html lang=\"de\""))
            #expect(await browser.location.query()?.matches(of: /language=/).count == 1)
        }
    }

    /// A link that begins with two slashes, or with a slash and a backslash, leads to another host.
    @Test(arguments: ["//evil.example.com/x", "/\\evil.example.com/x", "//evil.example.com"])
    func offersNoLanguagesAtAnAddressThatLeadsElsewhere(path: String) async throws {
        let web = try await Web()
        let answer = await web.send(.get, path, [.accept: "text/html"])
        #expect(answer.status == .notFound)
        #expect(!answer.text.contains("evil.example.com"))
    }

    @Test func saysThatCookiesAreBlocked() async throws {
        let web = try await Web()
        let browser = try await web.browser()
        let page = await browser.location
        await browser.forgetCookies()
        await browser.open(page)
        #expect(await browser.status == .badRequest)
        #expect(await browser.heading == "Your browser blocks cookies")
        #expect(await brand(browser) == "Example App")
        #expect(await !browser.page.contains("state-1"))
    }

    @Test func saysThatCookiesAreBlockedOnTheDevicePage() async throws {
        let web = try await Web()
        let browser = ScriptedBrowser(on: web.server)
        await browser.open(try web.url("/device"))
        let form = try #require(await browser.forms.last)
        await browser.forgetCookies()
        await browser.post(form.values, to: try web.url("/device"))
        #expect(await browser.heading == "Your browser blocks cookies")
    }
}
