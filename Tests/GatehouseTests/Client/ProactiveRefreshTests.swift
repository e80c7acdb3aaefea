import Foundation
import GatehouseTestSupport
import GatehouseTesting
import Testing

@testable import Gatehouse

@Suite(.timeLimit(.minutes(2))) struct ProactiveRefreshTests {
    /// A signed-in app whose token requests are counted.
    private struct App {
        let server = TestServer()
        let network: InProcessTransport
        let client: GatehouseClient

        init(expirationLeeway: Duration = .seconds(60)) async throws {
            network = InProcessTransport(to: server)
            try await server.clients.addPublic("app")
            try await server.users.add(email: "ada@example.com", password: "correct horse battery")
            let user = ScriptedUser(email: "ada@example.com", password: "correct horse battery")
            var configuration = server.configuration(clientID: "app", user: user, transport: network)
            configuration.expirationLeeway = expirationLeeway
            client = GatehouseClient(configuration: configuration)
        }

        var tokenRequests: Int { network.requests(for: .token) }

        /// Returns the access token as it is stored, without a refresh.
        var storedToken: String {
            get async throws { try #require(try await client.manager.sessions().currentSession).accessToken.reveal() }
        }

        /// Starts the refresh, and waits until it sleeps.
        func run() async throws -> Task<Void, Never> {
            let sleepers = server.clock.sleeperCount
            let task = Task { await ProactiveRefresh(of: client).run() }
            try await waitUntil { server.clock.sleeperCount > sleepers }
            return task
        }

        /// Advances the clock to the moment of the next refresh, and waits for its token.
        func advanceToRefresh(from token: String) async throws {
            let stored = try #require(try await client.manager.sessions().currentSession)
            let remaining = stored.expiresAt.timeIntervalSince(server.clock.now)
            server.clock.advance(by: remaining - 61)
            try await waitUntil { try await storedToken != token }
        }
    }

    @Test func refreshesShortlyBeforeTokenIsAboutToExpire() async throws {
        let app = try await App()
        let session = try await app.client.signIn()
        let first = try await session.accessToken()
        let task = try await app.run()
        defer { task.cancel() }
        let remaining = first.expiresAt.timeIntervalSince(app.server.clock.now)
        app.server.clock.advance(by: remaining - 62)
        #expect(try await session.accessToken() == first)
        #expect(app.tokenRequests == 1)
        app.server.clock.advance(by: 1)
        try await waitUntil { try await app.storedToken != first.value }
        #expect(app.tokenRequests == 2)
        // Without it, this call would refresh.
        app.server.clock.advance(by: 30)
        #expect(try await session.accessToken().value != first.value)
        #expect(app.tokenRequests == 2)
    }

    @Test func continuesAfterFailure() async throws {
        let app = try await App()
        let session = try await app.client.signIn()
        let first = try await session.accessToken().value
        let task = try await app.run()
        defer { task.cancel() }
        app.network.failNext(.token, with: .dropsRequest)
        let remaining = try await session.accessToken().expiresAt.timeIntervalSince(app.server.clock.now)
        app.server.clock.advance(by: remaining - 61)
        try await waitUntil { app.tokenRequests == 2 }
        try await waitUntil {
            app.server.clock.advance(by: 1)
            return try await app.storedToken != first
        }
        let second = try await app.storedToken
        // The next tokens are refreshed in time, too.
        try await waitUntil {
            app.server.clock.advance(by: 30)
            return try await app.storedToken != second
        }
        let stored = try #require(try await app.client.manager.sessions().currentSession)
        #expect(stored.expiresAt > app.server.clock.now.addingTimeInterval(3000))
    }

    @Test func followsSignIn() async throws {
        let app = try await App()
        let task = Task { await ProactiveRefresh(of: app.client).run() }
        defer { task.cancel() }
        let sleepers = app.server.clock.sleeperCount
        let session = try await app.client.signIn()
        try await waitUntil { app.server.clock.sleeperCount > sleepers }
        try await app.advanceToRefresh(from: try await session.accessToken().value)
        #expect(app.tokenRequests == 2)
    }

    @Test func pausesBetweenRefreshesOfShortLivedTokens() async throws {
        let app = try await App(expirationLeeway: .seconds(3600))
        _ = try await app.client.signIn()
        let task = try await app.run()
        defer { task.cancel() }
        #expect(app.tokenRequests == 2)
        app.server.clock.advance(by: 29)
        #expect(app.tokenRequests == 2)
        app.server.clock.advance(by: 1)
        try await waitUntil { app.tokenRequests == 3 }
    }

    @Test func endsWithTask() async throws {
        let app = try await App()
        let session = try await app.client.signIn()
        let task = try await app.run()
        let sleepers = app.server.clock.sleeperCount
        task.cancel()
        await task.value
        try await waitUntil { app.server.clock.sleeperCount < sleepers }
        app.server.clock.advance(by: 3539)
        #expect(app.tokenRequests == 1)
        _ = session
    }
}
