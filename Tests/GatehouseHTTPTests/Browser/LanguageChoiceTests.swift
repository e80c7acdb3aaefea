import Foundation
import GatehouseHTTP
import GatehouseTesting
import GatehouseWire
import Testing

/// A client may wish for a language; only the person chooses one that lasts.
@Suite struct LanguageChoiceTests {
    private static let cookie = "__Host-gatehouse-language"

    @Test func aClientsWishLastsAsLongAsItsTransaction() async throws {
        let web = try await Web()
        let browser = try await web.browser(opening: Web.authorization([.uiLocales: "de"]))
        #expect(await browser.page.contains("<html lang=\"de\""))
        // Three more answers that are pages of ours: a form that goes to the client, an error, and the sign-out.
        await browser.open(
            try web.url(
                "/oauth2/authorize",
                Web.authorization([.uiLocales: "de", .prompt: "none", .responseMode: "form_post"])
            )
        )
        await browser.open(
            try web.url("/oauth2/authorize", Web.authorization([.uiLocales: "de", .clientID: "nobody"]))
        )
        #expect(await browser.page.contains("<html lang=\"en\""))
        await browser.open(try web.url("/oauth2/logout", Parameters([.uiLocales: "de"])))
        #expect(await browser.page.contains("<html lang=\"de\""))
        #expect(await browser.cookie(Self.cookie) == nil)
        await browser.open(try web.url("/device"))
        #expect(await browser.page.contains("<html lang=\"en\""))
    }

    @Test func whatThePersonChoseGoesBeforeAClientsWish() async throws {
        let web = try await Web()
        let browser = try await web.browser()
        let choice = try #require(
            URL(string: await browser.location.absoluteString + "&\(PageInput.language.rawValue)=ja")
        )
        await browser.open(choice)
        #expect(await browser.cookie(Self.cookie) == "ja")
        for path in ["/oauth2/authorize", "/oauth2/logout"] {
            await browser.open(try web.url(path, Web.authorization([.uiLocales: "de"])))
            #expect(await browser.page.contains("<html lang=\"ja\""))
        }
        #expect(await browser.cookie(Self.cookie) == "ja")
    }
}
