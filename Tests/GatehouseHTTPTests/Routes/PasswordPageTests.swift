import GatehouseServer
import GatehouseTesting
import HTTPTypes
import Testing

/// What the pages say about a password.
@Suite struct PasswordPageTests {
    @Test func anEmptyFieldCostsNoTry() async throws {
        var limits = Limits()
        limits.passwordFailuresPerAccount = .init(1, per: 60)
        let web = try await Web(limits: limits)
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"], action: "password")
        for _ in 0..<2 {
            try await browser.submit(["password": ""])
            #expect(await Set(browser.problems) == ["Enter your password."])
        }
        try await browser.submit(["password": "wrong horse battery"])
        #expect(await Set(browser.problems) == ["The e-mail address or the password is not right."])
    }

    @Test(arguments: [
        ("adaexample", "This password is built on your name,"),
        ("password1", "This password contains a common word or name"),
        ("abcdefghijk", "Dates, repetitions and rows of keys"),
    ])
    func aWeakOneIsRefusedWithItsReason(password: String, start: String) async throws {
        let web = try await Web()
        let browser = try await web.browser()
        try await browser.submit(action: "signUp")
        #expect(await browser.page.contains("At least 8 characters, or leave it empty"))
        try await browser.submit(["email": "ada@example.com", "password": password])
        #expect(await browser.status == .unprocessableContent)
        let problem = try #require(await browser.problems.first)
        #expect(problem.hasPrefix(start))
    }
}
