import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseHTTP

@Suite struct ConsentDestinationTests {
    @Test(
        arguments: [
            ("https://app.example.com/callback", .site("app.example.com")),
            ("https://APP.example.com:8443/callback?a=b", .site("app.example.com")),
            ("http://intranet.example.com/callback", .site("intranet.example.com")),
            ("http://127.0.0.1:51004/callback", .app), ("http://[::1]/callback", .app),
            ("http://localhost:8090/callback", .app), ("com.example.app:/callback", .app),
            ("msauth.com.example.app://auth", .app),
        ] as [(String, ConsentPage.Destination)]
    )
    func showsHostOfWebsitesOnly(uri: String, destination: ConsentPage.Destination) throws {
        #expect(ConsentPage.Destination(try #require(RedirectURI(rawValue: uri))) == destination)
    }

    @Test func showsDestinationOnConsentPage() async throws {
        let web = try await ServerFixture { $0.skipsConsent = false }
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"])
        try await browser.submit(["code": try #require(try await web.server.mailedCode(to: "ada@example.com"))])
        #expect(await browser.page.contains("You’ll be sent to app.example.com."))
    }
}
