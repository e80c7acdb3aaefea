import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A token alone does not take an account over: what opens the account changes within minutes of a sign-in.
@Suite struct KiiFreshSignInTests {
    private static let age: TimeInterval = 15 * 60

    private static let changes: [(HTTPRequest.Method, String, JSONValue?)] = [
        (.put, "/me/email-address", ["emailAddress": "eve@example.com"]),
        (.put, "/me/phone-number", ["phoneNumber": "+819087654321"]),
        (.post, "/me", ["emailAddress": "eve@example.com"]),
        (.post, "/me", ["phoneNumber": "+819087654321"]),
        (.post, "/me", ["loginName": "eve"]),
        (.delete, "/me", nil),
    ]

    /// `ada`, with a proven address.
    private func register(_ kii: KiiWeb) async throws -> (id: String, token: String) {
        let ada = try await kii.registerAda(["emailAddress": .string(KiiWeb.email)])
        let body: JSONValue = ["verificationCode": .string(try await kii.code())]
        let reply = await kii.users(.post, "/me/email-address/verify", body, as: .token(ada.token))
        try #require(reply.status == 200)
        return ada
    }

    @Test(arguments: changes)
    func refusesOldToken(method: HTTPRequest.Method, path: String, body: JSONValue?) async throws {
        let kii = try await KiiWeb()
        let ada = try await register(kii)
        let before = try await kii.account(ada.id)
        kii.server.clock.advance(by: Self.age + 1)
        let reply = await kii.users(method, path, body, as: .token(ada.token))
        #expect(reply.verdict == "401 UNAUTHORIZED")
        #expect(reply["message"]?.string?.contains("Log in again") == true)
        #expect(reply["authenticatedPrincipalID"] == .string(ada.id))
        #expect(try await kii.account(ada.id) == before)
    }

    @Test(arguments: changes)
    func acceptsTokenOfAFreshSignIn(method: HTTPRequest.Method, path: String, body: JSONValue?) async throws {
        let kii = try await KiiWeb()
        _ = try await register(kii)
        kii.server.clock.advance(by: 24 * 60 * 60)
        let fresh = try await kii.token()
        kii.server.clock.advance(by: Self.age)
        let reply = await kii.users(method, path, body, as: .token(fresh))
        #expect(reply.status < 300, "\(reply.answer.text)")
    }

    @Test func letsAnOldTokenReadAndChangeTheProfile() async throws {
        let kii = try await KiiWeb()
        let ada = try await register(kii)
        kii.server.clock.advance(by: 300 * 24 * 60 * 60)
        let asker = KiiAsker.token(ada.token)
        let own = await kii.users(.get, "/me", as: asker)
        #expect(own.status == 200)
        // As clients send back what they have read.
        let body: JSONValue = ["loginName": "Ada", "emailAddress": .string(KiiWeb.email), "level": 5]
        #expect(await kii.users(.post, "/me", body, as: asker).status == 200)
        #expect(await kii.users(.get, "/me", as: asker)["level"] == 5)
    }

    @Test func acceptsTheOldPasswordWithAnOldToken() async throws {
        let kii = try await KiiWeb()
        let ada = try await register(kii)
        kii.server.clock.advance(by: 300 * 24 * 60 * 60)
        let change: JSONValue = ["oldPassword": .string(KiiWeb.password), "newPassword": .string(KiiWeb.otherPassword)]
        #expect(await kii.users(.put, "/me/password", change, as: .token(ada.token)).status == 204)
    }

    @Test func doesNotTakeARefreshForASignIn() async throws {
        let kii = try await KiiWeb(refresh: true)
        _ = try await register(kii)
        let login = await kii.logIn()
        let refreshToken = try #require(login["refresh_token"])
        kii.server.clock.advance(by: Self.age + 1)
        let body: JSONValue = ["grant_type": "refresh_token", "refresh_token": refreshToken]
        let refreshed = await kii.send(.post, "/oauth2/token", body)
        let token = try #require(refreshed["access_token"]?.string, "\(refreshed.answer.text)")
        #expect(await kii.users(.delete, "/me", as: .token(token)).verdict == "401 UNAUTHORIZED")
        #expect(await kii.users(.get, "/me", as: .token(token)).status == 200)
    }

    @Test func acceptsAnOldTokenOfAPseudoUser() async throws {
        let kii = try await KiiWeb()
        let pseudo = try await kii.register([:])
        let other = try await kii.register([:])
        kii.server.clock.advance(by: 300 * 24 * 60 * 60)
        let identity: JSONValue = ["loginName": "grace", "password": .string(KiiWeb.password)]
        #expect(await kii.users(.post, "/me", identity, as: .token(pseudo.token)).status == 200)
        // Now there is a name to sign in with.
        #expect(await kii.users(.delete, "/me", as: .token(pseudo.token)).verdict == "401 UNAUTHORIZED")
        #expect(await kii.users(.delete, "/me", as: .token(other.token)).status == 204)
    }

    @Test func rejectsAnOldTokenOfAnAccountWithAPasswordAndAnUnprovenAddress() async throws {
        let kii = try await KiiWeb()
        let owner = try await kii.register(["emailAddress": "adda@example.com", "password": .string(KiiWeb.password)])
        let email: JSONValue = ["emailAddress": .string(KiiWeb.email)]
        let number: JSONValue = ["phoneNumber": "+4915112345699"]
        let name: JSONValue = ["loginName": "grace"]
        #expect(await kii.users(.put, "/me/email-address", email, as: .token(owner.token)).status == 204)
        kii.server.clock.advance(by: Self.age + 1)
        #expect(await kii.users(.put, "/me/email-address", email, as: .token(owner.token)).status == 401)
        #expect(await kii.users(.put, "/me/phone-number", number, as: .token(owner.token)).status == 401)
        #expect(await kii.users(.post, "/me", name, as: .token(owner.token)).status == 401)
        #expect(await kii.users(.delete, "/me", as: .token(owner.token)).status == 401)
    }
}
