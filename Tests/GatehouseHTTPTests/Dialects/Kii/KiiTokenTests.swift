import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct KiiTokenTests {
    private static let both = ["/oauth2/token", "/apps/kii-app/oauth2/token"]

    private func body(_ more: [String: JSONValue] = [:]) -> JSONValue {
        let members: [String: JSONValue] = [
            "grant_type": "password", "username": "ada", "password": .string(KiiWeb.password),
        ]
        return .object(members.merging(more) { $1 })
    }

    @Test(arguments: both, ["application/json", "application/vnd.kii.OauthTokenRequest+json"])
    func aPasswordBecomesAToken(path: String, type: String) async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        let reply = await kii.send(.post, path, body(), [.contentType: type])
        #expect(reply.status == 200)
        #expect(reply.mediaType == "application/json")
        #expect(reply["id"] == .string(ada.id))
        #expect(reply["token_type"] == "bearer")
        #expect(reply["expires_in"] == 31_536_000)
        #expect(reply["refresh_token"] == nil)
        let token = try #require(reply["access_token"]?.string)
        #expect(token != ada.token)
        #expect(await kii.users(.get, "/me", as: .token(token)).status == 200)
        // The earlier one stays good.
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).status == 200)
    }

    @Test(arguments: both, [KiiAsker.app, .basic]) func aFormIsAsGood(path: String, asker: KiiAsker) async throws {
        let kii = try await KiiWeb()
        _ = try await kii.registerAda()
        let form = Parameters([.grantType: "password", .username: "ada", .password: KiiWeb.password])
        let reply = await kii.send(
            .post,
            path,
            raw: Data(form.formEncodedWithPlus.utf8),
            as: asker,
            [.contentType: "application/x-www-form-urlencoded"]
        )
        #expect(reply.status == 200)
    }

    @Test func onlyTheAppsOwnAddressAsksForTheGrant() async throws {
        let kii = try await KiiWeb()
        _ = try await kii.registerAda()
        let body: JSONValue = ["username": "ada", "password": .string(KiiWeb.password)]
        #expect(await kii.send(.post, "/oauth2/token", body).status == 200)
        #expect(await kii.send(.post, "/apps/kii-app/oauth2/token", body).verdict == "400 invalid_request")
    }

    @Test func everyNameOpensThatIsProven() async throws {
        let kii = try await KiiWeb()
        let admin = try await kii.administrator()
        _ = try await kii.register(
            [
                "loginName": "Ada", "emailAddress": .string(KiiWeb.email), "phoneNumber": .string(KiiWeb.phone),
                "emailAddressVerified": true, "phoneNumberVerified": true, "password": .string(KiiWeb.password),
            ],
            as: admin
        )
        for name in [
            "ada", "ADA", "LOGIN_NAME:ada", KiiWeb.email, "ADA@example.com", "EMAIL:ada@example.com", KiiWeb.phone,
            "PHONE:+819012345678", "PHONE:JP-09012345678", "PHONE:JP-090-1234-5678",
        ] {
            #expect(await kii.logIn(name).status == 200, "\(name)")
        }
        for name in ["EMAIL:ada", "PHONE:ada", "LOGIN_NAME:ada@example.com", "FACEBOOK:ada", "09012345678", ""] {
            #expect(await kii.logIn(name).verdict == "400 invalid_grant", "\(name)")
        }
    }

    @Test func anAddressThatIsNotProvenOpensNothing() async throws {
        let kii = try await KiiWeb()
        _ = try await kii.registerAda(["emailAddress": .string(KiiWeb.email)])
        #expect(await kii.logIn(KiiWeb.email).verdict == "400 invalid_grant")
    }

    @Test func whatIsWrongOfALogInIsNotSaid() async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        let wrong = await kii.logIn("ada", "a guess")
        let unknown = await kii.logIn("nobody", "a guess")
        let admin = try await kii.administrator()
        #expect(await kii.users(.put, "/\(ada.id)/status", ["disabled": true], as: admin).status == 204)
        let disabled = await kii.logIn()
        for reply in [wrong, unknown, disabled] {
            #expect(reply.verdict == "400 invalid_grant")
            #expect(reply.mediaType == "application/json")
            #expect(
                reply.json == [
                    "errorCode": "invalid_grant", "error": "invalid_grant",
                    "error_description": "The user was not found or a wrong password was provided",
                ]
            )
        }
    }

    @Test(arguments: ["expiresAt", "expires_at"]) func anAppMayAskForLess(name: String) async throws {
        let kii = try await KiiWeb()
        _ = try await kii.registerAda()
        let soon = Int64(kii.server.clock.now.timeIntervalSince1970 * 1000) + 5_000
        let reply = await kii.logIn("ada", KiiWeb.password, [name: .integer(soon)])
        let token = try #require(reply["access_token"]?.string)
        #expect([4, 5].contains(reply["expires_in"]?.integer ?? 0))
        kii.server.clock.advance(by: 3)
        #expect(await kii.users(.get, "/me", as: .token(token)).status == 200)
        kii.server.clock.advance(by: 3)
        #expect(await kii.users(.get, "/me", as: .token(token)).verdict == "403 WRONG_TOKEN")
    }

    @Test(arguments: [-1, 0, 2 * 365 * 24 * 60 * 60] as [Int64])
    func neverForMoreThanTheAppsOrForNothing(seconds: Int64) async throws {
        let kii = try await KiiWeb()
        _ = try await kii.registerAda()
        let time = Int64(kii.server.clock.now.timeIntervalSince1970 * 1000) + seconds * 1000
        let reply = await kii.logIn("ada", KiiWeb.password, ["expiresAt": .integer(time)])
        #expect(reply.verdict == "400 INVALID_INPUT_DATA")
    }

    @Test(arguments: [.integer(.max), .integer(.min), .double(1e300), "soon", [], true] as [JSONValue])
    func anExpiryThatIsNoneIsRefused(value: JSONValue) async throws {
        let kii = try await KiiWeb()
        _ = try await kii.registerAda()
        let reply = await kii.logIn("ada", KiiWeb.password, ["expiresAt": value])
        #expect(reply.verdict == "400 INVALID_INPUT_DATA")
    }

    @Test(arguments: both) func aRefreshTokenBecomesANewPair(path: String) async throws {
        let kii = try await KiiWeb(refresh: true, lifetime: 3600)
        _ = try await kii.registerAda()
        let first = await kii.logIn()
        let old = try #require(first["access_token"]?.string)
        kii.server.clock.advance(by: 60)
        let refresh: JSONValue = ["grant_type": "refresh_token", "refresh_token": try #require(first["refresh_token"])]
        let second = await kii.send(.post, path, refresh)
        #expect(second.status == 200)
        #expect(second["id"] == first["id"])
        #expect(second["refresh_token"] != first["refresh_token"])
        #expect(await kii.users(.get, "/me", as: .token(old)).verdict == "403 WRONG_TOKEN")
        let new = try #require(second["access_token"]?.string)
        #expect(await kii.users(.get, "/me", as: .token(new)).status == 200)
        // Whoever lost the answer gets it again.
        let again = await kii.send(.post, path, refresh)
        #expect(again["refresh_token"] == second["refresh_token"])
    }

    @Test func aRefreshTokenThatIsNoneIsRefused() async throws {
        let kii = try await KiiWeb(refresh: true)
        _ = try await kii.registerAda()
        let login = await kii.logIn()
        let token = try #require(login["refresh_token"]?.string)
        for wrong in ["", "rt.a.1.b", token + "x", String(token.dropLast()), "st.1"] {
            let reply = await kii.send(.post, "/oauth2/token", ["refresh_token": .string(wrong)])
            #expect(reply.verdict == "403 WRONG_REFRESH_TOKEN", "\(wrong)")
        }
        try await kii.add("other-app") { $0.grantTypes.append(.refreshToken) }
        let elsewhere = await kii.send(
            .post,
            "/apps/other-app/oauth2/token",
            ["grant_type": "refresh_token", "refresh_token": .string(token)],
            as: .nobody,
            [.kiiAppID: "other-app", .kiiAppKey: KiiWeb.appKey]
        )
        #expect(elsewhere.verdict == "403 WRONG_REFRESH_TOKEN")
        #expect(await kii.users(.get, "/me", as: .token(try #require(login["access_token"]?.string))).status == 200)
    }

    @Test func appsWithoutRefreshTokensHaveNone() async throws {
        let kii = try await KiiWeb()
        let reply = await kii.send(.post, "/oauth2/token", ["refresh_token": "rt.a.1.b"])
        #expect(reply.verdict == "400 unauthorized_client")
    }

    @Test(arguments: both) func anAdministratorHasASecret(path: String) async throws {
        let kii = try await KiiWeb()
        func ask(_ secret: String, _ more: [String: JSONValue] = [:]) async -> KiiReply {
            let members: [String: JSONValue] = [
                "client_id": "kii-app", "client_secret": .string(secret), "grant_type": "client_credentials",
            ]
            return await kii.send(.post, path, .object(members.merging(more) { $1 }), as: .nobody)
        }
        let administrator = await ask(KiiWeb.adminSecret)
        #expect(administrator["id"] == "kii-app")
        #expect(administrator["scope"] == "accounts:manage")
        #expect(administrator["expires_in"] == 3600)
        let app = await ask(KiiWeb.appKey)
        #expect(app.status == 200)
        #expect(app["scope"] == nil)
        #expect(await ask("a guess").verdict == "400 invalid_grant")
        let soon = Int64(kii.server.clock.now.timeIntervalSince1970 * 1000) + 60_000
        #expect(await ask(KiiWeb.adminSecret, ["expiresAt": .integer(soon)])["expires_in"] == 60)
    }

    @Test func aTokenOfTheAppIsAsGoodAsItsKey() async throws {
        let kii = try await KiiWeb()
        let body: JSONValue = ["client_id": "kii-app", "client_secret": .string(KiiWeb.appKey)]
        let reply = await kii.send(.post, "/oauth2/token", body, as: .nobody)
        let asker = KiiAsker.token(try #require(reply["access_token"]?.string))
        let user: JSONValue = ["loginName": "ada", "password": .string(KiiWeb.password)]
        #expect(await kii.users(.post, "", user, as: asker).status == 201)
        #expect(await kii.users(.get, "/LOGIN_NAME:ada", as: asker).verdict == "401 UNAUTHORIZED")
    }

    @Test(
        arguments: [
            ("{}", "400 invalid_request"),
            (#"{"grant_type":"mfa","totp_code":"123456"}"#, "400 unsupported_grant_type"),
            (#"{"grant_type":"authorization_code"}"#, "400 unsupported_grant_type"), ("[]", "400 INVALID_JSON"),
            (#"{"username":"ada"}"#, "400 invalid_request"),
            (#"{"username":["ada"],"password":"x"}"#, "400 INVALID_INPUT_DATA"),
            ("", "400 invalid_request"),
        ]
    )
    func arequestThatIsNoneIsRefused(body: String, verdict: String) async throws {
        let kii = try await KiiWeb()
        #expect(await kii.send(.post, "/oauth2/token", raw: Data(body.utf8)).verdict == verdict)
    }

    @Test(arguments: both) func aStrangerIsToldNothing(path: String) async throws {
        let kii = try await KiiWeb()
        _ = try await kii.registerAda()
        #expect(await kii.send(.post, path, body(), as: .nobody).verdict == "401 UNAUTHORIZED")
        let wrongKey = await kii.send(.post, path, body(), [.kiiAppKey: "a guess"])
        #expect(wrongKey.verdict == "401 UNAUTHORIZED")
    }

    @Test func anOldTokenDoesNotStandInTheWay() async throws {
        let kii = try await KiiWeb()
        _ = try await kii.registerAda()
        let reply = await kii.send(.post, "/oauth2/token", body(), [.authorization: "Bearer over"])
        #expect(reply.status == 200)
    }

    @Test func theAppIsTheOneThatAllSay() async throws {
        let kii = try await KiiWeb()
        _ = try await kii.registerAda()
        #expect(await kii.send(.post, "/apps/nobody/oauth2/token", body()).verdict == "404 APP_NOT_FOUND")
        #expect(await kii.send(.post, "/oauth2/token", body(), [.kiiAppID: "app"]).verdict == "404 APP_NOT_FOUND")
        try await kii.add("other-app")
        #expect(await kii.send(.post, "/apps/other-app/oauth2/token", body()).verdict == "401 UNAUTHORIZED")
    }

    @Test func theOtherDoorsDoNotTakeThePassword() async throws {
        let kii = try await KiiWeb()
        _ = try await kii.registerAda()
        let form = Parameters([
            .grantType: "password", .username: "ada", .password: KiiWeb.password, .clientID: "kii-app",
        ])
        #expect(await kii.web.post("/oauth2/token", form).error?.code == .unsupportedGrantType)
    }

    @Test func aTokenIsGoodAtTheOtherDoors() async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda(["displayName": "Ada"])
        let fields: HTTPFields = [.authorization: "Bearer " + ada.token]
        let info = KiiReply(await kii.web.send(.get, "/oauth2/userinfo", fields))
        #expect(info["sub"] == .string(ada.id))
        #expect(info["name"] == "Ada")
        _ = await kii.web.post("/oauth2/revoke", Parameters([.token: ada.token, .clientID: "kii-app"]))
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).verdict == "403 WRONG_TOKEN")
    }
}
