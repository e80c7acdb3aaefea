import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseWire
import KiiSDK
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct UpdateTests {
    @Test(arguments: CallStyle.allCases)
    func keepsUnchangedFields(style: CallStyle) async throws {
        let device = Device()
        let id = device.server.add("ada", fields: ["city": "London", "age": 36, "old": true])
        device.server.change(id) { $0.displayName = "Ada" }
        device.launch()
        let user = try await KiiUser.authenticate("ada", withPassword: "analytical")
        // Another device has changed a field meanwhile.
        device.server.change(id) { $0.customFields["pet"] = "cat" }
        let outcome = await KiiCall.update(user) {
            let fields = KiiUserFields()
            fields.country = "GB"
            fields.setObject("Paris", forKey: "city")
            fields.removeFromServer(forKey: "old")
            return fields
        }.outcome(style)
        #expect(outcome.error == nil)
        let stored = try #require(device.server.user(id))
        #expect(stored.customFields == ["city": "Paris", "age": 36, "pet": "cat"])
        #expect(stored.displayName == "Ada")
        #expect(stored.country == "GB")
        #expect(user.getObjectForKey("pet") as! String == "cat")
        #expect(!user.hasObject("old"))
        #expect(user.country == "GB")
    }

    @Test(arguments: CallStyle.allCases)
    func updatesIdentifiersWithFields(style: CallStyle) async throws {
        let device = Device()
        let id = device.server.add("ada", fields: ["city": "London"])
        device.launch()
        let user = try await KiiUser.authenticate("ada", withPassword: "analytical")
        let builder = KiiIdentityDataBuilder()
        builder.userName = "ada_l"
        builder.email = "ada@example.com"
        let outcome = await KiiCall.update(user, identity: builder.build()) {
            let fields = KiiUserFields()
            fields.displayName = "Ada L."
            return fields
        }.outcome(style)
        #expect(outcome.error == nil)
        #expect(user.username == "ada_l")
        #expect(user.pendingEmail == "ada@example.com")
        #expect(user.displayName == "Ada L.")
        #expect(device.server.user(id)?.customFields == ["city": "London"])
    }

    @Test func savesLocalChanges() async throws {
        let device = Device()
        let id = device.server.add("ada", fields: ["city": "London", "age": 36])
        device.launch()
        let user = try await KiiUser.authenticate("ada", withPassword: "analytical")
        let app: any DeprecatedCalls = LegacyApp()
        for style in CallStyle.allCases {
            user.displayName = "Ada \(style)"
            user.setObject(style.rawValue, forKey: "city")
            user.removeObject(forKey: "age")
            #expect(await app.save(user).outcome(style).error == nil)
            let stored = try #require(device.server.user(id))
            #expect(stored.displayName == "Ada \(style)")
            // Removed from the object only.
            #expect(stored.customFields == ["city": .string(style.rawValue), "age": 36])
            #expect(user.getObjectForKey("age") as! Int == 36)
        }
    }

    @Test(arguments: CallStyle.allCases)
    func invalidatesTokensOnPasswordChange(style: CallStyle) async throws {
        let device = Device()
        device.server.add("ada")
        device.launch()
        let user = try await KiiUser.authenticate("ada", withPassword: "analytical")
        let wrong = await KiiCall.updatePassword(user, from: "wrong", to: "analytical2").outcome(style)
        #expect(wrong.error?.code == 302)
        #expect(wrong.error?.kiiErrorSummary() == "WRONG_PASSWORD")
        #expect(await KiiCall.refresh(user).outcome(style).error == nil)
        #expect(await KiiCall.updatePassword(user, from: "analytical", to: "analytical2").outcome(style).error == nil)
        #expect(await KiiCall.refresh(user).outcome(style).error?.code == 301)
        #expect(await KiiCall.logIn("ada", "analytical").outcome(style).error?.code == 302)
        #expect(await KiiCall.logIn("ada", "analytical2").outcome(style).user == user)
    }

    @Test(arguments: CallStyle.allCases)
    func logsOutDeletedUser(style: CallStyle) async throws {
        let device = Device()
        let id = device.server.add("ada")
        device.launch()
        let user = try await KiiUser.authenticate("ada", withPassword: "analytical")
        let token = try #require(user.accessToken)
        #expect(await KiiCall.delete(user).outcome(style).user === user)
        #expect(device.server.user(id) == nil)
        #expect(KiiUser.current() == nil)
        #expect(user.accessToken == nil)
        #expect(try device.slot == nil)
        #expect(await KiiCall.token(token).outcome(style).error?.code == 301)
    }

    @Test(arguments: CallStyle.allCases)
    func adoptsVerifiedPhoneNumber(style: CallStyle) async throws {
        let device = Device()
        let id = device.server.add("ada")
        device.server.change(id) { $0.phoneNumberPending = "+819012345678" }
        device.launch()
        let user = try await KiiUser.authenticate("ada", withPassword: "analytical")
        #expect(await KiiCall.verifyPhone(user, "1234").outcome(style).user === user)
        #expect(user.phoneNumber == "+819012345678")
        #expect(user.pendingPhoneNumber == nil)
        #expect(user.phoneVerified)
    }

    @Test(arguments: CallStyle.allCases)
    func findsOtherUsersWithoutChangingCurrent(style: CallStyle) async throws {
        let device = Device()
        let bob = device.server.add("bob", fields: ["secret": true])
        device.server.add("ada")
        device.server.change(bob) {
            $0.emailAddress = "bob@example.com"
            $0.phoneNumber = "+819012345678"
        }
        device.launch()
        let ada = try await KiiUser.authenticate("ada", withPassword: "analytical")
        for call in [KiiCall.find(username: "bob"), .find(email: "bob@example.com"), .find(phone: "+819012345678")] {
            let found = try #require(await call.outcome(style).user)
            #expect(found.userID == bob)
            #expect(found.username == "bob")
            #expect(found.email == nil)
            #expect(!found.hasObject("secret"))
            #expect(found.accessToken == nil)
            #expect(KiiUser.current() === ada)
        }
        #expect(await KiiCall.find(username: "unknown").outcome(style).error?.code == 324)
    }
}
