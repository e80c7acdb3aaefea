import GatehouseStore
import GatehouseTesting
import Testing

/// Where a client's terms of use and privacy policy are shown.
@Suite struct ClientPoliciesTests {
    @Test func whoSignsUpFindsThem() async throws {
        let web = try await Web {
            $0.termsOfServiceURI = "https://app.example.com/terms"
            $0.policyURI = "https://app.example.com/privacy"
        }
        let browser = try await web.browser()
        try await browser.submit(action: "signUp")
        let links = await browser.page.matches(of: /<a href="(https:[^"]*)"[^>]*>([^<]*)</).map { "\($0.1) \($0.2)" }
        #expect(
            links == ["https://app.example.com/terms Terms of use", "https://app.example.com/privacy Privacy policy"]
        )
    }

    @Test(arguments: [nil, "http://app.example.com/terms", "javascript:alert(1)"])
    func withoutOneOverHTTPSNothingIsSaid(terms: String?) async throws {
        let web = try await Web { $0.termsOfServiceURI = terms }
        let browser = try await web.browser()
        try await browser.submit(action: "signUp")
        #expect(await browser.heading == "Create your account")
        #expect(await !browser.page.contains("By going on you accept"))
    }
}
