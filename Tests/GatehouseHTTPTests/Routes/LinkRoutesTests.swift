import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct LinkRoutesTests {
    private static let email = "ada@example.com"
    private static let number = "+819012345678"
    private static let password = "correct horse battery"
    private static let newPassword = "nine violet harbours sing"

    private let web: Web
    private let call: AccountCall
    private var server: TestServer { web.server }

    init() async throws {
        web = try await Web { client in
            client.grantTypes = [.password]
            client.scopes = [.openid, .profile, .email, .phone, .account]
            client.kii = KiiApplication(keyHash: OpaqueToken.hash(of: "key of the app"), tokenLifetime: 86_400)
        }
        call = AccountCall(
            client: try #require(try await web.server.core.store.client("app")),
            language: .english,
            authority: .administrator,
            context: RequestContext(address: "198.51.100.7", requestID: "request-1")
        )
    }

    private func register(
        _ username: String? = "Ada",
        email: String? = Self.email
    ) async throws -> GatehouseStore.Account {
        try await server.server.accounts.register(
            NewAccount(username: username, email: email, password: Self.password),
            call
        )
    }

    /// An account that has proven its addresses.
    private func member() async throws -> GatehouseStore.Account {
        try await server.server.accounts.register(
            NewAccount(
                username: "Ada",
                email: Self.email,
                phone: Self.number,
                password: Self.password,
                isEmailVerified: true,
                isPhoneVerified: true
            ),
            call
        )
    }

    private func stored(_ account: GatehouseStore.Account) async throws -> GatehouseStore.Account {
        try #require(try await server.core.store.account(account.id))
    }

    private func link(to address: String = Self.email) async throws -> URL {
        try #require(try await server.mailedLink(to: address))
    }

    @Test func anAddressIsConfirmedByTheButtonAndNotByTheLink() async throws {
        let account = try await register()
        let link = try await link()
        #expect(link.absoluteString.hasPrefix("https://login.example.com/link?token="))
        let browser = ScriptedBrowser(on: server)
        for _ in 0..<3 {
            await browser.open(link)
            #expect(await browser.status == .ok)
            #expect(await browser.heading == "Confirm your address")
        }
        let page = await browser.page
        #expect(page.contains(Self.email) && page.contains("<bdi>Ada</bdi>"))
        #expect(page.contains("Example App"))
        #expect(try await stored(account).identifier(.email) == nil)

        try await browser.submit(["password": Self.password], action: "continue")
        #expect(await browser.heading == "Your e-mail address is confirmed")
        #expect(await browser.location.absoluteString == "https://login.example.com/link/confirmed?client=app")
        #expect(await browser.page.contains("go back to Example App"))
        #expect(try await stored(account).identifier(.email)?.value == Self.email)
        #expect(try await stored(account).pending.isEmpty)
    }

    @Test func theOwnerOfTheAddressHasToKnowThePasswordOfTheAccount() async throws {
        let account = try await register()
        let browser = ScriptedBrowser(on: server)
        await browser.open(try await link())
        for (typed, problem) in [
            ("", "Enter your password."), (Self.newPassword, "This is not the password of that account."),
        ] {
            try await browser.submit(["password": typed])
            #expect(await browser.status == .unprocessableContent)
            #expect(await browser.heading == "Confirm your address")
            #expect(await browser.problems.contains(problem))
            let page = await browser.page
            #expect(typed.isEmpty || !page.contains(typed))
        }
        for _ in 0..<9 { try await browser.submit(["password": Self.newPassword]) }
        try await browser.submit(["password": Self.password])
        #expect(await browser.status == .tooManyRequests)
        #expect(await browser.page.contains("Too many tries."))
        #expect(try await stored(account) == account)
    }

    @Test func aLinkIsGoodOnce() async throws {
        _ = try await register()
        let link = try await link()
        let browser = ScriptedBrowser(on: server)
        await browser.open(link)
        var values = try #require(await browser.forms.last?.values)
        values["password"] = Self.password
        try await browser.submit(["password": Self.password], action: "continue")
        await browser.open(link)
        #expect(await browser.status == .gone)
        #expect(await browser.heading == "This link is no longer good")
        await browser.post(values, to: try web.url("/link"))
        #expect(await browser.status == .gone)
        #expect(await browser.heading == "This link is no longer good")
    }

    @Test func theCodeOfTheSameMailUsesTheLinkUp() async throws {
        let account = try await register()
        let link = try await link()
        let code = try #require(try await server.mailedCode(to: Self.email))
        _ = try await server.server.accounts.verify(.email, of: account, code: code, call)
        let browser = ScriptedBrowser(on: server)
        await browser.open(link)
        #expect(await browser.status == .gone)
    }

    @Test func aLinkEndsWithItsCode() async throws {
        let account = try await register()
        let link = try await link()
        let browser = ScriptedBrowser(on: server)
        await browser.open(link)
        server.clock.advance(by: server.core.settings.lifetimes.addressCode + 1)
        try await browser.submit(["password": Self.password], action: "continue")
        #expect(await browser.heading == "This link is no longer good")
        await browser.open(link)
        #expect(await browser.heading == "This link is no longer good")
        #expect(try await stored(account).identifier(.email) == nil)
    }

    @Test(arguments: [
        "", "?token=", "?token=a.b", "?token=..", "?other=1",
        "?token=" + String(repeating: "a", count: 5_000),
    ])
    func whatIsNoLinkSaysWhatToDo(query: String) async throws {
        let answer = await web.send(.get, "/link" + query)
        #expect(answer.status == .gone)
        #expect(answer.text.contains("This link is no longer good"))
        #expect(answer.fields[.setCookie] == nil)
    }

    @Test func aLinkWithAnotherCodeIsDead() async throws {
        let account = try await register()
        let good = try await link()
        let text = try #require(good.query()?.split(separator: "=").last.map(String.init))
        let real = try #require(MailedLink(text))
        let digits = try #require(try await server.mailedCode(to: Self.email))
        // The digits of the mail do not make a link: those who guess them have few tries.
        for code in [digits, "x", String(real.code.dropLast())] {
            let forged = MailedLink(transaction: real.transaction, code: code)
            let answer = await web.send(.get, forged.address(below: ""))
            #expect(answer.status == .gone)
        }
        let browser = ScriptedBrowser(on: server)
        await browser.open(good)
        try await browser.submit(["password": Self.password], action: "continue")
        #expect(try await stored(account).identifier(.email)?.value == Self.email)
    }

    @Test func whoComesSecondHearsThatTheAddressIsTaken() async throws {
        let first = try await register("Ada")
        let firstLink = try await link()
        server.clock.advance(by: 31)
        let second = try await register("Eve")
        let secondLink = try await link()
        #expect(firstLink != secondLink)
        let browser = ScriptedBrowser(on: server)
        await browser.open(firstLink)
        let late = ScriptedBrowser(on: server)
        await late.open(secondLink)
        try await browser.submit(["password": Self.password], action: "continue")
        try await late.submit(["password": Self.password], action: "continue")
        #expect(await late.status == .conflict)
        #expect(await late.page.contains("go back to Example App"))
        #expect(await late.heading == "This address belongs to another account")
        #expect(try await stored(first).identifier(.email)?.value == Self.email)
        #expect(try await stored(second).identifier(.email) == nil)
    }

    @Test(arguments: [(ResetChannel.email, email), (.textedLink, number)])
    func aNewPasswordIsChosenOnThePage(channel: ResetChannel, address: String) async throws {
        let account = try await member()
        let old = try await stored(account).passwordHash
        try await server.server.accounts.requestReset(of: .account(account.id), by: channel, call)
        let browser = ScriptedBrowser(on: server)
        let used = try await link(to: address)
        await browser.open(used)
        #expect(await browser.heading == "Choose a new password")
        #expect(await browser.page.contains(address))

        for (typed, problem) in [
            ("", "Enter your password."), ("short", "Use at least 8 characters."),
            (
                "password1234",
                "This password contains a common word or name and is easy to guess. Use a few words that do not belong together."
            ),
        ] {
            try await browser.submit(["password": typed])
            #expect(await browser.status == .unprocessableContent)
            let problems = await browser.problems
            #expect(problems.contains(problem), "\(typed): \(problems)")
            let page = await browser.page
            #expect(typed.isEmpty || !page.contains(typed))
        }
        #expect(try await stored(account).passwordHash == old)

        try await browser.submit(["password": Self.newPassword])
        #expect(await browser.heading == "Your password has been changed")
        #expect(await browser.location.absoluteString == "https://login.example.com/link/password?client=app")
        #expect(try await stored(account).passwordHash != old)
        await browser.open(used)
        #expect(await browser.status == .gone)
    }

    @Test(arguments: [nil, "", "wrong"]) func aFormWithoutItsTokenDoesNothing(token: String?) async throws {
        let account = try await register()
        let browser = ScriptedBrowser(on: server)
        await browser.open(try await link())
        var values = try #require(await browser.forms.last?.values)
        values["csrf"] = token
        values["password"] = Self.password
        await browser.post(values, to: try web.url("/link"))
        #expect(await browser.status == .unprocessableContent)
        #expect(await browser.heading == "Confirm your address")
        #expect(try await stored(account).identifier(.email) == nil)
        try await browser.submit(["password": Self.password], action: "continue")
        #expect(await browser.heading == "Your e-mail address is confirmed")
    }

    @Test func thePageTellsNobodyItsAddress() async throws {
        _ = try await register()
        let path = try #require(try await link().absoluteString.split(separator: "example.com").last).description
        for answer in [await web.send(.get, path), await web.send(.get, "/link?token=a.b")] {
            #expect(answer.fields[HTTPField.Name("Referrer-Policy") ?? .accept] == "no-referrer")
            #expect(answer.fields[.cacheControl] == "no-store")
            #expect(answer.fields[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            #expect(answer.fields[.contentSecurityPolicy]?.contains("form-action 'self';") == true)
            #expect(answer.fields[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
        }
        let head = await web.send(.head, path)
        #expect(head.status == .ok && head.body.isEmpty)
    }

    @Test func whoIsShutOutHearsThat() async throws {
        let account = try await register()
        let link = try await link()
        try await server.server.accounts.setDisabled(true, of: account, call)
        let browser = ScriptedBrowser(on: server)
        await browser.open(link)
        #expect(await browser.status == .forbidden)
        #expect(await browser.heading == "Your account has been shut out")
        #expect(await browser.page.contains("Ask the people who run the app."))
    }

    @Test func theDonePageOfNobodysAppNamesTheServer() async throws {
        let answer = await web.send(.get, "/link/confirmed?client=unknown%22%3E")
        #expect(answer.status == .ok)
        #expect(answer.text.contains("go back to login.example.com") && !answer.text.contains("unknown"))
    }
}
