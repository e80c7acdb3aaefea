import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct MessageLinkRoutesTests {
    private static let email = "ada@example.com"
    private static let number = "+819012345678"
    private static let password = "correct horse battery"
    private static let newPassword = "nine violet harbours sing"

    private let web: ServerFixture
    private let call: AccountRequest
    private var server: TestServer { web.server }

    init() async throws {
        web = try await ServerFixture { client in
            client.grantTypes = [.password]
            client.scopes = [.openid, .profile, .email, .phone, .account]
            client.passwordApp = PasswordAppSettings(
                keyHash: OpaqueToken.hash(of: "key of the app"),
                tokenLifetime: 86_400
            )
        }
        call = AccountRequest(
            client: try #require(try await web.server.store.client("app")),
            language: .english,
            authority: .administrator,
            context: RequestMetadata(address: "198.51.100.7", requestID: "request-1")
        )
    }

    private func register(
        _ username: String? = "Ada",
        email: String? = Self.email
    ) async throws -> GatehouseStore.Account {
        try await server.identity.accounts.registrar.register(
            NewAccount(username: username, email: email, password: Self.password),
            call
        )
    }

    /// Registers an account with verified addresses.
    private func member() async throws -> GatehouseStore.Account {
        try await server.identity.accounts.registrar.register(
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
        try #require(try await server.store.account(account.id))
    }

    private func link(to address: String = Self.email) async throws -> URL {
        try #require(try await server.mailedLink(to: address))
    }

    @Test func confirmsAddressOnSubmitOnly() async throws {
        let account = try await register()
        let link = try await link()
        #expect(link.absoluteString.hasPrefix("https://login.example.com/link?token="))
        let browser = ScriptedBrowser(on: server)
        for _ in 0..<3 {
            await browser.open(link)
            #expect(await browser.status == .ok)
            #expect(await browser.heading == "Confirm your email address")
        }
        let page = await browser.page
        #expect(page.contains(Self.email) && page.contains("<bdi>Ada</bdi>"))
        #expect(page.contains("Example App"))
        #expect(try await stored(account).identifier(.email) == nil)

        try await browser.submit(["password": Self.password], action: "continue")
        #expect(await browser.heading == "Email address confirmed")
        #expect(await browser.location.absoluteString == "https://login.example.com/link/confirmed?client=app")
        #expect(await browser.page.contains("go back to Example App"))
        #expect(try await stored(account).identifier(.email)?.value == Self.email)
        #expect(try await stored(account).pending.isEmpty)
    }

    @Test func requiresAccountPasswordToConfirmAddress() async throws {
        let account = try await register()
        let browser = ScriptedBrowser(on: server)
        await browser.open(try await link())
        for (typed, problem) in [
            ("", "Enter your password."), (Self.newPassword, "Wrong password. Try again."),
        ] {
            try await browser.submit(["password": typed])
            #expect(await browser.status == .unprocessableContent)
            #expect(await browser.heading == "Confirm your email address")
            #expect(await browser.problems.contains(problem))
            let page = await browser.page
            #expect(typed.isEmpty || !page.contains(typed))
        }
        for _ in 0..<9 { try await browser.submit(["password": Self.newPassword]) }
        try await browser.submit(["password": Self.password])
        #expect(await browser.status == .tooManyRequests)
        #expect(await browser.page.contains("Too many attempts."))
        #expect(try await stored(account) == account)
    }

    @Test func rejectsUsedLink() async throws {
        _ = try await register()
        let link = try await link()
        let browser = ScriptedBrowser(on: server)
        await browser.open(link)
        var values = try #require(await browser.forms.last?.values)
        values["password"] = Self.password
        try await browser.submit(["password": Self.password], action: "continue")
        await browser.open(link)
        #expect(await browser.status == .gone)
        #expect(await browser.heading == "This link no longer works")
        await browser.post(values, to: try web.url("/link"))
        #expect(await browser.status == .gone)
        #expect(await browser.heading == "This link no longer works")
    }

    @Test func invalidatesLinkWhenItsCodeIsUsed() async throws {
        let account = try await register()
        let link = try await link()
        let code = try #require(try await server.mailedCode(to: Self.email))
        _ = try await server.identity.accounts.addresses.verify(.email, of: account, code: code, call)
        let browser = ScriptedBrowser(on: server)
        await browser.open(link)
        #expect(await browser.status == .gone)
    }

    @Test func rejectsExpiredLink() async throws {
        let account = try await register()
        let link = try await link()
        let browser = ScriptedBrowser(on: server)
        await browser.open(link)
        server.clock.advance(by: server.identity.settings.lifetimes.addressCode + 1)
        try await browser.submit(["password": Self.password], action: "continue")
        #expect(await browser.heading == "This link no longer works")
        await browser.open(link)
        #expect(await browser.heading == "This link no longer works")
        #expect(try await stored(account).identifier(.email) == nil)
    }

    @Test(arguments: [
        "", "?token=", "?token=a.b", "?token=..", "?other=1",
        "?token=" + String(repeating: "a", count: 5_000),
    ])
    func explainsMalformedLink(query: String) async throws {
        let response = await web.send(.get, "/link" + query)
        #expect(response.status == .gone)
        #expect(response.text.contains("This link no longer works"))
        #expect(response.fields[.setCookie] == nil)
    }

    @Test func rejectsLinkWithOtherCode() async throws {
        let account = try await register()
        let validLink = try await link()
        let text = try #require(validLink.query()?.split(separator: "=").last.map(String.init))
        let messageLink = try #require(MessageLink(text))
        let digits = try #require(try await server.mailedCode(to: Self.email))
        // The emailed digits, for which few attempts are allowed, do not form a link.
        for code in [digits, "x", String(messageLink.code.dropLast())] {
            let forged = MessageLink(flow: messageLink.flow, code: code)
            let response = await web.send(.get, forged.address(below: ""))
            #expect(response.status == .gone)
        }
        let browser = ScriptedBrowser(on: server)
        await browser.open(validLink)
        try await browser.submit(["password": Self.password], action: "continue")
        #expect(try await stored(account).identifier(.email)?.value == Self.email)
    }

    @Test func reportsAddressConfirmedByAnotherAccount() async throws {
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
        #expect(await late.heading == "This address is already in use")
        #expect(try await stored(first).identifier(.email)?.value == Self.email)
        #expect(try await stored(second).identifier(.email) == nil)
    }

    @Test(arguments: [(RecoveryChannel.email, email), (.smsLink, number)])
    func setsNewPassword(channel: RecoveryChannel, address: String) async throws {
        let account = try await member()
        let old = try await stored(account).passwordHash
        try await server.identity.accounts.recovery.request(of: .account(account.id), by: channel, call)
        let browser = ScriptedBrowser(on: server)
        let used = try await link(to: address)
        await browser.open(used)
        #expect(await browser.heading == "Choose a new password")
        #expect(await browser.page.contains(address))

        for (typed, problem) in [
            ("", "Enter your password."), ("short", "Use at least 8 characters."),
            (
                "password1234",
                "Too easy to guess: it contains a common word or name. Try a few unrelated words."
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
        #expect(await browser.heading == "Password changed")
        #expect(await browser.location.absoluteString == "https://login.example.com/link/password?client=app")
        #expect(try await stored(account).passwordHash != old)
        await browser.open(used)
        #expect(await browser.status == .gone)
    }

    @Test(arguments: [nil, "", "wrong"]) func rejectsFormWithoutToken(token: String?) async throws {
        let account = try await register()
        let browser = ScriptedBrowser(on: server)
        await browser.open(try await link())
        var values = try #require(await browser.forms.last?.values)
        values["csrf"] = token
        values["password"] = Self.password
        await browser.post(values, to: try web.url("/link"))
        #expect(await browser.status == .unprocessableContent)
        #expect(await browser.heading == "Confirm your email address")
        #expect(try await stored(account).identifier(.email) == nil)
        try await browser.submit(["password": Self.password], action: "continue")
        #expect(await browser.heading == "Email address confirmed")
    }

    @Test func sendsNoReferrer() async throws {
        _ = try await register()
        let path = try #require(try await link().absoluteString.split(separator: "example.com").last).description
        for response in [await web.send(.get, path), await web.send(.get, "/link?token=a.b")] {
            #expect(response.fields[HTTPField.Name("Referrer-Policy") ?? .accept] == "no-referrer")
            #expect(response.fields[.cacheControl] == "no-store")
            #expect(response.fields[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            #expect(response.fields[.contentSecurityPolicy]?.contains("form-action 'self';") == true)
            #expect(response.fields[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
        }
        let head = await web.send(.head, path)
        #expect(head.status == .ok && head.body.isEmpty)
    }

    @Test func explainsDisabledAccount() async throws {
        let account = try await register()
        let link = try await link()
        try await server.identity.accounts.status.setDisabled(true, of: account, call)
        let browser = ScriptedBrowser(on: server)
        await browser.open(link)
        #expect(await browser.status == .forbidden)
        #expect(await browser.heading == "Your account is disabled")
        #expect(await browser.page.contains("Contact the app’s support team."))
    }

    @Test func namesServerForUnknownClientOnResultPage() async throws {
        let response = await web.send(.get, "/link/confirmed?client=unknown%22%3E")
        #expect(response.status == .ok)
        #expect(response.text.contains("go back to login.example.com") && !response.text.contains("unknown"))
    }
}
