import GatehouseServer
import GatehouseTesting
import HTTPTypes
import Testing

/// The texts of the code page.
@Suite struct CodePageTests {
    private static let resent = "We sent you a new code."

    @Test func announcesResentCode() async throws {
        let web = try await ServerFixture()
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
    func doesNotCountEmptyCode(typed: String) async throws {
        var limits = RateLimits()
        limits.attemptsPerCode = 2
        let web = try await ServerFixture(limits: limits)
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"])
        for _ in 0..<3 {
            try await browser.submit(["code": typed])
            #expect(await browser.status == .unprocessableContent)
            #expect(await Set(browser.problems) == ["Enter the 8-digit code from the email."])
        }
        try await browser.submit(["code": "no code"])
        #expect(await Set(browser.problems) == ["That code is wrong. You have 1 attempt left."])
    }
}

/// The messages about passwords.
@Suite struct PasswordPageTests {
    @Test func doesNotCountEmptyPassword() async throws {
        var limits = RateLimits()
        limits.passwordFailuresPerAccount = .init(1, per: 60)
        let web = try await ServerFixture(limits: limits)
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"], action: "password")
        for _ in 0..<2 {
            try await browser.submit(["password": ""])
            #expect(await Set(browser.problems) == ["Enter your password."])
        }
        try await browser.submit(["password": "wrong horse battery"])
        #expect(await Set(browser.problems) == ["Wrong email address or password."])
    }

    @Test(arguments: [
        ("adaexample", "Don’t base your password on your name,"),
        ("password1", "Too easy to guess: it contains a common word or name."),
        ("abcdefghijk", "Dates, repeats and keyboard patterns"),
    ])
    func explainsWhyPasswordIsWeak(password: String, start: String) async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        try await browser.submit(action: "signUp")
        #expect(await browser.page.contains("At least 8 characters. Leave blank to sign in"))
        try await browser.submit(["email": "ada@example.com", "password": password])
        #expect(await browser.status == .unprocessableContent)
        let problem = try #require(await browser.problems.first)
        #expect(problem.hasPrefix(start))
    }
}
