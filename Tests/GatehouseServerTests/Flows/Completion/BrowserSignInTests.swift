import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// The browser session that a sign-in starts, and the browsers that the server knows.
@Suite struct BrowserSignInTests {
    private let email = "ada@example.com"
    private let password = "correct horse battery"
    private let notice = "New sign-in to your Example App account"
    private let userAgent = "Mozilla/5.0 (X11; Linux x86_64) Example/1.0"

    /// Returns a server with an account, whose client can get a code without a page.
    private func server(store: any Store = MemoryStore()) async throws -> CompleteServer {
        let server = try await CompleteServer.withNewBrowserMail(store: store) {
            $0.redirectURIs = [ServerHarness.redirectURI]
        }
        try await server.addAccount(email, password: password)
        return server
    }

    private func notices(_ server: CompleteServer) async throws -> Int {
        try await server.subjects(to: email).count { $0 == notice }
    }

    /// Signs the user in and returns the browser.
    private func signedIn(
        _ server: CompleteServer,
        in browser: BrowserContext? = nil,
        endsWithBrowser: Bool = false,
        userAgent: String? = nil
    ) async throws -> BrowserContext {
        var driver = try await BrowserDriver(on: server, in: browser, userAgent: userAgent)
        try await driver.signIn(email, password: password, endsWithBrowser: endsWithBrowser)
        #expect(driver.hasCode)
        return driver.browser
    }

    /// Returns the browser without its sessions, as after signing out.
    private func signedOut(_ browser: BrowserContext, _ server: CompleteServer) async throws -> BrowserContext {
        let context = RequestMetadata(address: nil, requestID: "request-3")
        try await server.identity.browserSessions.end(browser.sessions, client: nil, context: context)
        return BrowserContext(binding: browser.binding, device: browser.device)
    }

    @Test func storesDevice() async throws {
        let server = try await server()
        let session = try #require(try await signedIn(server, userAgent: userAgent).session)
        #expect(session.device == DeviceDescription(userAgent: userAgent, address: "198.51.100.7"))
        #expect(session.lastUsedAt == server.clock.now && !session.endsWithBrowser)
    }

    @Test func recordsUseOfSessionOnceAMinute() async throws {
        let server = try await server()
        let browser = try await signedIn(server, userAgent: userAgent)
        let session = try #require(browser.session)
        let start = server.clock.now
        for (seconds, used) in [(59.999, 0.0), (0.001, 60), (59, 60), (1, 120)] {
            server.clock.advance(by: seconds)
            let slots = try await server.identity.browserSessions.resolve(browser.slots.secrets)
            let current = BrowserContext(binding: browser.binding, slots: slots)
            #expect(try await current.authorize([.prompt: "none"], on: server).code != nil)
            let stored = try await server.store.browserSession(session.id)
            #expect(stored?.lastUsedAt == start + used)
            let device = used == 0 ? session.device : DeviceDescription(userAgent: "Example/2", address: "198.51.100.7")
            #expect(stored?.device == device)
        }
    }

    @Test func recordsUseInCommitOfCode() async throws {
        let store = SpyStore()
        let server = try await server(store: store)
        let browser = try await signedIn(server)
        server.clock.advance(by: 60)
        let before = store.commits
        _ = try await browser.authorize([.prompt: "none"], on: server)
        #expect(store.commits == before + 1)
        #expect(store.operations.last == "code.insert+browserSession.touch")
    }

    @Test func ignoresFailureToRecordUse() async throws {
        let store = SpyStore()
        let server = try await server(store: store)
        let session = try #require(try await signedIn(server).session)
        let sessions = server.identity.browserSessions
        let context = RequestMetadata(address: "192.0.2.9", requestID: "request-4", userAgent: nil)
        let commits = store.commits
        await sessions.recordUse(of: session, context: context)
        #expect(store.commits == commits)
        server.clock.advance(by: 60)
        store.isDown = true
        await sessions.recordUse(of: session, context: context)
        store.isDown = false
        #expect(try await store.browserSession(session.id)?.lastUsedAt == session.lastUsedAt)
        await sessions.recordUse(of: session, context: context)
        #expect(try await store.browserSession(session.id)?.lastUsedAt == server.clock.now)
        #expect(try await store.browserSession(session.id)?.device.address == "192.0.2.9")
    }

    @Test func notifiesOfNewBrowserOnce() async throws {
        let server = try await server()
        let first = try await signedIn(server, userAgent: userAgent)
        #expect(try await notices(server) == 1)
        let mail = try #require(server.delivered.mails.first { $0.subject == notice })
        #expect(mail.text.contains("before: \(userAgent). If this was you"))
        #expect(mail.text.contains("secure your account on this page:"))

        let again = try await signedIn(server, in: first)
        let later = try await signedIn(server, in: try await signedOut(again, server))
        #expect(later.device == first.device)
        #expect(try await notices(server) == 1)
        _ = try await signedIn(server)
        #expect(try await notices(server) == 2)
    }

    @Test func recognizesBrowserForAYearAfterLastSignIn() async throws {
        let server = try await server()
        let year: TimeInterval = 365 * 86_400
        let account = try #require(try await server.account(email)).id
        var browser = try await signedOut(try await signedIn(server), server)
        let known = try await server.store.knownBrowsers(of: account)
        #expect(known.map(\.expiresAt) == [server.clock.now + year])
        // A notice that is not delivered in time expires.
        #expect(try await notices(server) == 1)
        #expect(known.map(\.hash) == [OpaqueToken.hash(of: try #require(browser.device).reveal())])
        server.clock.advance(by: year - 1)
        browser = try await signedOut(try await signedIn(server, in: browser), server)
        #expect(try await notices(server) == 1)
        #expect(try await server.store.knownBrowsers(of: account).map(\.expiresAt) == [server.clock.now + year])
        server.clock.advance(by: year)
        browser = try await signedOut(try await signedIn(server, in: browser), server)
        #expect(try await notices(server) == 2)
    }

    @Test func recognizesBrowserPerAccount() async throws {
        let server = try await server()
        try await server.addAccount("bob@example.com", password: password)
        var driver = try await BrowserDriver(on: server, in: try await signedIn(server))
        try await driver.signIn("bob@example.com", password: password)
        #expect(try await server.subjects(to: "bob@example.com") == [notice])
        #expect(try await notices(server) == 1)
    }

    @Test func omitsNoticeOfRegistration() async throws {
        let server = try await CompleteServer.withNewBrowserMail()
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByCode(email: email))
        try await driver.submitMailedCode(to: email)
        #expect(driver.hasCode)
        #expect(try await notices(server) == 0)
        let account = try #require(driver.browser.session?.accountID)
        #expect(try await server.store.knownBrowsers(of: account).count == 1)
    }

    @Test func omitsNoticeIfTurnedOff() async throws {
        let server = try await CompleteServer.with()
        let account = try await server.addAccount(email, password: password)
        let browser = try await signedIn(server)
        #expect(try await server.mailCount == 0)
        // The browser is known when the setting is turned on.
        #expect(browser.device != nil)
        #expect(try await server.store.knownBrowsers(of: account.id).count == 1)
    }

    @Test func describesBrowserInOneShortLine() async throws {
        let cases: [(agent: String?, text: String)] = [
            (nil, "198.51.100.7"), ("", "198.51.100.7"), ("\u{202E}\u{7}", "198.51.100.7"),
            ("Example/1 (+https://evil.example/)", "Example/1"), ("a  b\u{A0}c", "a bc"),
            (String(repeating: "x", count: 161), String(repeating: "x", count: 159) + "…"),
        ]
        for (agent, text) in cases {
            let server = try await server()
            _ = try await signedIn(server, userAgent: agent)
            try await server.deliverMail()
            let mail = try #require(server.delivered.mails.first { $0.subject == notice })
            #expect(mail.text.contains("before: \(text). If this was you"), "\(mail.text)")
        }
    }

    @Test func endsSessionOnSharedComputerAfterTwelveHours() async throws {
        let server = try await server()
        let browser = try await signedIn(server, endsWithBrowser: true)
        let session = try #require(browser.session)
        #expect(session.endsWithBrowser)
        #expect(session.expiresAt == server.clock.now + 12 * 3_600)
        #expect(browser.device == nil)
        #expect(try await server.store.knownBrowsers(of: session.accountID).isEmpty)
        // The next one is as new as the first.
        _ = try await signedIn(server, in: try await signedOut(browser, server), endsWithBrowser: true)
        #expect(try await notices(server) == 2)
    }

    @Test func keepsChoiceAboutComputerAcrossSteps() async throws {
        let server = try await server()
        for (choices, result) in [([true], true), ([true, false], false), ([false, true], true)] {
            var driver = try await BrowserDriver(on: server)
            for choice in choices {
                try await driver.submit(.entered(.show(.signUp, email: email), EntryOptions(endsWithBrowser: choice)))
                #expect(driver.flow.state.entry?.endsWithBrowser == choice)
                try await driver.submit(.show(.signIn))
            }
            try await driver.submit(.reset(email: email))
            try await driver.submit(.show(.signIn))
            try await driver.submit(.signInByPassword(email: email))
            #expect(driver.flow.state.entry?.endsWithBrowser == result)
            try await driver.submit(.password(password))
            #expect(driver.browser.session?.endsWithBrowser == result)
            server.clock.advance(by: 30)
        }
    }

    @Test func appliesChoiceAboutComputerToRenewedSession() async throws {
        let server = try await server()
        let own = try await signedIn(server)
        let shared = try await signedIn(server, in: own, endsWithBrowser: true)
        #expect(shared.session?.id == own.session?.id)
        #expect(shared.session?.endsWithBrowser == true)
        #expect(shared.session?.expiresAt == server.clock.now + 12 * 3_600)
    }

    @Test func keepsChoiceAboutComputerInLaterFlows() async throws {
        let server = try await server()
        let shared = try await signedIn(server, endsWithBrowser: true)
        var driver = try await BrowserDriver(on: server, in: shared)
        try await driver.submit(.signInByPassword(email: email))
        try await driver.submit(.password(password))
        #expect(driver.browser.session?.endsWithBrowser == true)
        #expect(driver.browser.device == nil)
        let own = try await signedIn(server, in: driver.browser, endsWithBrowser: false)
        #expect(own.session?.endsWithBrowser == false)
    }
}
