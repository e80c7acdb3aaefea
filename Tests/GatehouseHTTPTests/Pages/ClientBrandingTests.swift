import Foundation
import GatehouseHTTP
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The client's logo, the only resource that pages load from another site.
@Suite struct ClientLogoTests {
    private func images(_ fields: HTTPFields) -> String? {
        fields[.contentSecurityPolicy]?.split(separator: "; ").first { $0.hasPrefix("img-src") }.map(String.init)
    }

    @Test func allowsImagesFromLogoOriginWithoutReferrer() async throws {
        let web = try await ServerFixture { $0.logoURI = "https://Images.example.com:8443/logo.png?size=44" }
        let browser = try await web.browser()
        #expect(images(await browser.fields) == "img-src 'self' https://images.example.com:8443")
        let image = try #require(await browser.page.firstMatch(of: /<img [^>]*>/)).output
        #expect(image.contains("src=\"https://Images.example.com:8443/logo.png?size=44\""))
        #expect(image.contains("referrerpolicy=\"no-referrer\""))
    }

    @Test(arguments: [
        nil, "http://images.example.com/logo.png", "data:image/png;base64,AAAA", "https://a;script-src *",
    ])
    func loadsNoImagesWithoutHTTPSLogo(logo: String?) async throws {
        let web = try await ServerFixture { $0.logoURI = logo }
        let browser = try await web.browser()
        #expect(images(await browser.fields) == "img-src 'self'")
        let page = await web.send(.get, "/device")
        #expect(images(page.fields) == "img-src 'self'")
    }
}

/// Links to the client's terms of use and privacy policy.
@Suite struct ClientPoliciesTests {
    @Test func linksPoliciesOnSignUpPage() async throws {
        let web = try await ServerFixture {
            $0.termsOfServiceURI = "https://app.example.com/terms"
            $0.policyURI = "https://app.example.com/privacy"
        }
        let browser = try await web.browser()
        try await browser.submit(action: "signUp")
        let links = await browser.page.matches(of: /<a href="(https:[^"]*)"[^>]*>([^<]*)</).map { "\($0.1) \($0.2)" }
        #expect(
            links == ["https://app.example.com/terms Terms of use", "https://app.example.com/privacy Privacy policy"]
        )
        let sentence = try #require(await browser.page.firstMatch(of: /<p class="fine">(.*)<\/p>/)).output.1
        #expect(
            sentence.replacing(/<[^>]*>/, with: "")
                == "By creating an account, you agree to the Terms of use and confirm you’ve read the Privacy policy of Example App."
        )
    }

    private static let single: [(terms: String?, privacy: String?, sentence: String)] = [
        ("https://app.example.com/terms", nil, "By creating an account, you agree to the Terms of use of Example App."),
        (
            nil, "https://app.example.com/privacy",
            "By creating an account, you confirm you’ve read the Privacy policy of Example App."
        ),
    ]

    @Test(arguments: single)
    func namesOnlyTheConfiguredPolicy(terms: String?, privacy: String?, sentence: String) async throws {
        let web = try await ServerFixture {
            $0.termsOfServiceURI = terms
            $0.policyURI = privacy
        }
        let browser = try await web.browser()
        try await browser.submit(action: "signUp")
        let page = await browser.page
        #expect(page.replacing(/<[^>]*>/, with: "").contains(sentence))
    }

    @Test(arguments: [nil, "http://app.example.com/terms", "javascript:alert(1)"])
    func omitsPoliciesWithoutHTTPSAddress(terms: String?) async throws {
        let web = try await ServerFixture { $0.termsOfServiceURI = terms }
        let browser = try await web.browser()
        try await browser.submit(action: "signUp")
        #expect(await browser.heading == "Create your account")
        #expect(await !browser.page.contains("By creating an account, you"))
    }
}
