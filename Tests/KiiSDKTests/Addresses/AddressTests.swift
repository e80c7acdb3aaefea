import Foundation
import GatehouseTesting
import KiiSDK
import Testing

extension Facade {
    /// Addresses that are proven, and passwords that are forgotten, at our own server.
    @Suite struct AddressTests {
        private static let phone = "+819012345678"

        @Test(arguments: Form.allCases)
        func aPhoneNumberCountsOnceItIsVerified(form: Form) async throws {
            let world = try await OwnServer()
            world.launch()
            let heard = await KiiCall.register {
                KiiUserBuilder(localPhoneNumber: "09012345678", country: "JP", password: OwnServer.password).build()
            }.outcome(form)
            let user = try #require(heard.user)
            #expect(user.phoneNumber == nil)
            #expect(user.pendingPhoneNumber == Self.phone)
            #expect(!user.isPseudoUser)
            #expect(await KiiCall.logIn(Self.phone, OwnServer.password).outcome(form).error?.code == 302)
            let code = try #require(try await world.server.mailedCode(to: Self.phone))
            #expect(await KiiCall.verifyPhone(user, "00000000").outcome(form).error?.code == 309)
            #expect(await KiiCall.resendPhone(user).outcome(form).error == nil)
            #expect(try await world.server.mailedCode(to: Self.phone) == code)
            #expect(await KiiCall.verifyPhone(user, code).outcome(form).user === user)
            #expect(user.phoneVerified)
            #expect(await KiiCall.refresh(user).outcome(form).error == nil)
            #expect(user.phoneNumber == Self.phone)
            #expect(user.pendingPhoneNumber == nil)
            #expect(user.phoneVerified)
            #expect(await KiiCall.resendPhone(user).outcome(form).error?.code == 329)
            #expect(await KiiCall.logIn(Self.phone, OwnServer.password).outcome(form).user == user)
            let local = try KiiUser.authenticate(
                withLocalPhoneNumberSynchronous: "09012345678",
                andPassword: OwnServer.password,
                andCountryCode: "JP"
            )
            #expect(local == user)
        }

        @Test(arguments: Form.allCases)
        func aForgottenPasswordIsChosenAnewWithACode(form: Form) async throws {
            let world = try await OwnServer()
            world.launch()
            let user = KiiUser(username: "ada", andPhoneNumber: Self.phone, andPassword: OwnServer.password)
            try await user.performRegistration()
            try await user.verifyPhoneNumber(try #require(try await world.server.mailedCode(to: Self.phone)))
            world.server.clock.advance(by: 60)
            #expect(await KiiCall.reset(Self.phone, .SMS_PIN).outcome(form).error == nil)
            let code = try #require(try await world.server.mailedCode(to: Self.phone))
            let new = "another horse battery"
            #expect(await KiiCall.completeReset(Self.phone, "00000000", new).outcome(form).error?.code == 341)
            #expect(await KiiCall.completeReset(Self.phone, code, "short").outcome(form).error?.code == 304)
            #expect(await KiiCall.completeReset(Self.phone, code, new).outcome(form).error == nil)
            // Every token is over.
            #expect(await KiiCall.refresh(user).outcome(form).error?.code == 301)
            #expect(await KiiCall.logIn("ada", OwnServer.password).outcome(form).error?.code == 302)
            #expect(await KiiCall.logIn("ADA", new).outcome(form).user == user)
        }

        @Test(arguments: Form.allCases)
        func anEmailAddressIsPendingFirst(form: Form) async throws {
            let world = try await OwnServer()
            world.launch()
            let user = try await world.register("ada")
            #expect(await KiiCall.changeEmail(user, "ada@example.com").outcome(form).error == nil)
            #expect(user.pendingEmail == nil)
            #expect(await KiiCall.refresh(user).outcome(form).error == nil)
            #expect(user.pendingEmail == "ada@example.com")
            #expect(user.email == nil)
            #expect(!user.emailVerified)
            #expect(try await world.server.mailedLink(to: "ada@example.com") != nil)
            #expect(await KiiCall.resendEmail(user).outcome(form).error == nil)
            #expect(await KiiCall.logIn("ada@example.com", OwnServer.password).outcome(form).error?.code == 302)
            #expect(await KiiCall.find(email: "ada@example.com").outcome(form).error?.code == 324)
        }

        @Test(arguments: Form.allCases)
        func aNameBelongsToOne(form: Form) async throws {
            let world = try await OwnServer()
            world.launch()
            try await world.register("Ada")
            let bob = try await world.register("bob")
            let taken = await KiiCall.register { KiiUser(username: "ADA", andPassword: OwnServer.password) }.outcome(
                form
            )
            #expect(taken.error?.code == 503)
            #expect(KiiUser.current() === bob)
            let found = try #require(await KiiCall.find(username: "aDa").outcome(form).user)
            #expect(found.username == "Ada")
            #expect(found != bob)
            let weak = await KiiCall.register { KiiUser(username: "cyd", andPassword: "short") }.outcome(form)
            #expect(weak.error?.code == 304)
            #expect(weak.error?.kiiErrorSummary() == "PASSWORD_TOO_SHORT")
        }

        @Test(arguments: Form.allCases)
        func aPseudoUserGetsANameAtTheServer(form: Form) async throws {
            let world = try await OwnServer(hasRefreshTokens: true)
            world.launch()
            let user = try #require(
                await KiiCall.registerPseudoUser {
                    let fields = KiiUserFields()
                    fields.setObject(["level": 3], forKey: "game")
                    return fields
                }.outcome(form).user
            )
            #expect(user.isPseudoUser)
            #expect(user.accessTokenDictionary()?["refresh_token"] == nil)
            let builder = KiiIdentityDataBuilder()
            builder.userName = "somebody"
            let data = try builder.buildWithError()
            #expect(await KiiCall.putIdentity(user, data, OwnServer.password).outcome(form).error == nil)
            #expect(!user.isPseudoUser)
            let again = try #require(await KiiCall.logIn("somebody", OwnServer.password).outcome(form).user)
            #expect(again == user)
            #expect((again.getObjectForKey("game") as! [String: Any])["level"] as! Int == 3)
            #expect(again.accessTokenDictionary()?["refresh_token"] as? String != nil)
        }
    }
}
