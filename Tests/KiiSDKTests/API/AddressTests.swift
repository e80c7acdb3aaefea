import Foundation
import GatehouseTestSupport
import GatehouseTesting
import KiiSDK
import Testing

/// Address verification and password reset on a Gatehouse server.
@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct AddressTests {
    private static let phone = "+819012345678"

    @Test(arguments: CallStyle.allCases)
    func acceptsPhoneNumberOnceVerified(style: CallStyle) async throws {
        let world = try await GatehouseWorld()
        world.launch()
        let outcome = await KiiCall.register {
            KiiUserBuilder(localPhoneNumber: "09012345678", country: "JP", password: GatehouseWorld.password)
                .build()
        }.outcome(style)
        let user = try #require(outcome.user)
        #expect(user.phoneNumber == nil)
        #expect(user.pendingPhoneNumber == Self.phone)
        #expect(!user.isPseudoUser)
        #expect(await KiiCall.logIn(Self.phone, GatehouseWorld.password).outcome(style).error?.code == 302)
        let code = try #require(try await world.server.mailedCode(to: Self.phone))
        #expect(await KiiCall.verifyPhone(user, "00000000").outcome(style).error?.code == 309)
        #expect(await KiiCall.resendPhone(user).outcome(style).error == nil)
        #expect(try await world.server.mailedCode(to: Self.phone) == code)
        #expect(await KiiCall.verifyPhone(user, code).outcome(style).user === user)
        #expect(user.phoneVerified)
        #expect(await KiiCall.refresh(user).outcome(style).error == nil)
        #expect(user.phoneNumber == Self.phone)
        #expect(user.pendingPhoneNumber == nil)
        #expect(user.phoneVerified)
        #expect(await KiiCall.resendPhone(user).outcome(style).error?.code == 329)
        #expect(await KiiCall.logIn(Self.phone, GatehouseWorld.password).outcome(style).user == user)
        let local = try KiiUser.authenticate(
            withLocalPhoneNumberSynchronous: "09012345678",
            andPassword: GatehouseWorld.password,
            andCountryCode: "JP"
        )
        #expect(local == user)
    }

    @Test(arguments: CallStyle.allCases)
    func resetsPasswordWithCode(style: CallStyle) async throws {
        let world = try await GatehouseWorld()
        world.launch()
        let user = KiiUser(username: "ada", andPhoneNumber: Self.phone, andPassword: GatehouseWorld.password)
        try await user.performRegistration()
        try await user.verifyPhoneNumber(try #require(try await world.server.mailedCode(to: Self.phone)))
        world.server.clock.advance(by: 60)
        #expect(await KiiCall.reset(Self.phone, .SMS_PIN).outcome(style).error == nil)
        let code = try #require(try await world.server.mailedCode(to: Self.phone))
        let new = "another horse battery"
        #expect(
            await KiiCall.completeReset(of: Self.phone, pinCode: "00000000", password: new).outcome(style).error?.code
                == 341
        )
        #expect(
            await KiiCall.completeReset(of: Self.phone, pinCode: code, password: "short").outcome(style).error?.code
                == 304
        )
        #expect(await KiiCall.completeReset(of: Self.phone, pinCode: code, password: new).outcome(style).error == nil)
        // Every token has ended.
        #expect(await KiiCall.refresh(user).outcome(style).error?.code == 301)
        #expect(await KiiCall.logIn("ada", GatehouseWorld.password).outcome(style).error?.code == 302)
        #expect(await KiiCall.logIn("ADA", new).outcome(style).user == user)
    }

    @Test(arguments: CallStyle.allCases)
    func keepsEmailAddressPendingUntilVerified(style: CallStyle) async throws {
        let world = try await GatehouseWorld()
        world.launch()
        let user = try await world.register("ada")
        #expect(await KiiCall.changeEmail(user, "ada@example.com").outcome(style).error == nil)
        #expect(user.pendingEmail == nil)
        #expect(await KiiCall.refresh(user).outcome(style).error == nil)
        #expect(user.pendingEmail == "ada@example.com")
        #expect(user.email == nil)
        #expect(!user.emailVerified)
        #expect(try await world.server.mailedLink(to: "ada@example.com") != nil)
        #expect(await KiiCall.resendEmail(user).outcome(style).error == nil)
        #expect(await KiiCall.logIn("ada@example.com", GatehouseWorld.password).outcome(style).error?.code == 302)
        #expect(await KiiCall.find(email: "ada@example.com").outcome(style).error?.code == 324)
    }

    @Test(arguments: CallStyle.allCases)
    func rejectsDuplicateUsername(style: CallStyle) async throws {
        let world = try await GatehouseWorld()
        world.launch()
        try await world.register("Ada")
        let bob = try await world.register("bob")
        let taken = await KiiCall.register { KiiUser(username: "ADA", andPassword: GatehouseWorld.password) }
            .outcome(
                style
            )
        #expect(taken.error?.code == 503)
        #expect(KiiUser.current() === bob)
        let found = try #require(await KiiCall.find(username: "aDa").outcome(style).user)
        #expect(found.username == "Ada")
        #expect(found != bob)
        let weak = await KiiCall.register { KiiUser(username: "cyd", andPassword: "short") }.outcome(style)
        #expect(weak.error?.code == 304)
        #expect(weak.error?.kiiErrorSummary() == "PASSWORD_TOO_SHORT")
    }

    @Test(arguments: CallStyle.allCases)
    func givesPseudoUserUsername(style: CallStyle) async throws {
        let world = try await GatehouseWorld(hasRefreshTokens: true)
        world.launch()
        let user = try #require(
            await KiiCall.registerPseudoUser {
                let fields = KiiUserFields()
                fields.setObject(["level": 3], forKey: "game")
                return fields
            }.outcome(style).user
        )
        #expect(user.isPseudoUser)
        #expect(user.accessTokenDictionary()?["refresh_token"] == nil)
        let builder = KiiIdentityDataBuilder()
        builder.userName = "grace"
        let data = try builder.buildWithError()
        #expect(await KiiCall.putIdentity(user, data, password: GatehouseWorld.password).outcome(style).error == nil)
        #expect(!user.isPseudoUser)
        let again = try #require(await KiiCall.logIn("grace", GatehouseWorld.password).outcome(style).user)
        #expect(again == user)
        #expect((again.getObjectForKey("game") as! [String: Any])["level"] as! Int == 3)
        #expect(again.accessTokenDictionary()?["refresh_token"] as? String != nil)
    }
}
