import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import KiiSDK
import Testing

extension Facade {
    @Suite struct RegistrationTests {
        @Test(arguments: Form.allCases)
        func aRegistrationLogsInAndSendsEverything(form: Form) async throws {
            let device = Device()
            device.launch()
            let heard = await KiiCall.register {
                let user = KiiUserBuilder(username: "ada", password: "analytical").setEmail("ada@example.com")
                    .setLocalPhoneNumber("09012345678", country: "JP").build()
                user.displayName = "Ada"
                user.country = "JP"
                user.locale = LocaleContainer(bcp47Tag: "ja-JP")
                user.setObject("London", forKey: "city")
                return user
            }.outcome(form)
            let user = try #require(heard.user)
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
            #expect(await KiiCall.register { user }.outcome(form).error?.code == 306)
        }

        @Test(arguments: Form.allCases)
        func aNameThatIsTakenIs503AndNobodyChanges(form: Form) async throws {
            let device = Device()
            device.server.add("ada")
            device.server.add("bob")
            device.launch()
            let bob = try await KiiUser.authenticate("bob", withPassword: "analytical")
            let heard = await KiiCall.register { KiiUser(username: "ada", andPassword: "analytical") }.outcome(form)
            #expect(heard.error?.code == 503)
            #expect(heard.error?.kiiErrorSummary() == "USER_ALREADY_EXISTS")
            #expect(KiiUser.current() === bob)
        }

        @Test(arguments: Form.allCases)
        func aPseudoUserBecomesANormalOneAndStaysLoggedIn(form: Form) async throws {
            let device = Device()
            device.launch()
            let made = await KiiCall.registerPseudoUser {
                let fields = KiiUserFields()
                fields.displayName = "Somebody"
                fields.setObject(3, forKey: "level")
                return fields
            }.outcome(form)
            let user = try #require(made.user)
            #expect(user.isPseudoUser)
            #expect(user.displayName == "Somebody")
            #expect(user.getObjectForKey("level") as! Int == 3)
            let token = try #require(user.accessToken)
            // What takes a name first.
            for call in [KiiCall.updatePassword(user, "analytical", "analytical2"), .changeEmail(user, "a@b")] {
                #expect(await call.outcome(form).error?.code == 328)
            }
            let builder = KiiIdentityDataBuilder()
            builder.userName = "somebody"
            let data = try builder.buildWithError()
            #expect(await KiiCall.update(user, data).outcome(form).error?.code == 328)
            #expect(await KiiCall.putIdentity(user, data, "analytical").outcome(form).error == nil)
            #expect(!user.isPseudoUser)
            #expect(user.username == "somebody")
            #expect(user.accessToken == token)
            #expect(user.getObjectForKey("level") as! Int == 3)
            #expect(KiiUser.current() === user)
            #expect(await KiiCall.putIdentity(user, data, "analytical").outcome(form).error?.code == 306)
            #expect(await KiiCall.logIn("somebody", "analytical").outcome(form).user == user)
        }

        @Test func aPseudoUserComesBackByItsToken() async throws {
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

        @Test func theExpiryThatTheAppWantsIsAskedForWithEachLogIn() async throws {
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

        @Test(arguments: Form.allCases)
        func aTokenIsNoLongerGoodThanTheAppWants(form: Form) async throws {
            let world = try await OwnServer()
            world.launch()
            Kii.setAccessTokenExpiration(60)
            let register = KiiCall.register { KiiUser(username: "ada_1", andPassword: OwnServer.password) }
            for call in [register, .logIn("ada_1", OwnServer.password), .registerPseudoUser()] {
                let user = try #require(await call.outcome(form).user, "\(call.name)")
                let expiry = user.accessTokenDictionary()?["expires_at"] as! Date
                #expect(expiry == world.server.clock.now + 60, "\(call.name)")
                world.server.clock.advance(by: 61)
                #expect(await KiiCall.refresh(user).outcome(form).error?.code == 301, "\(call.name)")
            }
            // More than the server allows.
            Kii.setAccessTokenExpiration(366 * 24 * 3600)
            #expect(await KiiCall.logIn("ada_1", OwnServer.password).outcome(form).error?.code == 204)
            #expect(await KiiCall.registerPseudoUser().outcome(form).error?.code == 204)
            Kii.setAccessTokenExpiration(0)
        }
    }
}
