import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Several accounts in one browser.
@Suite struct BrowserAccountTests {
    private let password = "correct horse battery"

    /// Returns a server with accounts, whose client can get a code without a page.
    private func server(
        with emails: String...,
        store: any Store = MemoryStore(),
        limits: RateLimits = RateLimits()
    ) async throws -> CompleteServer {
        let server = try await CompleteServer.with(limits: limits, store: store) {
            $0.redirectURIs = [ServerHarness.redirectURI]
        }
        for email in emails { try await server.addAccount(email, password: password) }
        return server
    }

    /// Signs users in, one after another, and returns the browser with the last one as the current user.
    private func browser(
        _ server: CompleteServer,
        signedInAs emails: String...,
        after seconds: TimeInterval = 0
    ) async throws -> BrowserContext {
        var browser: BrowserContext?
        for email in emails {
            server.clock.advance(by: seconds)
            var driver = try await BrowserDriver(on: server, in: browser)
            try await driver.signIn(email, password: password)
            browser = driver.browser
        }
        return try #require(browser)
    }

    private func id(_ email: String, _ server: CompleteServer) async throws -> Account.ID {
        try #require(try await server.account(email)).id
    }

    @Test func keepsFormerAccount() async throws {
        let server = try await server(with: "ada@example.com", "bob@example.com")
        let first = try await browser(server, signedInAs: "ada@example.com")
        let before = try #require(first.session)
        var driver = try await BrowserDriver(on: server, in: first)
        try await driver.signIn("bob@example.com", password: password)
        let (ada, bob) = (try await id("ada@example.com", server), try await id("bob@example.com", server))
        #expect(driver.browser.sessions.map(\.accountID) == [bob, ada])
        #expect(driver.browser.sessions.last == before)
        #expect(driver.browser.session?.secretHash != before.secretHash)
    }

    @Test func renewsSessionOfAccountInAnotherSlot() async throws {
        let server = try await server(with: "ada@example.com", "bob@example.com")
        let both = try await browser(server, signedInAs: "ada@example.com", "bob@example.com")
        var driver = try await BrowserDriver(on: server, in: both)
        try await driver.signIn("ada@example.com", password: password)
        #expect(driver.browser.sessions.map(\.id) == both.sessions.map(\.id).reversed())
        #expect(driver.browser.session?.secretHash != both.sessions.last?.secretHash)
        #expect(driver.browser.sessions.last == both.session)
    }

    @Test func endsLeastRecentlyUsedSessionForNinthAccount() async throws {
        let server = try await server()
        var last: BrowserContext?
        for number in 0..<9 {
            server.clock.advance(by: 60)
            try await server.addAccount("\(number)@example.com", password: password)
            var driver = try await BrowserDriver(on: server, in: last)
            try await driver.signIn("\(number)@example.com", password: password)
            last = driver.browser
        }
        let accounts = try #require(last?.sessions.map(\.accountID))
        #expect(accounts.count == BrowserSlots.capacity)
        let dropped = try await id("0@example.com", server)
        #expect(!accounts.contains(dropped))
        #expect(try await server.store.browserSessions(of: dropped).isEmpty)
        #expect(accounts.first == (try await id("8@example.com", server)))
    }

    @Test func continuesWithChosenAccount() async throws {
        let server = try await server(with: "ada@example.com", "bob@example.com")
        let both = try await browser(server, signedInAs: "ada@example.com", "bob@example.com")
        let flow = try #require(try await both.authorize([.prompt: "select_account"], on: server).flow)
        let choices = try await server.identity.flows.chooser.choices(for: flow, in: both, at: server.clock.now)
        #expect(choices.map(\.account.email?.value) == ["bob@example.com", "ada@example.com"])
        #expect(choices.map(\.mustSignIn) == [false, false])

        var driver = try await BrowserDriver(on: server, in: both)
        driver.resume(flow)
        let ada = try await id("ada@example.com", server)
        try await driver.submit(.chooseAccount(ada))
        #expect(driver.hasCode)
        #expect(driver.browser.session?.accountID == ada)
        // The secret is the same: nothing was proven.
        #expect(driver.browser.sessions == both.sessions.reversed())
        #expect(try await server.account(of: try await driver.browser.authorize(on: server).code) == ada)
    }

    @Test func requiresNewSignInOfChosenAccountIfTooOld() async throws {
        let server = try await server(with: "ada@example.com", "bob@example.com")
        let both = try await browser(server, signedInAs: "ada@example.com", "bob@example.com", after: 100)
        let request: [ParameterName: String?] = [.prompt: "select_account", .maxAge: "50"]
        let flow = try #require(try await both.authorize(request, on: server).flow)
        let choices = try await server.identity.flows.chooser.choices(for: flow, in: both, at: server.clock.now)
        #expect(choices.map(\.mustSignIn) == [false, true])

        var driver = try await BrowserDriver(on: server, in: both)
        driver.resume(flow)
        try await driver.submit(.chooseAccount(try await id("ada@example.com", server)))
        #expect((driver.step.mode, driver.step.email) == (.signIn, "ada@example.com"))
        #expect(driver.browser.sessions == both.sessions)
    }

    @Test func offersOnlyAccountsOfBrowser() async throws {
        let server = try await server(with: "ada@example.com", "bob@example.com")
        let other = try await browser(server, signedInAs: "ada@example.com")
        let own = try await browser(server, signedInAs: "bob@example.com")
        let flow = try #require(try await own.authorize([.prompt: "select_account"], on: server).flow)
        let chooser = server.identity.flows.chooser
        let signedOut = BrowserContext(binding: own.binding)
        #expect(try await chooser.choices(for: flow, in: signedOut, at: server.clock.now).isEmpty)
        var driver = try await BrowserDriver(on: server, in: own)
        driver.resume(flow)
        try await driver.submit(.chooseAccount(try #require(other.session?.accountID)))
        #expect(driver.step.mode == .signIn)
    }

    @Test func omitsDisabledAccountFromChoice() async throws {
        let server = try await server(with: "ada@example.com", "bob@example.com")
        let both = try await browser(server, signedInAs: "ada@example.com", "bob@example.com")
        let flow = try #require(try await both.authorize([.prompt: "select_account"], on: server).flow)
        var account = try #require(try await server.account("ada@example.com"))
        account.disabledAt = server.clock.now
        account.revision += 1
        try await server.store.commit([.account(.update(account))])
        let choices = try await server.identity.flows.chooser.choices(for: flow, in: both, at: server.clock.now)
        #expect(choices.map(\.account.email?.value) == ["bob@example.com"])
        var driver = try await BrowserDriver(on: server, in: both)
        driver.resume(flow)
        #expect(await driver.rejection(.chooseAccount(account.id)) == .accountDisabled)
    }

    @Test func offersOtherAccountsInsteadOfConsentingOne() async throws {
        let server = try await server(with: "ada@example.com", "bob@example.com")
        let both = try await browser(server, signedInAs: "ada@example.com", "bob@example.com")
        let flow = try #require(try await both.authorize([.prompt: "consent"], on: server).flow)
        var driver = try await BrowserDriver(on: server, in: both)
        driver.resume(flow)
        #expect(driver.step.name == "consent")
        try await driver.submit(.otherAccount)
        #expect(driver.step.name == "chooseAccount")
        try await driver.submit(.otherAccount)
        #expect(driver.step.mode == .signIn)

        let single = try await browser(server, signedInAs: "ada@example.com")
        driver = try await BrowserDriver(on: server, in: single)
        driver.resume(try #require(try await single.authorize([.prompt: "consent"], on: server).flow))
        try await driver.submit(.otherAccount)
        #expect(driver.step.mode == .signIn)
    }

    @Test func leavesOneSessionAfterConcurrentSignIns() async throws {
        var limits = RateLimits()
        limits.passwordFailuresPerAccount = .init(0, per: 1)
        limits.failuresPerAddress = .init(0, per: 1)
        let server = try await server(with: "ada@example.com", limits: limits)
        let ada = try await id("ada@example.com", server)
        let known = try await browser(server, signedInAs: "ada@example.com")
        let unknown = BrowserContext(binding: server.identity.browserSessions.newBinding())
        for (browser, expected) in [(known, 1), (unknown, 2)] {
            var drivers: [BrowserDriver] = []
            for _ in 0..<50 {
                var driver = try await BrowserDriver(on: server, in: browser)
                try await driver.submit(.signInByPassword(email: "ada@example.com"))
                drivers.append(driver)
            }
            let codes = try await withThrowingTaskGroup(of: Bool.self) { group in
                for driver in drivers {
                    group.addTask { [password] in
                        var driver = driver
                        try await driver.submit(.password(password))
                        return driver.hasCode
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(codes == 50)
            #expect(try await server.store.browserSessions(of: ada).count == expected)
        }
    }

    @Test func startsNewSessionAfterSignOut() async throws {
        let server = try await server(with: "ada@example.com")
        let first = try await browser(server, signedInAs: "ada@example.com")
        let ended = try #require(first.session)
        try await server.identity.browserSessions.end(
            ended,
            client: nil,
            context: RequestMetadata(address: nil, requestID: "r")
        )
        var driver = try await BrowserDriver(on: server, in: BrowserContext(binding: first.binding))
        try await driver.signIn("ada@example.com", password: password)
        #expect(driver.browser.session?.id != ended.id)
        #expect(try await server.store.browserSessions(of: ended.accountID).count == 1)
    }

    @Test func keepsOtherAccountsWhenPasswordIsReset() async throws {
        let server = try await server(with: "ada@example.com", "bob@example.com")
        let both = try await browser(server, signedInAs: "ada@example.com", "bob@example.com")
        var driver = try await BrowserDriver(on: server, in: both)
        try await driver.submit(.reset(email: "ada@example.com"))
        try await driver.submitMailedCode(to: "ada@example.com")
        try await driver.submit(.newPassword("purple monkey dishwasher"))
        #expect(driver.hasCode)
        let (ada, bob) = (try await id("ada@example.com", server), try await id("bob@example.com", server))
        #expect(driver.browser.sessions.map(\.accountID) == [ada, bob])
        #expect(driver.browser.session?.id != both.sessions.last?.id)
        #expect(driver.browser.sessions.last == both.session)
        #expect(try await server.store.browserSessions(of: ada).map(\.id) == [driver.browser.session?.id])
    }
}
