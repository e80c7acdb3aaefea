import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct KiiUserRegistrationTests {
    @Test(arguments: Backend.allCases)
    func logsInByEachIdentifierOnceVerified(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = try KiiDevice(of: try await world.server.clients.addKii(), on: world.server)
        let users = device.users
        var new = KiiNewUser.named("Ada_1", fields: ["score": 7, "tags": ["a", "b"]])
        new.emailAddress = "ada@example.com"
        new.phoneNumber = "+81312345678"
        let login = try await users.register(new)
        #expect(login.user.loginName == "Ada_1")
        #expect(login.user.customFields == ["score": 7, "tags": ["a", "b"]])
        #expect(login.user.emailAddressPending == "ada@example.com")
        #expect(login.user.phoneNumberPending == "+81312345678")
        #expect(try device.current == "Ada_1")
        for name in ["ada_1", "LOGIN_NAME:ADA_1"] {
            #expect(try await users.logIn(name).user.userID == login.user.userID)
        }

        let addresses = ["ada@example.com", "EMAIL:ada@example.com", "+81312345678", "PHONE:JP-0312345678"]
        for name in addresses {
            #expect(try await failure { try await users.logIn(name) }.code == .wrongPassword, "\(name) is not verified")
        }
        let session = try #require(try users.current()).session
        let mailed = try #require(try await world.server.mailedCode(to: "ada@example.com"))
        #expect(
            try await failure { try await users.verify(session, .email, code: Secret("00000000")) }.code == .wrongCode
        )
        try await users.verify(session, .email, code: Secret(mailed))
        let texted = try #require(try await world.server.mailedCode(to: "+81312345678"))
        try await users.verify(session, .phone, code: Secret(texted))
        let verified = try await users.read(session)
        #expect([verified.emailAddressVerified, verified.phoneNumberVerified] == [true, true])
        #expect([verified.emailAddressPending, verified.phoneNumberPending] == [nil, nil])
        #expect(try device.relaunched().current()?.user.emailAddress == "ada@example.com")
        for name in addresses {
            #expect(try await users.logIn(name).user.userID == login.user.userID)
        }
        let again = try await failure { try await users.verify(session, .email, code: Secret(mailed)) }
        #expect(again.code == .signedOut, "The next login has ended that session.")
    }

    @Test func rejectsTakenLoginNameAndKeepsCurrentUser() async throws {
        let world = try await World()
        let device = try KiiDevice(of: try await world.server.clients.addKii(), on: world.server)
        _ = try await device.users.register(.named("ada"))
        let error = try await failure { try await device.users.register(.named("ADA")) }
        #expect(
            (error.code, error.response?.error, error.response?.httpStatus) == (
                .userAlreadyExists, "USER_ALREADY_EXISTS", 409
            )
        )
        var short = KiiNewUser.named("bob")
        short.password = Secret("short")
        let rejected = try await failure { try await device.users.register(short) }
        #expect((rejected.code, rejected.response?.error) == (.passwordRejected, "PASSWORD_TOO_SHORT"))
        #expect(try device.current == "ada")
    }

    @Test(arguments: Backend.allCases)
    func upgradesPseudoUserToFullUser(backend: Backend) async throws {
        let world = try await World(on: backend)
        let app = try await world.server.clients.addKii(options: .init(hasRefreshTokens: true))
        let device = try KiiDevice(of: app, on: world.server)
        let pseudo = try await device.users.register(KiiNewUser(customFields: ["level": 3]))
        #expect(pseudo.user.hasPassword == false)
        #expect((pseudo.refreshToken, pseudo.session.isRefreshable) == (nil, false))
        #expect(try await device.users.read(pseudo.session).customFields == ["level": 3])

        let other = try KiiDevice(of: app, on: world.server)
        let moved = try await other.users.logIn(accessToken: pseudo.accessToken.reveal())
        #expect(moved.user.userID == pseudo.user.userID)

        let identity = KiiUpdateRequest(loginName: "ada", password: .lanterns, customFields: ["level": 3])
        let user = try #require(try await device.users.update(pseudo.session, identity))
        #expect((user.userID, user.loginName, user.hasPassword) == (pseudo.user.userID, "ada", true))
        #expect(user.customFields == ["level": 3])
        #expect(try await device.users.logIn("ada").user.userID == pseudo.user.userID)
    }

    @Test func usesRequestedTokenLifetime() async throws {
        let world = try await World()
        let app = try await world.server.clients.addKii()
        let device = try KiiDevice(of: app, on: world.server, tokenLifetime: 600)
        let now = world.server.clock.now
        let registered = try await device.users.register(.named("ada"))
        #expect(registered.expiresAt == now.addingTimeInterval(600))
        let login = try await device.users.logIn("ada")
        #expect(login.expiresAt == now.addingTimeInterval(600))
        world.server.clock.advance(by: 601)
        let error = try await failure { try await device.users.read(login.session) }
        #expect(
            (error.code, error.response?.error, error.response?.httpStatus) == (.requestRejected, "WRONG_TOKEN", 403)
        )
        #expect(try device.current == "ada", "Only logging out or logging in again changes the current user.")
        let excessive = try KiiDevice(of: app, on: world.server, tokenLifetime: .max)
        #expect(try await failure { try await excessive.users.logIn("ada") }.response?.error == "INVALID_INPUT_DATA")
    }
}
