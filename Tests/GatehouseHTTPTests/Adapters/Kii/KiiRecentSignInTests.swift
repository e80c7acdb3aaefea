import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A token alone does not allow an account takeover: credentials and addresses change only shortly after a sign-in.
@Suite struct KiiRecentSignInTests {
    private static let age: TimeInterval = 10 * 60

    private static let changes: [(HTTPRequest.Method, String, JSONValue?)] = [
        (.put, "/me/email-address", ["emailAddress": "eve@example.com"]),
        (.put, "/me/phone-number", ["phoneNumber": "+819087654321"]),
        (.post, "/me", ["emailAddress": "eve@example.com"]),
        (.post, "/me", ["phoneNumber": "+819087654321"]),
        (.post, "/me", ["loginName": "eve"]),
        (.delete, "/me", nil),
    ]

    /// Registers `ada` with a verified address.
    private func register(_ kii: KiiFixture) async throws -> (id: String, token: String) {
        let ada = try await kii.registerAda(["emailAddress": .string(KiiFixture.email)])
        let body: JSONValue = ["verificationCode": .string(try await kii.code())]
        let reply = await kii.users(.post, "/me/email-address/verify", json: body, as: .token(ada.token))
        try #require(reply.status == 200)
        return ada
    }

    @Test(arguments: changes)
    func rejectsSensitiveChangeWithOldToken(method: HTTPRequest.Method, path: String, body: JSONValue?) async throws {
        let kii = try await KiiFixture()
        let ada = try await register(kii)
        let before = try await kii.account(ada.id)
        kii.server.clock.advance(by: Self.age + 1)
        let reply = await kii.users(method, path, json: body, as: .token(ada.token))
        #expect(reply.summary == "401 UNAUTHORIZED")
        #expect(reply["message"]?.string?.contains("Log in again") == true)
        #expect(reply["authenticatedPrincipalID"] == .string(ada.id))
        #expect(try await kii.account(ada.id) == before)
    }

    @Test(arguments: changes)
    func acceptsSensitiveChangeAfterRecentSignIn(
        method: HTTPRequest.Method,
        path: String,
        body: JSONValue?
    ) async throws {
        let kii = try await KiiFixture()
        _ = try await register(kii)
        kii.server.clock.advance(by: 24 * 60 * 60)
        let fresh = try await kii.token()
        kii.server.clock.advance(by: Self.age)
        let reply = await kii.users(method, path, json: body, as: .token(fresh))
        #expect(reply.status < 300, "\(reply.response.text)")
    }

    /// The reach of a stolen token that is fresh, as SECURITY.md states it.
    @Test func replacesTheAddressAndResetsThePasswordWithAFreshToken() async throws {
        let kii = try await KiiFixture()
        let ada = try await register(kii)
        let thief = KiiTestCaller.token(ada.token)
        let email = "eve@example.com"
        #expect(
            await kii.users(.put, "/me/email-address", json: ["emailAddress": .string(email)], as: thief).status == 204
        )
        let proof: JSONValue = ["verificationCode": .string(try await kii.code(to: email))]
        #expect(await kii.users(.post, "/me/email-address/verify", json: proof, as: thief).status == 200)
        let path = "/EMAIL:\(email)/password"
        #expect(await kii.users(.post, path + "/request-reset").status == 204)
        let reset: JSONValue = [
            "pinCode": .string(try await kii.code(to: email)), "newPassword": .string(KiiFixture.otherPassword),
        ]
        #expect(await kii.users(.post, path + "/complete-reset", json: reset).status == 204)
        #expect(await kii.logIn("ada", KiiFixture.otherPassword).status == 200)
        #expect(await kii.logIn().status == 400)
    }

    @Test func allowsProfileAccessWithOldToken() async throws {
        let kii = try await KiiFixture()
        let ada = try await register(kii)
        kii.server.clock.advance(by: 300 * 24 * 60 * 60)
        let caller = KiiTestCaller.token(ada.token)
        let own = await kii.users(.get, "/me", as: caller)
        #expect(own.status == 200)
        // Clients send back what they have read.
        let body: JSONValue = ["loginName": "Ada", "emailAddress": .string(KiiFixture.email), "level": 5]
        #expect(await kii.users(.post, "/me", json: body, as: caller).status == 200)
        #expect(await kii.users(.get, "/me", as: caller)["level"] == 5)
    }

    @Test func acceptsPasswordChangeWithOldToken() async throws {
        let kii = try await KiiFixture()
        let ada = try await register(kii)
        kii.server.clock.advance(by: 300 * 24 * 60 * 60)
        let change: JSONValue = [
            "oldPassword": .string(KiiFixture.password), "newPassword": .string(KiiFixture.otherPassword),
        ]
        #expect(await kii.users(.put, "/me/password", json: change, as: .token(ada.token)).status == 204)
    }

    @Test func doesNotTreatRefreshAsSignIn() async throws {
        let kii = try await KiiFixture(refresh: true)
        _ = try await register(kii)
        let login = await kii.logIn()
        let refreshToken = try #require(login["refresh_token"])
        kii.server.clock.advance(by: Self.age + 1)
        let body: JSONValue = ["grant_type": "refresh_token", "refresh_token": refreshToken]
        let refreshed = await kii.send(.post, "/oauth2/token", json: body)
        let token = try #require(refreshed["access_token"]?.string, "\(refreshed.response.text)")
        #expect(await kii.users(.delete, "/me", as: .token(token)).summary == "401 UNAUTHORIZED")
        #expect(await kii.users(.get, "/me", as: .token(token)).status == 200)
    }

    @Test func acceptsOldTokenOfPseudoUser() async throws {
        let kii = try await KiiFixture()
        let pseudo = try await kii.register([:])
        let other = try await kii.register([:])
        kii.server.clock.advance(by: 300 * 24 * 60 * 60)
        let identity: JSONValue = ["loginName": "grace", "password": .string(KiiFixture.password)]
        #expect(await kii.users(.post, "/me", json: identity, as: .token(pseudo.token)).status == 200)
        // The user has a name to sign in with now.
        #expect(await kii.users(.delete, "/me", as: .token(pseudo.token)).summary == "401 UNAUTHORIZED")
        #expect(await kii.users(.delete, "/me", as: .token(other.token)).status == 204)
    }

    @Test func rejectsOldTokenOfAccountWithPasswordAndUnverifiedAddress() async throws {
        let kii = try await KiiFixture()
        let owner = try await kii.register([
            "emailAddress": "adda@example.com", "password": .string(KiiFixture.password),
        ])
        let email: JSONValue = ["emailAddress": .string(KiiFixture.email)]
        let number: JSONValue = ["phoneNumber": "+4915112345699"]
        let name: JSONValue = ["loginName": "grace"]
        #expect(await kii.users(.put, "/me/email-address", json: email, as: .token(owner.token)).status == 204)
        kii.server.clock.advance(by: Self.age + 1)
        #expect(await kii.users(.put, "/me/email-address", json: email, as: .token(owner.token)).status == 401)
        #expect(await kii.users(.put, "/me/phone-number", json: number, as: .token(owner.token)).status == 401)
        #expect(await kii.users(.post, "/me", json: name, as: .token(owner.token)).status == 401)
        #expect(await kii.users(.delete, "/me", as: .token(owner.token)).status == 401)
    }
}
