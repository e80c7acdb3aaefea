import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct KiiUserSwitchTests {
    @Test(arguments: Backend.allCases)
    func switchesBetweenStoredAccessTokens(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = try KiiDevice(of: try await world.server.clients.addKii(), on: world.server)
        let users = device.users
        let ada = try await users.register(.named("ada")).accessToken.reveal()
        let bob = try await users.register(.named("bob")).accessToken.reveal()
        for _ in 0..<3 {
            let first = try await users.logIn(accessToken: ada)
            #expect(try device.current == "ada")
            #expect((first.expiresAt, first.refreshToken) == (.distantFuture, nil))
            let second = try await users.logIn(accessToken: bob)
            #expect(try device.current == "bob")
            #expect(try await users.read(second.session).loginName == "bob")
            #expect(try await failure { try await users.read(first.session) }.code == .signedOut)
        }
        #expect(device.tokenRequests == 0)
        try users.logOut()
        #expect(try device.current == nil)
        #expect(try await device.relaunched().logIn(accessToken: ada).user.loginName == "ada")
        world.server.clock.advance(by: 300 * 24 * 3600)
        #expect(try await users.logIn(accessToken: bob).user.loginName == "bob")
    }

    @Test(arguments: Backend.allCases)
    func refreshesTokenWithLessThanFiveMinutesLeft(backend: Backend) async throws {
        let world = try await World(on: backend)
        let app = try await world.server.clients.addKii(options: .init(hasRefreshTokens: true))
        let device = try KiiDevice(of: app, on: world.server)
        let login = try await device.users.register(.named("ada"))
        #expect(login.session.isRefreshable)
        world.server.clock.advance(by: 3300 - 1)
        _ = try await device.users.read(login.session)
        #expect(device.tokenRequests == 0)
        world.server.clock.advance(by: 1)
        device.network.failNext("/api/apps/kii-app/oauth2/token", with: .dropsResponse)
        // The device still considers the old token valid; the server rejects it because its refresh succeeded.
        _ = try await device.users.read(login.session)
        #expect(device.tokenRequests == 2)
        let now = try #require(try device.relaunched().current())
        #expect(now.accessToken != login.accessToken)
        #expect(now.refreshToken != login.refreshToken)
        #expect(now.expiresAt == world.server.clock.now.addingTimeInterval(3600))
        let old = try await failure { try await device.users.logIn(accessToken: login.accessToken.reveal()) }
        #expect(old.response?.error == "WRONG_TOKEN", "A refresh revokes the previous access token.")
        #expect(try device.current == "ada")
    }

    @Test func restoresSessionFromRefreshToken() async throws {
        let world = try await World()
        let app = try await world.server.clients.addKii(options: .init(hasRefreshTokens: true))
        let device = try KiiDevice(of: app, on: world.server)
        let ada = try await device.users.register(.named("ada"))
        _ = try await device.users.register(.named("bob"))
        world.server.clock.advance(by: 20 * 24 * 3600)
        let refreshToken = ada.refreshToken?.reveal()
        let login = try await device.users.logIn(
            accessToken: ada.accessToken.reveal(),
            expiresAt: ada.expiresAt,
            refreshToken: refreshToken
        )
        #expect(login.user.loginName == "ada")
        #expect(login.expiresAt == world.server.clock.now.addingTimeInterval(3600))
        #expect(try await device.users.read(login.session).loginName == "ada")
    }

    @Test func keepsCurrentUserWhenTokenIsRejected() async throws {
        let world = try await World()
        let server = world.server
        let app = try await server.clients.addKii(options: .init(hasAdministrator: true))
        let other = try await server.clients.addKii("other-app")
        let device = try KiiDevice(of: app, on: server)
        let foreign = try await KiiDevice(of: other, on: server).users.register(.named("eve")).accessToken.reveal()
        let removed = try await device.users.register(.named("gone"))
        let deleted = removed.accessToken.reveal()
        try await device.users.delete(removed.session)
        #expect(try device.current == nil)
        let changed = try await device.users.register(.named("bob"))
        try await device.users.changePassword(changed.session, from: .lanterns, to: .kettles)
        let ended = changed.accessToken.reveal()
        let browserApp = world.device { $0.dpop = .off }.app
        let openID = try await browserApp.signIn(scopes: [.profile]).accessToken().value
        let unsigned = "eyJhbGciOiJub25lIn0." + openID.split(separator: ".")[1] + "."

        _ = try await device.users.register(.named("ada"))
        let ada = try #require(try device.users.current())
        let valid = ada.accessToken.reveal()
        let before = try await device.client.configuration.tokenStore.load(device.key)
        let tokens = [
            foreign, deleted, ended, openID, unsigned, String(valid.dropLast()), valid + "x", "st.a.b.c.d", ".",
        ]
        for token in tokens {
            let error = try await failure { try await device.users.logIn(accessToken: token) }
            #expect(
                (error.code, error.response?.error, error.response?.httpStatus) == (
                    .requestRejected, "WRONG_TOKEN", 403
                ),
                "\(token)"
            )
        }
        let count = device.network.paths.count
        for token in ["", "a b", "ä", String(repeating: "x", count: 1 << 20)] {
            #expect(try await failure { try await device.users.logIn(accessToken: token) }.code == .requestRejected)
        }
        #expect(device.network.paths.count == count, "Malformed tokens are rejected without a request.")
        #expect(try await device.client.configuration.tokenStore.load(device.key) == before)
        #expect(try await device.users.read(ada.session).loginName == "ada")
    }
}

extension KiiDevice {
    /// The key of the device's entry in the token store.
    var key: TokenStoreKey {
        TokenStoreKey(issuer: client.configuration.issuer.absoluteString, clientID: client.configuration.clientID)
    }
}
