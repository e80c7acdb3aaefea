import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A form is valid only in the browser and at the step it was shown for.
@Suite struct CSRFRouteTests {
    @Test(arguments: [nil, "", "wrong"]) func rejectsFormWithoutToken(token: String?) async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        var values = try #require(await browser.forms.last?.values)
        values["csrf"] = token
        values["email"] = "ada@example.com"
        await browser.post(values, to: try web.url("/sign-in"))
        #expect(await browser.status == .unprocessableContent)
        #expect(await browser.heading == "Sign in")
        #expect(try await web.server.mailCount == 0)
    }

    @Test func showsCurrentStepForFormOfEarlierStep() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        var old = try #require(await browser.forms.last?.values)
        try await browser.submit(["email": "ada@example.com"])
        old["email"] = "eve@example.com"
        await browser.post(old, to: try web.url("/sign-in"))
        #expect(await browser.status == .unprocessableContent)
        #expect(await browser.heading == "Check your email")
        #expect(await browser.page.contains("ada@example.com"))
        #expect(try await web.server.mailCount == 1)
        try await browser.submit(["code": try #require(try await web.server.mailedCode(to: "ada@example.com"))])
        #expect(await browser.redirectParameters[.code] != nil)
    }

    @Test func rejectsFormFromAnotherBrowser() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        let otherBrowser = try await web.browser()
        var values = try #require(await browser.forms.last?.values)
        values["email"] = "ada@example.com"
        await otherBrowser.post(values, to: try web.url("/sign-in"))
        #expect(await otherBrowser.status == .gone)
        await otherBrowser.open(await browser.location)
        #expect(await otherBrowser.status == .gone)
        #expect(await otherBrowser.heading == "This page has expired")
        #expect(try await web.server.mailCount == 0)
    }

    @Test func rejectsFormWithoutCookies() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        let form = try #require(await browser.forms.last)
        await browser.forgetCookies()
        await browser.post(form.values, to: try web.url("/sign-in"))
        #expect(await browser.status == .badRequest)
        #expect(await browser.heading == "Your browser blocks cookies")
    }

    @Test func allowsSignInInTwoTabs() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        let first = try #require(await browser.forms.last?.values)
        await browser.open(try web.url("/oauth2/authorize", ServerFixture.authorization([.state: "second"])))
        var response = first
        response["email"] = "ada@example.com"
        try await ScriptedUser(email: "ada@example.com").signIn(in: browser, on: web.server)
        #expect(await browser.redirectParameters[.state] == "second")
        await browser.post(response, to: try web.url("/sign-in"))
        web.server.clock.advance(by: 1)
        try await ScriptedUser(email: "ada@example.com").signIn(in: browser, on: web.server)
        #expect(await browser.redirectParameters[.state] == "state-1")
    }

    @Test func rejectsPageOfFinishedFlow() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        let page = await browser.location
        try await ScriptedUser(email: "ada@example.com").signIn(in: browser, on: web.server)
        await browser.open(page)
        #expect(await browser.status == .gone)
        #expect(await browser.heading == "This page has expired")
    }

    @Test func doesNotRedisplayCodeOrPassword() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"], action: "password")
        try await browser.submit(["password": "not my password"])
        #expect(await !browser.page.contains("not my password"))
        try await browser.submit(action: "code")
        try await browser.submit(["code": "13572468"])
        #expect(await !browser.page.contains("13572468"))
        #expect(await browser.status == .unprocessableContent)
    }

    @Test func ignoresActionNotOfferedOnPage() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        var values = try #require(await browser.forms.last?.values)
        for action in ["resend", "unknown"] {
            values["action"] = action
            values["email"] = "ada@example.com"
            await browser.post(values, to: try web.url("/sign-in"))
            #expect(await browser.heading == (action == "unknown" ? "Check your email" : "Sign in"), "\(action)")
        }
    }
}
