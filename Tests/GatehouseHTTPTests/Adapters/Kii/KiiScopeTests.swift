import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The scopes of tokens, for tokens of all channels.
@Suite struct KiiScopeTests {
    /// Registers a user with all members, and returns a caller with its token.
    private func token(_ scopes: ScopeSet, _ kii: KiiFixture) async throws -> KiiTestCaller {
        let body: JSONValue = [
            "loginName": "Ada", "emailAddress": .string(KiiFixture.email), "phoneNumber": .string(KiiFixture.phone),
            "emailAddressVerified": true, "phoneNumberVerified": true, "password": .string(KiiFixture.password),
            "displayName": "Ada", "country": "JP", "locale": "ja", "level": 4,
        ]
        #expect(await kii.users(.post, "", json: body, as: try await kii.administrator()).status == 201)
        return .token(try await kii.token())
    }

    @Test(
        arguments: [
            ([.openid], nil), ([.openid, .email, .phone], nil),
            ([.profile], ["loginName", "displayName", "country", "locale", "level", "_hasPassword", "_disabled"]),
            ([.account], ["loginName", "displayName", "country", "locale", "level", "_hasPassword", "_disabled"]),
            (
                [.profile, .email],
                [
                    "loginName", "displayName", "country", "locale", "level", "_hasPassword", "_disabled",
                    "emailAddress", "emailAddressVerified",
                ]
            ),
            (
                [.profile, .phone],
                [
                    "loginName", "displayName", "country", "locale", "level", "_hasPassword", "_disabled",
                    "phoneNumber", "phoneNumberVerified",
                ]
            ),
        ] as [(ScopeSet, Set<String>?)]
    )
    func returnsMembersOfGrantedScopes(scopes: ScopeSet, members: Set<String>?) async throws {
        let kii = try await KiiFixture(scopes: scopes)
        let caller = try await token(scopes, kii)
        let reply = await kii.users(.get, "/me", as: caller)
        guard let members else {
            #expect(reply.summary == "401 UNAUTHORIZED")
            return
        }
        let always: Set = ["userID", "internalUserID", "_created", "_modified"]
        #expect(Set(try #require(reply.json.object).keys) == members.union(always))
    }

    @Test(arguments: [[.account], [.profile, .email, .phone, .openid]] as [ScopeSet])
    func requiresAccountScopeForChanges(scopes: ScopeSet) async throws {
        let kii = try await KiiFixture(scopes: scopes)
        let caller = try await token(scopes, kii)
        let summary = scopes.contains(.account) ? nil : "401 UNAUTHORIZED"
        let change: JSONValue = [
            "oldPassword": .string(KiiFixture.password), "newPassword": .string(KiiFixture.otherPassword),
        ]
        #expect(await kii.users(.post, "/me", json: ["level": 5], as: caller).summary == summary ?? "200")
        let email: JSONValue = ["emailAddress": "ada@example.org"]
        #expect(await kii.users(.put, "/me/email-address", json: email, as: caller).summary == summary ?? "204")
        let phone: JSONValue = ["phoneNumber": "+819087654321"]
        #expect(await kii.users(.put, "/me/phone-number", json: phone, as: caller).summary == summary ?? "204")
        #expect(await kii.users(.put, "/me/password", json: change, as: caller).summary == summary ?? "204")
        guard summary != nil else { return }
        #expect(await kii.users(.delete, "/me", as: caller).summary == "401 UNAUTHORIZED")
        #expect(await kii.logIn().status == 200)
    }

    @Test func issuesTokenWithRequestedScope() async throws {
        let kii = try await KiiFixture()
        _ = try await kii.registerAda()
        let reply = await kii.logIn("ada", KiiFixture.password, members: ["scope": "openid profile"])
        #expect(reply["scope"] == "openid profile")
        let caller = KiiTestCaller.token(try #require(reply["access_token"]?.string))
        #expect(await kii.users(.get, "/me", as: caller).status == 200)
        #expect(await kii.users(.post, "/me", json: ["level": 5], as: caller).summary == "401 UNAUTHORIZED")
        #expect(await kii.users(.delete, "/me", as: caller).summary == "401 UNAUTHORIZED")
        for scope in ["openid accounts:manage", "a  b", "\""] {
            let rejected = await kii.logIn("ada", KiiFixture.password, members: ["scope": .string(scope)])
            #expect(rejected.summary == "400 INVALID_INPUT_DATA", "\(scope)")
        }
    }

    @Test func acceptsTokensOfListedClientsWithinTheirScopes() async throws {
        let kii = try await KiiFixture(accepts: ["app"])
        let scope: [ParameterName: String?] = [.scope: "openid email profile"]
        let tokens = try await kii.web.tokens(from: try await kii.web.signedIn(ServerFixture.authorization(scope)))
        let plain = KiiTestCaller.token(tokens.accessToken.reveal())
        let amazon = KiiTestCaller.token("Atza|" + tokens.accessToken.reveal())
        for caller in [plain, amazon] {
            let own = await kii.users(.get, "/me", as: caller)
            #expect(own["emailAddress"] == "ada@example.com")
            #expect(own["emailAddressVerified"] == true)
            #expect(await kii.users(.post, "/me", json: [:], as: caller).summary == "401 UNAUTHORIZED")
        }
    }

    @Test func rejectsAdministratorScopeOutsideKiiAPI() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let admin = try await kii.administrator()
        #expect(await kii.users(.get, "/\(ada.id)", as: admin).status == 200)
        let info = await kii.web.send(.get, "/oauth2/userinfo", fields: admin.fields)
        #expect(info.status != .ok)
        let code = await kii.web.send(
            .get,
            "/oauth2/authorize?"
                + ServerFixture.authorization([.scope: "openid accounts:manage"]).formEncoded
        )
        #expect(code.fields[.location]?.contains("invalid_scope") == true)
    }

    @Test func rejectsAdministratorTokenAfterSecretIsRemoved() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let admin = try await kii.administrator()
        let store = kii.server.store
        var client = try #require(try await store.client(KiiFixture.appID))
        client.passwordApp?.adminSecretHash = nil
        try await store.commit([.client(.update(client))])
        #expect(await kii.users(.get, "/\(ada.id)", as: admin).summary == "403 WRONG_TOKEN")
    }

    /// The registration limits the scopes of tokens that were issued before.
    @Test func removesUnregisteredScopeFromIssuedTokens() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let store = kii.server.store
        var client = try #require(try await store.client(KiiFixture.appID))
        client.scopes.remove(.account)
        try await store.commit([.client(.update(client))])
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).status == 200)
        #expect(await kii.users(.delete, "/me", as: .token(ada.token)).summary == "401 UNAUTHORIZED")
    }
}
