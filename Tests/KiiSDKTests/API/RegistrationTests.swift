import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import KiiSDK
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct RegistrationTests {
    @Test(arguments: CallStyle.allCases)
    func registersWithAllFieldsAndLogsIn(style: CallStyle) async throws {
        let device = Device()
        device.launch()
        let outcome = await KiiCall.register {
            let user = KiiUserBuilder(username: "ada", password: "analytical").setEmail("ada@example.com")
                .setLocalPhoneNumber("09012345678", country: "JP").build()
            user.displayName = "Ada"
            user.country = "JP"
            user.locale = LocaleContainer(bcp47Tag: "ja-JP")
            user.setObject("London", forKey: "city")
            return user
        }.outcome(style)
        let user = try #require(outcome.user)
        #expect(KiiUser.current() === user)
        #expect(user.userID == "user-1")
        #expect(user.pendingEmail == "ada@example.com")
        #expect(user.email == nil)
        #expect(user.pendingPhoneNumber == "JP-09012345678")
        #expect(!user.isPseudoUser)
        #expect(!user.disabled)
        #expect(user.locale?.localeString == "ja-JP")
        #expect(user.getObjectForKey("city") as! String == "London")
        #expect(user.accessTokenDictionary()?["expires_at"] as! Date > device.clock.now)
        #expect(device.server.requests == ["POST users"])
        // The same object cannot be registered again.
        #expect(await KiiCall.register { user }.outcome(style).error?.code == 306)
    }

    @Test(arguments: CallStyle.allCases)
    func returns503ForTakenUsernameAndKeepsCurrentUser(style: CallStyle) async throws {
        let device = Device()
        device.server.add("ada")
        device.server.add("bob")
        device.launch()
        let bob = try await KiiUser.authenticate("bob", withPassword: "analytical")
        let outcome = await KiiCall.register { KiiUser(username: "ada", andPassword: "analytical") }.outcome(style)
        #expect(outcome.error?.code == 503)
        #expect(outcome.error?.kiiErrorSummary() == "USER_ALREADY_EXISTS")
        #expect(KiiUser.current() === bob)
    }

    @Test(arguments: CallStyle.allCases)
    func convertsPseudoUserAndStaysLoggedIn(style: CallStyle) async throws {
        let device = Device()
        device.launch()
        let made = await KiiCall.registerPseudoUser {
            let fields = KiiUserFields()
            fields.displayName = "Guest"
            fields.setObject(3, forKey: "level")
            return fields
        }.outcome(style)
        let user = try #require(made.user)
        #expect(user.isPseudoUser)
        #expect(user.displayName == "Guest")
        #expect(user.getObjectForKey("level") as! Int == 3)
        let token = try #require(user.accessToken)
        // Calls that require identifiers.
        for call in [KiiCall.updatePassword(user, from: "analytical", to: "analytical2"), .changeEmail(user, "a@b")] {
            #expect(await call.outcome(style).error?.code == 328)
        }
        let builder = KiiIdentityDataBuilder()
        builder.userName = "grace"
        let data = try builder.buildWithError()
        #expect(await KiiCall.update(user, identity: data).outcome(style).error?.code == 328)
        #expect(await KiiCall.putIdentity(user, data, password: "analytical").outcome(style).error == nil)
        #expect(!user.isPseudoUser)
        #expect(user.username == "grace")
        #expect(user.accessToken == token)
        #expect(user.getObjectForKey("level") as! Int == 3)
        #expect(KiiUser.current() === user)
        #expect(await KiiCall.putIdentity(user, data, password: "analytical").outcome(style).error?.code == 306)
        #expect(await KiiCall.logIn("grace", "analytical").outcome(style).user == user)
    }

    @Test func logsPseudoUserInWithToken() async throws {
        let device = Device()
        device.launch()
        let user = try await KiiUser.registerAsPseudoUser(with: nil)
        let token = try #require(user.accessToken)
        KiiUser.logOut()
        #expect(user.accessToken == nil)
        let again = try await KiiUser.authenticate(withToken: token)
        #expect(again == user)
        #expect(again.isPseudoUser)
    }

    @Test func sendsExpirationWithEachLogIn() async throws {
        let device = Device()
        device.server.add("ada")
        device.launch()
        #expect(Kii.accessTokenExpiration() == 0)
        try await KiiUser.authenticate("ada", withPassword: "analytical")
        #expect(!device.server.bodies.contains { $0.contains("expiresAt") })
        Kii.setAccessTokenExpiration(3600)
        #expect(Kii.accessTokenExpiration() == 3600)
        try await KiiUser.authenticate("ada", withPassword: "analytical")
        let expiry = Int64((device.clock.now.timeIntervalSince1970 + 3600) * 1000)
        #expect(device.server.bodies.contains { $0.contains("\"expiresAt\":\(expiry)") })
        // A registration is a log-in too.
        try await KiiUser.registerAsPseudoUser(with: nil)
        #expect(device.server.bodies.contains { $0.contains("\"_expiresAt\":\(expiry)") })
        Kii.setAccessTokenExpiration(0)
    }

    @Test(arguments: CallStyle.allCases)
    func limitsTokenToRequestedExpiration(style: CallStyle) async throws {
        let world = try await GatehouseWorld()
        world.launch()
        Kii.setAccessTokenExpiration(60)
        let register = KiiCall.register { KiiUser(username: "ada_1", andPassword: GatehouseWorld.password) }
        for call in [register, .logIn("ada_1", GatehouseWorld.password), .registerPseudoUser()] {
            let user = try #require(await call.outcome(style).user, "\(call.name)")
            let expiry = user.accessTokenDictionary()?["expires_at"] as! Date
            #expect(expiry == world.server.clock.now + 60, "\(call.name)")
            world.server.clock.advance(by: 61)
            #expect(await KiiCall.refresh(user).outcome(style).error?.code == 301, "\(call.name)")
        }
        // More than the server allows.
        Kii.setAccessTokenExpiration(366 * 24 * 3600)
        #expect(await KiiCall.logIn("ada_1", GatehouseWorld.password).outcome(style).error?.code == 204)
        #expect(await KiiCall.registerPseudoUser().outcome(style).error?.code == 204)
        Kii.setAccessTokenExpiration(0)
    }
}
