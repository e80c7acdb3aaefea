import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AmazonConsentTests {
    private static let optionalScopes = #"{"profile":{"essential":true},"postal_code":{"essential":false}}"#
    private static let request = AmazonFixture.siteRequest([.scope: "profile postal_code", .scopeData: optionalScopes])

    private func atConsent(_ amazon: AmazonFixture, _ request: Parameters = request) async throws -> ScriptedBrowser {
        let browser = try await amazon.browser(opening: request)
        try await browser.submit(["email": AmazonFixture.email])
        try await browser.submit(["code": try #require(try await amazon.server.mailedCode(to: AmazonFixture.email))])
        try #require(await browser.heading == "Allow Example Shop to use your account?")
        return browser
    }

    @Test func listsScopesAndSelectsOptionalOnes() async throws {
        let amazon = try await AmazonFixture()
        let browser = try await atConsent(amazon)
        let page = await browser.page
        #expect(page.contains("See your name and email address"))
        #expect(page.contains(AmazonFixture.email))
        #expect(
            page.contains(
                #"<input type="checkbox" name="share.postal_code" value="true" checked><span>"#
                    + #"<span class="item-title">See your postal code</span></span></label></li>"#
            )
        )
        #expect(page.contains("Choose what to share."))
        #expect(!page.contains("Keep this access"))
        #expect(page.matches(of: /type="checkbox"/).count == 1)
        #expect(try #require(await browser.forms.last).values["share.postal_code"] == "true")
    }

    @Test func omitsCheckboxesWithoutOptionalScopes() async throws {
        let amazon = try await AmazonFixture()
        let browser = try await atConsent(amazon, AmazonFixture.siteRequest([.scope: "profile postal_code"]))
        #expect(await !browser.page.contains("checkbox"))
        #expect(await !browser.page.contains("Untick"))
    }

    @Test func grantsSelectedScopes() async throws {
        let amazon = try await AmazonFixture()
        let browser = try await atConsent(amazon)
        try await browser.submit(action: "continue")
        #expect(await browser.redirectParameters[.scope] == "profile postal_code")
    }

    @Test func remembersDeclinedScopes() async throws {
        let amazon = try await AmazonFixture()
        let browser = try await atConsent(amazon)
        try await browser.submit(["share.postal_code": ""], action: "continue")
        #expect(await browser.redirectParameters[.scope] == "profile")
        let response = await amazon.token(try await AmazonFixture.redemption(browser))
        let tokens = try TokenResponse(body: response.body, fields: response.fields)
        #expect(
            await amazon.profile(tokens.accessToken).text
                == #"{"email":"ada@example.com","name":"Ada Example","user_id":"\#(try await userID(amazon))"}"#
        )

        await browser.open(try amazon.web.url("/ap/oa", Self.request))
        #expect(await browser.hasLeft)
        #expect(await browser.redirectParameters[.scope] == "profile")
    }

    @Test func asksAgainWhenDeclinedScopeBecomesEssential() async throws {
        let amazon = try await AmazonFixture()
        let browser = try await atConsent(amazon)
        try await browser.submit(["share.postal_code": ""], action: "continue")
        await browser.open(try amazon.web.url("/ap/oa", AmazonFixture.siteRequest([.scope: "profile postal_code"])))
        #expect(await browser.heading == "Allow Example Shop to use your account?")
        try await browser.submit(action: "continue")
        #expect(await browser.redirectParameters[.scope] == "profile postal_code")
        await browser.open(try amazon.web.url("/ap/oa", Self.request))
        #expect(await browser.redirectParameters[.scope] == "profile postal_code")
    }

    @Test func withdrawsEarlierConsent() async throws {
        let amazon = try await AmazonFixture()
        let browser = try await atConsent(amazon)
        try await browser.submit(action: "continue")
        let more = #"{"postal_code":{"essential":false},"profile:user_id":{"essential":false}}"#
        let request = AmazonFixture.siteRequest([.scope: "profile postal_code profile:user_id", .scopeData: more])
        await browser.open(try amazon.web.url("/ap/oa", request))
        #expect(await browser.heading == "Allow Example Shop to use your account?")
        try await browser.submit(["share.postal_code": "", "share.profile:user_id": ""], action: "continue")
        #expect(await browser.redirectParameters[.scope] == "profile")
        let consent = try await amazon.server.store.consent("person-1", AmazonFixture.site)
        #expect(consent?.scopes == [.profile, .email, .offlineAccess])
        #expect(consent?.declined == [.postalCode, .amazonUserID])
    }

    @Test func declinesNameAndEmailTogether() async throws {
        let amazon = try await AmazonFixture()
        let data = #"{"profile":{"essential":false}}"#
        let browser = try await atConsent(
            amazon,
            AmazonFixture.siteRequest([.scope: "profile postal_code", .scopeData: data])
        )
        try await browser.submit(["share.profile": ""], action: "continue")
        #expect(await browser.redirectParameters[.scope] == "postal_code")
        let response = await amazon.token(try await AmazonFixture.redemption(browser))
        let tokens = try TokenResponse(body: response.body, fields: response.fields)
        #expect(
            await amazon.profile(tokens.accessToken).text
                == #"{"postal_code":"98101","user_id":"\#(try await userID(amazon))"}"#
        )
    }

    @Test func ignoresTamperedScopeSelection() async throws {
        let amazon = try await AmazonFixture()
        let data = #"{"postal_code":{"essential":false},"alexa:all":{"essential":false}}"#
        let browser = try await atConsent(amazon, AmazonFixture.siteRequest([.scope: "profile", .scopeData: data]))
        let form = try #require(await browser.forms.last)
        let target = try #require(URL(string: form.action, relativeTo: await browser.location)?.absoluteURL)
        var values = form.values
        values["action"] = "continue"
        values["share.profile"] = ""
        values["share.postal_code"] = "true"
        await browser.post(values, to: target)
        #expect(await browser.redirectParameters[.scope] == "profile")
    }

    @Test func showsDeclinedScopesUnselectedForNativeApp() async throws {
        let amazon = try await AmazonFixture()
        let request = AmazonFixture.appRequest([.scope: "profile postal_code", .scopeData: Self.optionalScopes])
        let browser = try await amazon.browser(opening: request)
        try await browser.submit(["email": AmazonFixture.email])
        try await browser.submit(["code": try #require(try await amazon.server.mailedCode(to: AmazonFixture.email))])
        try await browser.submit(["share.postal_code": ""], action: "continue")
        await browser.open(try amazon.web.url("/ap/oa", request))
        #expect(await browser.heading == "Allow Example App to use your account?")
        #expect(try #require(await browser.forms.last).values["share.postal_code"] == nil)
        #expect(try #require(await browser.forms.last).fields.contains("share.postal_code"))
    }

    private func userID(_ amazon: AmazonFixture) async throws -> String {
        try #require(try await amazon.server.store.account("person-1")).amazonUserID
    }
}
