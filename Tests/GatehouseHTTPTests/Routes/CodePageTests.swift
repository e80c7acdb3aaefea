import GatehouseServer
import GatehouseTesting
import HTTPTypes
import Testing

/// What the page that asks for the mailed code says.
@Suite struct CodePageTests {
    private static let resent = "We sent you a new code."

    @Test func afterAResendItSaysThatThereIsANewCode() async throws {
        let web = try await Web()
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"])
        #expect(await !browser.page.contains(Self.resent))
        web.server.clock.advance(by: 30)
        try await browser.submit(action: "resend")
        #expect(await browser.page.contains(Self.resent))
        #expect(await browser.problems == [])
        try await browser.submit(["code": "no code"])
        #expect(await !browser.page.contains(Self.resent))
    }

    @Test(arguments: ["", " - "])
    func anEmptyFieldCostsNoTry(typed: String) async throws {
        var limits = Limits()
        limits.triesPerCode = 2
        let web = try await Web(limits: limits)
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"])
        for _ in 0..<3 {
            try await browser.submit(["code": typed])
            #expect(await browser.status == .unprocessableContent)
            #expect(await Set(browser.problems) == ["Enter the 8 digits from the e-mail."])
        }
        try await browser.submit(["code": "no code"])
        #expect(await Set(browser.problems) == ["That is not the code we sent. Tries left: 1."])
    }
}
