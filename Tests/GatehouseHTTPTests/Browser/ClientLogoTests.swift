import Foundation
import GatehouseHTTP
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A client's logo is the one thing that a page loads from another site.
@Suite struct ClientLogoTests {
    private func images(_ fields: HTTPFields) -> String? {
        fields[.contentSecurityPolicy]?.split(separator: "; ").first { $0.hasPrefix("img-src") }.map(String.init)
    }

    @Test func itsSiteAloneMayBeLoadedFromAndIsToldNothing() async throws {
        let web = try await Web { $0.logoURI = "https://Images.example.com:8443/logo.png?size=44" }
        let browser = try await web.browser()
        #expect(images(await browser.fields) == "img-src 'self' https://images.example.com:8443")
        let image = try #require(await browser.page.firstMatch(of: /<img [^>]*>/)).output
        #expect(image.contains("src=\"https://Images.example.com:8443/logo.png?size=44\""))
        #expect(image.contains("referrerpolicy=\"no-referrer\""))
    }

    @Test(arguments: [
        nil, "http://images.example.com/logo.png", "data:image/png;base64,AAAA", "https://a;script-src *",
    ])
    func withoutOneOverHTTPSNothingIsLoaded(logo: String?) async throws {
        let web = try await Web { $0.logoURI = logo }
        let browser = try await web.browser()
        #expect(images(await browser.fields) == "img-src 'self'")
        let page = await web.send(.get, "/device")
        #expect(images(page.fields) == "img-src 'self'")
    }
}
