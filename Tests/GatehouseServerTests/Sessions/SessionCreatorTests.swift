import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct SessionCreatorTests {
    @Test(arguments: [true, false])
    func createsNoSessionWhenBrowserSignsOutDuringRedemption(isOffline: Bool) async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let account = try await server.addAccount()
        // The first token generates the keys in a separate commit.
        _ = try await server.signIn(account, to: client)
        let browser = try await server.addBrowserSession(account)
        let before = try await server.store.sessions(of: account.id)
        let scopes: ScopeSet = isOffline ? [.openid, .offlineAccess] : [.openid]
        let code = try await server.addCode(client, account, browserSession: browser, request: .init(scopes: scopes))

        server.store.precede([.browserSession(.end(browser.id, at: server.now))])
        let error = try await oauthError { try await server.redeem(code, by: client) }
        #expect(error.code == .invalidGrant)
        #expect(try await server.store.sessions(of: account.id) == before)
        #expect(try await server.record(of: code)?.redeemedAt == nil)
    }
}
