import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// What a token may do, whichever door it came by.
@Suite struct KiiScopeTests {
    /// The token of an app with these scopes, of a user who has everything.
    private func token(_ scopes: ScopeSet, _ kii: KiiWeb) async throws -> KiiAsker {
        let body: JSONValue = [
            "loginName": "Ada", "emailAddress": .string(KiiWeb.email), "phoneNumber": .string(KiiWeb.phone),
            "emailAddressVerified": true, "phoneNumberVerified": true, "password": .string(KiiWeb.password),
            "displayName": "Ada", "country": "JP", "locale": "ja", "level": 4,
        ]
        #expect(await kii.users(.post, "", body, as: try await kii.administrator()).status == 201)
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
    func shows(scopes: ScopeSet, members: Set<String>?) async throws {
        let kii = try await KiiWeb(scopes: scopes)
        let asker = try await token(scopes, kii)
        let reply = await kii.users(.get, "/me", as: asker)
        guard let members else {
            #expect(reply.verdict == "401 UNAUTHORIZED")
            return
        }
        let always: Set = ["userID", "internalUserID", "_created", "_modified"]
        #expect(Set(try #require(reply.json.object).keys) == members.union(always))
    }

    @Test(arguments: [[.account], [.profile, .email, .phone, .openid]] as [ScopeSet])
    func changesNeedTheScopeForThem(scopes: ScopeSet) async throws {
        let kii = try await KiiWeb(scopes: scopes)
        let asker = try await token(scopes, kii)
        let verdict = scopes.contains(.account) ? nil : "401 UNAUTHORIZED"
        let change: JSONValue = ["oldPassword": .string(KiiWeb.password), "newPassword": .string(KiiWeb.otherPassword)]
        #expect(await kii.users(.post, "/me", ["level": 5], as: asker).verdict == verdict ?? "200")
        let email: JSONValue = ["emailAddress": "ada@example.org"]
        #expect(await kii.users(.put, "/me/email-address", email, as: asker).verdict == verdict ?? "204")
        let phone: JSONValue = ["phoneNumber": "+819087654321"]
        #expect(await kii.users(.put, "/me/phone-number", phone, as: asker).verdict == verdict ?? "204")
        #expect(await kii.users(.put, "/me/password", change, as: asker).verdict == verdict ?? "204")
        guard verdict != nil else { return }
        #expect(await kii.users(.delete, "/me", as: asker).verdict == "401 UNAUTHORIZED")
        #expect(await kii.logIn().status == 200)
    }

    @Test func logsInWithLessThanTheAppIsRegisteredFor() async throws {
        let kii = try await KiiWeb()
        _ = try await kii.registerAda()
        let reply = await kii.logIn("ada", KiiWeb.password, ["scope": "openid profile"])
        #expect(reply["scope"] == "openid profile")
        let asker = KiiAsker.token(try #require(reply["access_token"]?.string))
        #expect(await kii.users(.get, "/me", as: asker).status == 200)
        #expect(await kii.users(.post, "/me", ["level": 5], as: asker).verdict == "401 UNAUTHORIZED")
        #expect(await kii.users(.delete, "/me", as: asker).verdict == "401 UNAUTHORIZED")
        for scope in ["openid accounts:manage", "a  b", "\""] {
            let refused = await kii.logIn("ada", KiiWeb.password, ["scope": .string(scope)])
            #expect(refused.verdict == "400 INVALID_INPUT_DATA", "\(scope)")
        }
    }

    @Test func theTokensOfListedClientsAreGoodHereAsFarAsTheyReach() async throws {
        let kii = try await KiiWeb(accepts: ["app"])
        let scope: [ParameterName: String?] = [.scope: "openid email profile"]
        let tokens = try await kii.web.tokens(from: try await kii.web.signedIn(Web.authorization(scope)))
        let plain = KiiAsker.token(tokens.accessToken.reveal())
        let amazon = KiiAsker.token("Atza|" + tokens.accessToken.reveal())
        for asker in [plain, amazon] {
            let own = await kii.users(.get, "/me", as: asker)
            #expect(own["emailAddress"] == "ada@example.com")
            #expect(own["emailAddressVerified"] == true)
            #expect(await kii.users(.post, "/me", [:], as: asker).verdict == "401 UNAUTHORIZED")
        }
    }

    @Test func theAdministratorsScopeIsNotForPeopleOrOtherDoors() async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        let admin = try await kii.administrator()
        #expect(await kii.users(.get, "/\(ada.id)", as: admin).status == 200)
        let info = await kii.web.send(.get, "/oauth2/userinfo", admin.fields)
        #expect(info.status != .ok)
        let code = await kii.web.send(
            .get,
            "/oauth2/authorize?"
                + Web.authorization([.scope: "openid accounts:manage"]).formEncoded
        )
        #expect(code.fields[.location]?.contains("invalid_scope") == true)
    }

    /// Once the operator takes the secret away, nobody is the administrator any more.
    @Test func anAdministratorsTokenEndsWithTheSecret() async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        let admin = try await kii.administrator()
        let store = kii.server.core.store
        var client = try #require(try await store.client(KiiWeb.appID))
        client.kii?.adminSecretHash = nil
        try await store.commit([.client(.update(client))])
        #expect(await kii.users(.get, "/\(ada.id)", as: admin).verdict == "403 WRONG_TOKEN")
    }

    /// The operator registers the app for less: tokens that are out do less at once.
    @Test func aScopeThatTheAppLosesItsTokensLose() async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        let store = kii.server.core.store
        var client = try #require(try await store.client(KiiWeb.appID))
        client.scopes.remove(.account)
        try await store.commit([.client(.update(client))])
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).status == 200)
        #expect(await kii.users(.delete, "/me", as: .token(ada.token)).verdict == "401 UNAUTHORIZED")
    }
}
