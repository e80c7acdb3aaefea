import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import KiiSDK
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct StoredCredentialsTests {
    @Test(arguments: CallStyle.allCases)
    func restoresUserAfterRelaunchOffline(style: CallStyle) async throws {
        let device = Device()
        let id = device.server.add("ada", fields: ["city": "London"])
        device.server.change(id) {
            $0.emailAddress = "ada@example.com"
            $0.emailAddressVerified = true
            $0.phoneNumberPending = "+819012345678"
            $0.displayName = "Ada"
            $0.country = "GB"
            $0.locale = "en-GB"
        }
        device.launch()
        let token = try await KiiUser.authenticate("ada", withPassword: "analytical").accessToken
        let requests = device.server.requests.count
        device.launch()
        #expect(KiiUser.current() == nil)
        #expect(!KiiUser.loggedIn())
        let user = try #require(await KiiCall.restore.outcome(style).user)
        #expect(KiiUser.current() === user)
        #expect(device.server.requests.count == requests)
        #expect(user.userID == id)
        #expect(user.username == "ada")
        #expect(user.email == "ada@example.com")
        #expect(user.emailVerified)
        #expect(user.pendingPhoneNumber == "+819012345678")
        #expect(!user.phoneVerified)
        #expect(user.displayName == "Ada")
        #expect(user.country == "GB")
        #expect(user.locale?.localeString == "en-GB")
        #expect(user.accessToken == token)
        // Custom fields are not stored.
        #expect(user.getObjectForKey("city") == nil)
        try await user.refresh()
        #expect(user.getObjectForKey("city") as! String == "London")
    }

    @Test(arguments: CallStyle.allCases)
    func returns331WithoutStoredUser(style: CallStyle) async throws {
        let device = Device()
        device.launch()
        #expect(await KiiCall.restore.outcome(style).error?.code == 331)
        device.server.add("ada")
        try await KiiUser.authenticate("ada", withPassword: "analytical")
        KiiUser.logOut()
        #expect(KiiUser.current() == nil)
        #expect(await KiiCall.restore.outcome(style).error?.code == 331)
        device.launch()
        #expect(await KiiCall.restore.outcome(style).error?.code == 331)
        #expect(try device.slot == nil)
    }

    @Test(arguments: [
        (TokenStoreError.Code.locked, 1205), (.denied, 1205), (.corrupt, 1202), (.unavailable, 1201),
    ])
    func reportsUnreadableStore(kind: TokenStoreError.Code, code: Int) async throws {
        let device = Device()
        device.server.add("ada")
        device.launch()
        try await KiiUser.authenticate("ada", withPassword: "analytical")
        device.launch()
        device.store.fail(with: TokenStoreError(kind, "Injected by the test."))
        for style in CallStyle.allCases { #expect(await KiiCall.restore.outcome(style).error?.code == code) }
        #expect(KiiUser.current() == nil)
        device.store.fail(with: nil)
        #expect(try await KiiUser.authenticateWithStoredCredentials().username == "ada")
    }

    @Test func keepsCurrentUserWhileStoreIsLocked() async throws {
        let device = Device()
        device.server.add("ada")
        device.launch()
        let user = try await KiiUser.authenticate("ada", withPassword: "analytical")
        let token = user.accessToken
        device.store.fail(with: TokenStoreError(.locked, "Injected by the test."))
        #expect(KiiUser.current() === user)
        #expect(user.accessToken == token)
        #expect(token != nil)
    }

    @Test func removesStoredUserOnLogOutBeforeRestore() async throws {
        let device = Device()
        device.server.add("ada")
        device.launch()
        try await KiiUser.authenticate("ada", withPassword: "analytical")
        device.launch()
        KiiUser.logOut()
        #expect(try device.slot == nil)
    }

    @Test func refreshesTokenFiveMinutesBeforeExpiration() async throws {
        let device = Device()
        device.server.add("ada")
        device.server.issueRefreshTokens(expiresIn: 3600)
        device.launch()
        let user = try await KiiUser.authenticate("ada", withPassword: "analytical")
        let first = try #require(user.accessTokenDictionary())
        #expect(first["expires_at"] as! Date == device.clock.now + 3600)
        device.clock.advance(by: 3600 - 301)
        try await user.refresh()
        #expect(user.accessToken == first["access_token"] as? String)
        device.clock.advance(by: 2)
        try await user.refresh()
        let second = try #require(user.accessTokenDictionary())
        #expect(second["access_token"] as! String != first["access_token"] as! String)
        #expect(second["refresh_token"] as! String != first["refresh_token"] as! String)
        #expect(second["expires_at"] as! Date == device.clock.now + 3600)
        // A relaunched app has the new tokens.
        device.launch()
        let restored = try await KiiUser.authenticateWithStoredCredentials()
        #expect(restored.accessToken == second["access_token"] as? String)
    }

    @Test func returns330ForRejectedRefreshToken() async throws {
        let device = Device()
        let id = device.server.add("ada")
        device.launch()
        let token = device.server.token(of: id)
        let user = try await KiiUser.authenticate(
            withToken: token,
            expiresAt: device.clock.now + 100,
            refreshToken: "unknown"
        )
        #expect(await KiiCall.refresh(user).outcome(.async).error?.code == 330)
    }
}
