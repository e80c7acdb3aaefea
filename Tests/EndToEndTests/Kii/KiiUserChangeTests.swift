import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct KiiUserChangeTests {
    @Test(arguments: Backend.allCases)
    func updatesFieldsAndHidesThemFromOtherUsers(backend: Backend) async throws {
        let world = try await World(on: backend)
        let app = try await world.server.clients.addKii()
        let device = try KiiDevice(of: app, on: world.server)
        let ada = try await device.users.register(.named("ada", fields: ["score": 7, "level": 1]))
        let changed = try await device.users.update(ada.session) { known in
            var request = KiiUpdateRequest(
                displayName: .set("Ada"),
                country: .set("JP"),
                customFields: known.customFields
            )
            request.customFields["score"] = 8
            return request
        }
        #expect(changed?.displayName == "Ada")
        #expect(changed?.country == "JP")
        #expect(changed?.customFields == ["score": 8, "level": 1])
        let replaced = try await device.users.update(ada.session, KiiUpdateRequest(displayName: .remove))
        #expect(replaced?.displayName == nil)
        #expect(replaced?.country == "JP")
        #expect(replaced?.customFields == [:], "Omitted custom fields are removed, as in Kii Cloud.")

        let other = try KiiDevice(of: app, on: world.server)
        let bob = try await other.users.register(.named("bob"))
        let seen = try await other.users.find(.name(.loginName, "ada"), as: bob.session)
        #expect((seen.userID, seen.country, seen.hasPassword) == (ada.user.userID, nil, nil))
        let missing = try await failure { try await other.users.find(.name(.loginName, "eve"), as: bob.session) }
        #expect((missing.code, missing.response?.error) == (.userNotFound, "USER_NOT_FOUND"))
        let anonymous = try await failure { try await other.users.find(.name(.loginName, "ada"), as: nil) }
        #expect((anonymous.code, anonymous.response?.error) == (.requestRejected, "UNAUTHORIZED"))
    }

    @Test(arguments: Backend.allCases)
    func revokesAllTokensWhenPasswordChanges(backend: Backend) async throws {
        let world = try await World(on: backend)
        let app = try await world.server.clients.addKii(options: .init(hasRefreshTokens: true))
        let (one, two) = (try KiiDevice(of: app, on: world.server), try KiiDevice(of: app, on: world.server))
        let first = try await one.users.register(.named("ada"))
        let second = try await two.users.logIn("ada")
        let wrong = try await failure {
            try await one.users.changePassword(first.session, from: .kettles, to: .lanterns)
        }
        #expect(
            (wrong.code, wrong.response?.error, wrong.response?.httpStatus) == (.wrongPassword, "WRONG_PASSWORD", 401)
        )
        #expect(one.tokenRequests == 0, "A wrong password does not trigger a token refresh.")
        try await one.users.changePassword(first.session, from: .lanterns, to: .kettles)
        for (device, login) in [(one, first), (two, second)] {
            let error = try await failure { try await device.users.read(login.session) }
            #expect((error.code, error.response?.error) == (.signedOut, "WRONG_REFRESH_TOKEN"))
            #expect(try device.current == nil)
        }
        #expect(try await failure { try await one.users.logIn("ada") }.code == .wrongPassword)
        #expect(try await one.users.logIn("ada", password: .kettles).user.userID == first.user.userID)
    }

    @Test(arguments: [KiiResetRequest.Notification.email, .smsPIN])
    func resetsForgottenPasswordWithCode(notification: KiiResetRequest.Notification) async throws {
        let world = try await World()
        let device = try KiiDevice(of: try await world.server.clients.addKii(), on: world.server)
        let users = device.users
        var new = KiiNewUser.named("ada")
        new.emailAddress = "ada@example.com"
        new.phoneNumber = "+81312345678"
        let ada = try await users.register(new)
        for (kind, address) in [(KiiAddressKind.email, "ada@example.com"), (.phone, "+81312345678")] {
            let code = try #require(try await world.server.mailedCode(to: address))
            try await users.verify(ada.session, kind, code: Secret(code))
        }
        world.server.clock.advance(by: 60)
        let isEmail = notification == .email
        let address = isEmail ? "ada@example.com" : "+81312345678"
        let selector = KiiSelector.name(isEmail ? .email : .phone, address)
        try await users.requestReset(of: selector, by: notification)
        let pin = Secret(try #require(try await world.server.mailedCode(to: address)))
        let typo = Secret(pin.reveal() == "12345678" ? "87654321" : "12345678")
        let wrong = try await failure {
            try await users.completeReset(of: selector, pinCode: typo, newPassword: .kettles)
        }
        #expect((wrong.code, wrong.response?.error) == (.wrongCode, "INVALID_VERIFICATION_CODE"))
        let none = try await failure { try await users.completeReset(of: selector, pinCode: pin, newPassword: nil) }
        #expect((none.code, none.response?.error) == (.requestRejected, "INVALID_INPUT_DATA"))
        try await users.completeReset(of: selector, pinCode: pin, newPassword: .kettles)
        #expect(try await failure { try await users.read(ada.session) }.response?.error == "WRONG_TOKEN")
        #expect(try await users.logIn("ada", password: .kettles).user.userID == ada.user.userID)
        try await users.requestReset(of: .name(.email, "nobody@example.com"), by: .email)
    }

    @Test func changesAddressAfterVerification() async throws {
        let world = try await World()
        let device = try KiiDevice(of: try await world.server.clients.addKii(), on: world.server)
        let ada = try await device.users.register(.named("ada"))
        try await device.users.changeAddress(ada.session, .email, to: "ada@example.com")
        #expect(try await device.users.read(ada.session).emailAddressPending == "ada@example.com")
        let first = try #require(try await world.server.mailedCode(to: "ada@example.com"))
        world.server.clock.advance(by: 120)
        try await device.users.resendVerification(ada.session, .email)
        #expect(try await world.server.mailedCode(to: "ada@example.com") == first, "The same code is sent again.")
        try await device.users.verify(ada.session, .email, code: Secret(first))
        let user = try await device.users.read(ada.session)
        #expect(
            (user.emailAddress, user.emailAddressVerified, user.emailAddressPending) == ("ada@example.com", true, nil)
        )
        let again = try await failure { try await device.users.resendVerification(ada.session, .email) }
        #expect((again.code, again.response?.error) == (.requestRejected, "INVALID_ACCOUNT_STATUS"))
    }

    @Test(arguments: Backend.allCases)
    func logsOutDeletedUserAndFreesLoginName(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = try KiiDevice(of: try await world.server.clients.addKii(), on: world.server)
        let ada = try await device.users.register(.named("ada"))
        try await device.users.delete(ada.session)
        #expect(try device.current == nil)
        #expect(try await failure { try await device.users.read(ada.session) }.code == .signedOut)
        #expect(try await failure { try await device.users.logIn("ada") }.code == .wrongPassword)
        #expect(try await device.users.register(.named("ada")).user.userID != ada.user.userID)
    }
}
