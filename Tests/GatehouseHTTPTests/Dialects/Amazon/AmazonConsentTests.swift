import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AmazonConsentTests {
    private static let voluntary = #"{"profile":{"essential":true},"postal_code":{"essential":false}}"#
    private static let request = AmazonWeb.siteRequest([.scope: "profile postal_code", .scopeData: voluntary])

    private func atConsent(_ amazon: AmazonWeb, _ request: Parameters = request) async throws -> ScriptedBrowser {
        let browser = try await amazon.browser(opening: request)
        try await browser.submit(["email": AmazonWeb.email])
        try await browser.submit(["code": try #require(try await amazon.server.mailedCode(to: AmazonWeb.email))])
        try #require(await browser.heading == "Share with Example Shop?")
        return browser
    }

    @Test func thePageListsAmazonsScopesAndTicksWhatIsVoluntary() async throws {
        let amazon = try await AmazonWeb()
        let browser = try await atConsent(amazon)
        let page = await browser.page
        #expect(page.contains("See your name and e-mail address"))
        #expect(page.contains(AmazonWeb.email))
        #expect(
            page.contains(
                #"<input type="checkbox" name="share.postal_code" value="true" checked><span>"#
                    + #"<span class="item-title">See your postal code</span></span></label></li>"#
            )
        )
        #expect(page.contains("Untick what you do not want to share."))
        #expect(!page.contains("Stay connected"))
        #expect(page.matches(of: /type="checkbox"/).count == 1)
        #expect(try #require(await browser.forms.last).values["share.postal_code"] == "true")
    }

    @Test func withoutAChoiceThereIsNoBox() async throws {
        let amazon = try await AmazonWeb()
        let browser = try await atConsent(amazon, AmazonWeb.siteRequest([.scope: "profile postal_code"]))
        #expect(await !browser.page.contains("checkbox"))
        #expect(await !browser.page.contains("Untick"))
    }

    @Test func whatIsLeftTickedIsGranted() async throws {
        let amazon = try await AmazonWeb()
        let browser = try await atConsent(amazon)
        try await browser.submit(action: "continue")
        #expect(await browser.answer[.scope] == "profile postal_code")
    }

    @Test func whatIsUntickedIsNotGrantedAndIsRemembered() async throws {
        let amazon = try await AmazonWeb()
        let browser = try await atConsent(amazon)
        try await browser.submit(["share.postal_code": ""], action: "continue")
        #expect(await browser.answer[.scope] == "profile")
        let answer = await amazon.token(try await AmazonWeb.redemption(browser))
        let tokens = try TokenResponse(body: answer.body, fields: answer.fields)
        #expect(
            await amazon.profile(tokens.accessToken).text
                == #"{"email":"ada@example.com","name":"Ada Example","user_id":"\#(try await userID(amazon))"}"#
        )

        await browser.open(try amazon.web.url("/ap/oa", Self.request))
        #expect(await browser.hasLeft)
        #expect(await browser.answer[.scope] == "profile")
    }

    @Test func whatIsEssentialNowIsAskedForAgain() async throws {
        let amazon = try await AmazonWeb()
        let browser = try await atConsent(amazon)
        try await browser.submit(["share.postal_code": ""], action: "continue")
        await browser.open(try amazon.web.url("/ap/oa", AmazonWeb.siteRequest([.scope: "profile postal_code"])))
        #expect(await browser.heading == "Share with Example Shop?")
        try await browser.submit(action: "continue")
        #expect(await browser.answer[.scope] == "profile postal_code")
        await browser.open(try amazon.web.url("/ap/oa", Self.request))
        #expect(await browser.answer[.scope] == "profile postal_code")
    }

    @Test func aChangeOfMindTakesBackWhatWasAgreedTo() async throws {
        let amazon = try await AmazonWeb()
        let browser = try await atConsent(amazon)
        try await browser.submit(action: "continue")
        let more = #"{"postal_code":{"essential":false},"profile:user_id":{"essential":false}}"#
        let request = AmazonWeb.siteRequest([.scope: "profile postal_code profile:user_id", .scopeData: more])
        await browser.open(try amazon.web.url("/ap/oa", request))
        #expect(await browser.heading == "Share with Example Shop?")
        try await browser.submit(["share.postal_code": "", "share.profile:user_id": ""], action: "continue")
        #expect(await browser.answer[.scope] == "profile")
        let consent = try await amazon.server.core.store.consent("person-1", AmazonWeb.site)
        #expect(consent?.scopes == [.profile, .email, .offlineAccess])
        #expect(consent?.declined == [.postalCode, .amazonUserID])
    }

    @Test func nameAndAddressAreLeftOutTogether() async throws {
        let amazon = try await AmazonWeb()
        let data = #"{"profile":{"essential":false}}"#
        let browser = try await atConsent(
            amazon,
            AmazonWeb.siteRequest([.scope: "profile postal_code", .scopeData: data])
        )
        try await browser.submit(["share.profile": ""], action: "continue")
        #expect(await browser.answer[.scope] == "postal_code")
        let answer = await amazon.token(try await AmazonWeb.redemption(browser))
        let tokens = try TokenResponse(body: answer.body, fields: answer.fields)
        #expect(
            await amazon.profile(tokens.accessToken).text
                == #"{"postal_code":"98101","user_id":"\#(try await userID(amazon))"}"#
        )
    }

    @Test func whatWasNotVoluntaryCannotBeLeftOutAndNothingCanBeAdded() async throws {
        let amazon = try await AmazonWeb()
        let data = #"{"postal_code":{"essential":false},"alexa:all":{"essential":false}}"#
        let browser = try await atConsent(amazon, AmazonWeb.siteRequest([.scope: "profile", .scopeData: data]))
        let form = try #require(await browser.forms.last)
        let target = try #require(URL(string: form.action, relativeTo: await browser.location)?.absoluteURL)
        var values = form.values
        values["action"] = "continue"
        values["share.profile"] = ""
        values["share.postal_code"] = "true"
        await browser.post(values, to: target)
        #expect(await browser.answer[.scope] == "profile")
    }

    @Test func aNativeAppThatAsksAgainShowsWhatWasLeftOutUnticked() async throws {
        let amazon = try await AmazonWeb()
        let request = AmazonWeb.appRequest([.scope: "profile postal_code", .scopeData: Self.voluntary])
        let browser = try await amazon.browser(opening: request)
        try await browser.submit(["email": AmazonWeb.email])
        try await browser.submit(["code": try #require(try await amazon.server.mailedCode(to: AmazonWeb.email))])
        try await browser.submit(["share.postal_code": ""], action: "continue")
        await browser.open(try amazon.web.url("/ap/oa", request))
        #expect(await browser.heading == "Share with Example App?")
        #expect(try #require(await browser.forms.last).values["share.postal_code"] == nil)
        #expect(try #require(await browser.forms.last).fields.contains("share.postal_code"))
    }

    private func userID(_ amazon: AmazonWeb) async throws -> String {
        try #require(try await amazon.server.core.store.account("person-1")).amazonUserID
    }
}
