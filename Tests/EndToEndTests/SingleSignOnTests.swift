import Foundation
import Gatehouse
import GatehouseStore
import GatehouseTesting
import Testing

@Suite struct SingleSignOnTests {
    private static let redirectURI = "com.example.second:/callback"

    /// Installs a second app on the device; it shares the browser.
    private func second(beside first: Device, in world: World) async throws -> Device {
        try await world.server.clients.addPublic("second", name: "Second App", redirectURIs: [Self.redirectURI])
        let redirectURI = try #require(URL(string: Self.redirectURI))
        return Device(
            of: "second",
            on: world.server,
            browser: first.browser,
            change: {
                $0.redirectURI = redirectURI
                $0.userAgent = ScriptedUserAgent(first.browser, redirectURI: redirectURI) { [server = world.server] in
                    try await ScriptedUser.ada.signIn(in: $0, on: server)
                }
            },
            script: { _ in }
        )
    }

    @Test(arguments: Backend.allCases)
    func signsInSecondAppFromBrowserSession(backend: Backend) async throws {
        let world = try await World(on: backend)
        let first = world.device()
        let one = try await first.app.signIn(scopes: [.email])
        let mails = try await world.server.mailCount
        let second = try await second(beside: first, in: world)
        let two = try await second.app.signIn(scopes: [.email])
        #expect(two.account.id == one.account.id)
        #expect(try await world.server.mailCount == mails, "The second sign-in needs no authentication.")
        #expect(try await world.liveSessions() == 2)

        try await first.app.signOut()
        #expect(try await failure { try await one.user() }.code == .signedOut)
        #expect(try await two.user().email == "ada@example.com")
        #expect(try await world.liveSessions() == 1)
    }

    @Test(arguments: Backend.allCases)
    func requiresAuthenticationAfterBrowserSignOut(backend: Backend) async throws {
        let world = try await World(on: backend)
        let first = world.device { $0.postLogoutRedirectURI = TestServer.appRedirectURI }
        try await first.app.signIn()
        let second = try await second(beside: first, in: world)
        try await second.app.signIn()
        let mails = try await world.server.mailCount

        let result = try await first.app.signOut(endingBrowserSession: true)
        #expect(result.browser == .ended)
        // `offline_access` lets the second app's session continue without the browser session.
        let offline = try await second.app.signIn(interaction: .never)
        #expect(try await offline.user().id == offline.account.id)

        world.server.clock.advance(by: 60)
        let again = try await second.app.signIn(scopes: [.email], interaction: .addAccount)
        #expect(try await world.server.mailCount == mails + 1, "The browser session has ended.")
        #expect(again.account.id == offline.account.id)
    }
}
