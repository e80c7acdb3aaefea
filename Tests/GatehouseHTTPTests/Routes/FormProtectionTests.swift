import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A form is good in the browser it was shown in, at the step it was shown for, and nowhere else.
@Suite struct FormProtectionTests {
    @Test(arguments: [nil, "", "wrong"]) func aFormWithoutItsTokenDoesNothing(token: String?) async throws {
        let web = try await Web()
        let browser = try await web.browser()
        var values = try #require(await browser.forms.last?.values)
        values["csrf"] = token
        values["email"] = "ada@example.com"
        await browser.post(values, to: try web.url("/sign-in"))
        #expect(await browser.status == .unprocessableContent)
        #expect(await browser.heading == "Sign in")
        #expect(try await web.server.mailCount == 0)
    }

    @Test func aFormOfAnEarlierStepShowsThePresentOne() async throws {
        let web = try await Web()
        let browser = try await web.browser()
        var old = try #require(await browser.forms.last?.values)
        try await browser.submit(["email": "ada@example.com"])
        old["email"] = "eve@example.com"
        await browser.post(old, to: try web.url("/sign-in"))
        #expect(await browser.status == .unprocessableContent)
        #expect(await browser.heading == "Check your e-mail")
        #expect(await browser.page.contains("ada@example.com"))
        #expect(try await web.server.mailCount == 1)
        try await browser.submit(["code": try #require(try await web.server.mailedCode(to: "ada@example.com"))])
        #expect(await browser.answer[.code] != nil)
    }

    @Test func aFormOfAnotherBrowserIsForNobody() async throws {
        let web = try await Web()
        let ours = try await web.browser()
        let theirs = try await web.browser()
        var values = try #require(await ours.forms.last?.values)
        values["email"] = "ada@example.com"
        await theirs.post(values, to: try web.url("/sign-in"))
        #expect(await theirs.status == .gone)
        await theirs.open(await ours.location)
        #expect(await theirs.status == .gone)
        #expect(await theirs.heading == "This page has expired")
        #expect(try await web.server.mailCount == 0)
    }

    @Test func rejectsFormWithoutCookies() async throws {
        let web = try await Web()
        let browser = try await web.browser()
        let form = try #require(await browser.forms.last)
        await browser.forgetCookies()
        await browser.post(form.values, to: try web.url("/sign-in"))
        #expect(await browser.status == .badRequest)
        #expect(await browser.heading == "Your browser blocks cookies")
    }

    @Test func oneBrowserCanSignInInTwoTabs() async throws {
        let web = try await Web()
        let browser = try await web.browser()
        let first = try #require(await browser.forms.last?.values)
        await browser.open(try web.url("/oauth2/authorize", Web.authorization([.state: "second"])))
        var answer = first
        answer["email"] = "ada@example.com"
        try await ScriptedPerson(email: "ada@example.com").walk(browser, on: web.server)
        #expect(await browser.answer[.state] == "second")
        await browser.post(answer, to: try web.url("/sign-in"))
        web.server.clock.advance(by: 1)
        try await ScriptedPerson(email: "ada@example.com").walk(browser, on: web.server)
        #expect(await browser.answer[.state] == "state-1")
    }

    @Test func thePageOfAFinishedSignInHasExpired() async throws {
        let web = try await Web()
        let browser = try await web.browser()
        let page = await browser.location
        try await ScriptedPerson(email: "ada@example.com").walk(browser, on: web.server)
        await browser.open(page)
        #expect(await browser.status == .gone)
        #expect(await browser.heading == "This page has expired")
    }

    @Test func aCodeOrAPasswordIsNeverShownAgain() async throws {
        let web = try await Web()
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"], action: "password")
        try await browser.submit(["password": "not my password"])
        #expect(await !browser.page.contains("not my password"))
        try await browser.submit(action: "code")
        try await browser.submit(["code": "13572468"])
        #expect(await !browser.page.contains("13572468"))
        #expect(await browser.status == .unprocessableContent)
    }

    @Test func aButtonThatIsNotOnThePageDoesNothing() async throws {
        let web = try await Web()
        let browser = try await web.browser()
        var values = try #require(await browser.forms.last?.values)
        for action in ["resend", "unknown"] {
            values["action"] = action
            values["email"] = "ada@example.com"
            await browser.post(values, to: try web.url("/sign-in"))
            #expect(await browser.heading == (action == "unknown" ? "Check your e-mail" : "Sign in"), "\(action)")
        }
    }
}
