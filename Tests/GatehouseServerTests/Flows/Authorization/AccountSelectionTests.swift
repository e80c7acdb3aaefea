import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// The account of an authorization request in a browser with several accounts.
@Suite struct AccountSelectionTests {
    private let password = "correct horse battery"
    private let ada = "ada@example.com"
    private let bob = "bob@example.com"

    private struct Setup {
        let server: CompleteServer
        let browser: BrowserContext
        /// The accounts by address.
        let accounts: [String: Account.ID]

        /// Returns the address of the account for which a request without a page succeeds.
        func email(of decision: AuthorizationDecision) async throws -> String? {
            let id = try await server.account(of: decision.code)
            return accounts.first { $0.value == id }?.key
        }
    }

    /// Signs users in, 100 seconds apart; the last one is the current user.
    private func setup(signingIn emails: String..., others: [String] = []) async throws -> Setup {
        let server = try await CompleteServer.with { $0.redirectURIs = [ServerHarness.redirectURI] }
        var accounts: [String: Account.ID] = [:]
        for email in emails + others {
            accounts[email] = try await server.addAccount(email, password: password).id
        }
        var browser: BrowserContext?
        for email in emails {
            var driver = try await BrowserDriver(on: server, in: browser)
            try await driver.signIn(email, password: password)
            browser = driver.browser
            server.clock.advance(by: 100)
        }
        return Setup(server: server, browser: try #require(browser), accounts: accounts)
    }

    @Test func selectsCurrentAccountWithoutHint() async throws {
        let setup = try await setup(signingIn: ada, bob)
        let decision = try await setup.browser.authorize([.prompt: "none"], on: setup.server)
        #expect(try await setup.email(of: decision) == bob)
    }

    @Test(arguments: ["none", nil]) func selectsAccountOfLoginHint(prompt: String?) async throws {
        let setup = try await setup(signingIn: ada, bob)
        for hint in [ada, bob, "ADA@example.com"] {
            let decision = try await setup.browser.authorize([.prompt: prompt, .loginHint: hint], on: setup.server)
            #expect(try await setup.email(of: decision) == hint.lowercased())
        }
    }

    @Test func selectsCurrentAccountForUnmatchedLoginHintWithPage() async throws {
        let setup = try await setup(signingIn: ada, bob, others: ["carol@example.com"])
        for hint in ["carol@example.com", "unknown@example.com", "no address"] {
            let decision = try await setup.browser.authorize([.loginHint: hint], on: setup.server)
            #expect(try await setup.email(of: decision) == bob)
        }
    }

    @Test func rejectsOtherLoginHintWithoutPage() async throws {
        let several = try await setup(signingIn: ada, bob, others: ["carol@example.com"])
        let single = try await setup(signingIn: ada, others: ["carol@example.com"])
        for hint in ["carol@example.com", "unknown@example.com"] {
            let request: [ParameterName: String?] = [.prompt: "none", .loginHint: hint]
            let ambiguous = try await several.browser.authorize(request, on: several.server)
            #expect(ambiguous.error == .accountSelectionRequired)
            #expect(try await single.browser.authorize(request, on: single.server).error == .loginRequired)
        }
        let own: [ParameterName: String?] = [.prompt: "none", .loginHint: ada]
        #expect(try await single.email(of: try await single.browser.authorize(own, on: single.server)) == ada)
    }

    @Test func appliesMaximumAgeToSelectedAccount() async throws {
        let setup = try await setup(signingIn: ada, bob)
        for (hint, isRecent) in [(ada, false), (bob, true)] {
            let request: [ParameterName: String?] = [.prompt: "none", .loginHint: hint, .maxAge: "150"]
            let decision = try await setup.browser.authorize(request, on: setup.server)
            #expect(decision.error == (isRecent ? nil : .loginRequired))
            #expect(try await setup.email(of: decision) == (isRecent ? hint : nil))
        }
        let login = try await setup.browser.authorize([.prompt: "login", .loginHint: ada], on: setup.server)
        #expect(login.flow?.step.email == ada)
    }

    @Test func readsOneBrowserSessionForOneAccount() async throws {
        let store = SpyStore()
        let server = try await CompleteServer.with(store: store) { $0.redirectURIs = [ServerHarness.redirectURI] }
        try await server.addAccount(ada, password: password)
        var driver = try await BrowserDriver(on: server)
        try await driver.signIn(ada, password: password)
        let before = store.operations.count
        let slots = try await server.identity.browserSessions.resolve(driver.browser.slots.secrets)
        let browser = BrowserContext(binding: driver.browser.binding, slots: slots)
        let decision = try await browser.authorize([.prompt: "none"], on: server)
        #expect(decision.code != nil)
        #expect(
            store.operations.dropFirst(before).map { $0.prefix { $0 != "(" } } == [
                "browserSession", "client", "resources", "account", "consent", "code.insert",
            ]
        )
    }
}
