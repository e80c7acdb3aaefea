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
            "grant_type": "password", "username": "ada", "password": .string(KiiFixture.password),
        ]
        return .object(members.merging(more) { $1 })
    }

    @Test(arguments: both, ["application/json", "application/vnd.kii.OauthTokenRequest+json"])
    func issuesTokenForPassword(path: String, type: String) async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let reply = await kii.send(.post, path, json: body(), fields: [.contentType: type])
        #expect(reply.status == 200)
        #expect(reply.mediaType == "application/json")
        #expect(reply["id"] == .string(ada.id))
        #expect(reply["token_type"] == "bearer")
        #expect(reply["expires_in"] == 31_536_000)
        #expect(reply["refresh_token"] == nil)
        let token = try #require(reply["access_token"]?.string)
        #expect(token != ada.token)
        #expect(await kii.users(.get, "/me", as: .token(token)).status == 200)
        // The earlier token stays valid.
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).status == 200)
    }

    @Test(arguments: both, [KiiTestCaller.app, .basic]) func acceptsFormBody(
        path: String,
        caller: KiiTestCaller
    ) async throws {
        let kii = try await KiiFixture()
        _ = try await kii.registerAda()
        let form = Parameters([.grantType: "password", .username: "ada", .password: KiiFixture.password])
        let reply = await kii.send(
            .post,
            path,
            raw: Data(form.formEncodedWithPlus.utf8),
            as: caller,
            fields: [.contentType: "application/x-www-form-urlencoded"]
        )
        #expect(reply.status == 200)
    }

    @Test func requiresGrantTypeAtAppEndpoint() async throws {
        let kii = try await KiiFixture()
        _ = try await kii.registerAda()
        let body: JSONValue = ["username": "ada", "password": .string(KiiFixture.password)]
        #expect(await kii.send(.post, "/oauth2/token", json: body).status == 200)
        #expect(await kii.send(.post, "/apps/kii-app/oauth2/token", json: body).summary == "400 invalid_request")
    }

    @Test func acceptsEveryVerifiedIdentifier() async throws {
        let kii = try await KiiFixture()
        let admin = try await kii.administrator()
        _ = try await kii.register(
            [
                "loginName": "Ada", "emailAddress": .string(KiiFixture.email), "phoneNumber": .string(KiiFixture.phone),
                "emailAddressVerified": true, "phoneNumberVerified": true, "password": .string(KiiFixture.password),
            ],
            as: admin
        )
        for name in [
            "ada", "ADA", "LOGIN_NAME:ada", KiiFixture.email, "ADA@example.com", "EMAIL:ada@example.com",
            KiiFixture.phone,
            "PHONE:+819012345678", "PHONE:JP-09012345678", "PHONE:JP-090-1234-5678",
        ] {
            #expect(await kii.logIn(name).status == 200, "\(name)")
        }
        for name in ["EMAIL:ada", "PHONE:ada", "LOGIN_NAME:ada@example.com", "FACEBOOK:ada", "09012345678", ""] {
            #expect(await kii.logIn(name).summary == "400 invalid_grant", "\(name)")
        }
    }

    @Test func rejectsUnverifiedAddress() async throws {
        let kii = try await KiiFixture()
        _ = try await kii.registerAda(["emailAddress": .string(KiiFixture.email)])
        #expect(await kii.logIn(KiiFixture.email).summary == "400 invalid_grant")
    }

    @Test func hidesReasonOfFailedLogIn() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let wrong = await kii.logIn("ada", "a guess")
        let unknown = await kii.logIn("unknown", "a guess")
        let admin = try await kii.administrator()
        #expect(await kii.users(.put, "/\(ada.id)/status", json: ["disabled": true], as: admin).status == 204)
        let disabled = await kii.logIn()
        for reply in [wrong, unknown, disabled] {
            #expect(reply.summary == "400 invalid_grant")
            #expect(reply.mediaType == "application/json")
            #expect(
                reply.json == [
                    "errorCode": "invalid_grant", "error": "invalid_grant",
                    "error_description": "The user was not found or a wrong password was provided",
                ]
            )
        }
    }

    @Test(arguments: ["expiresAt", "expires_at"]) func honorsRequestedExpiration(name: String) async throws {
        let kii = try await KiiFixture()
        _ = try await kii.registerAda()
        let soon = Int64(kii.server.clock.now.timeIntervalSince1970 * 1000) + 5_000
        let reply = await kii.logIn("ada", KiiFixture.password, members: [name: .integer(soon)])
        let token = try #require(reply["access_token"]?.string)
        #expect([4, 5].contains(reply["expires_in"]?.integer ?? 0))
        kii.server.clock.advance(by: 3)
        #expect(await kii.users(.get, "/me", as: .token(token)).status == 200)
        kii.server.clock.advance(by: 3)
        #expect(await kii.users(.get, "/me", as: .token(token)).summary == "403 WRONG_TOKEN")
    }

    @Test(arguments: [-1, 0, 2 * 365 * 24 * 60 * 60] as [Int64])
    func rejectsExpirationOutOfRange(seconds: Int64) async throws {
        let kii = try await KiiFixture()
        _ = try await kii.registerAda()
        let time = Int64(kii.server.clock.now.timeIntervalSince1970 * 1000) + seconds * 1000
        let reply = await kii.logIn("ada", KiiFixture.password, members: ["expiresAt": .integer(time)])
        #expect(reply.summary == "400 INVALID_INPUT_DATA")
    }

    @Test(arguments: [.integer(.max), .integer(.min), .double(1e300), "soon", [], true] as [JSONValue])
    func rejectsMalformedExpiration(value: JSONValue) async throws {
        let kii = try await KiiFixture()
        _ = try await kii.registerAda()
        let reply = await kii.logIn("ada", KiiFixture.password, members: ["expiresAt": value])
        #expect(reply.summary == "400 INVALID_INPUT_DATA")
    }

    @Test(arguments: both) func rotatesRefreshToken(path: String) async throws {
        let kii = try await KiiFixture(refresh: true, lifetime: 3600)
        _ = try await kii.registerAda()
        let first = await kii.logIn()
        let old = try #require(first["access_token"]?.string)
        kii.server.clock.advance(by: 60)
        let refresh: JSONValue = ["grant_type": "refresh_token", "refresh_token": try #require(first["refresh_token"])]
        let second = await kii.send(.post, path, json: refresh)
        #expect(second.status == 200)
        #expect(second["id"] == first["id"])
        #expect(second["refresh_token"] != first["refresh_token"])
        #expect(await kii.users(.get, "/me", as: .token(old)).summary == "403 WRONG_TOKEN")
        let new = try #require(second["access_token"]?.string)
        #expect(await kii.users(.get, "/me", as: .token(new)).status == 200)
        // A client that lost the response gets the same one again.
        let again = await kii.send(.post, path, json: refresh)
        #expect(again["refresh_token"] == second["refresh_token"])
    }

    @Test func rejectsInvalidRefreshToken() async throws {
        let kii = try await KiiFixture(refresh: true)
        _ = try await kii.registerAda()
        let login = await kii.logIn()
        let token = try #require(login["refresh_token"]?.string)
        for wrong in ["", "rt.a.1.b", token + "x", String(token.dropLast()), "st.1"] {
            let reply = await kii.send(.post, "/oauth2/token", json: ["refresh_token": .string(wrong)])
            #expect(reply.summary == "403 WRONG_REFRESH_TOKEN", "\(wrong)")
        }
        try await kii.add("other-app") { $0.grantTypes.append(.refreshToken) }
        let otherApp = await kii.send(
            .post,
            "/apps/other-app/oauth2/token",
            json: ["grant_type": "refresh_token", "refresh_token": .string(token)],
            as: .anonymous,
            fields: [.kiiAppID: "other-app", .kiiAppKey: KiiFixture.appKey]
        )
        #expect(otherApp.summary == "403 WRONG_REFRESH_TOKEN")
        #expect(await kii.users(.get, "/me", as: .token(try #require(login["access_token"]?.string))).status == 200)
    }

    @Test func rejectsRefreshGrantOfAppWithoutRefreshTokens() async throws {
        let kii = try await KiiFixture()
        let reply = await kii.send(.post, "/oauth2/token", json: ["refresh_token": "rt.a.1.b"])
        #expect(reply.summary == "400 unauthorized_client")
    }

    @Test(arguments: both) func issuesAdministratorTokenForSecret(path: String) async throws {
        let kii = try await KiiFixture()
        func requestToken(_ secret: String, _ more: [String: JSONValue] = [:]) async -> KiiTestResponse {
            let members: [String: JSONValue] = [
                "client_id": "kii-app", "client_secret": .string(secret), "grant_type": "client_credentials",
            ]
            return await kii.send(.post, path, json: .object(members.merging(more) { $1 }), as: .anonymous)
        }
        let administrator = await requestToken(KiiFixture.adminSecret)
        #expect(administrator["id"] == "kii-app")
        #expect(administrator["scope"] == "accounts:manage")
        #expect(administrator["expires_in"] == 3600)
        let app = await requestToken(KiiFixture.appKey)
        #expect(app.status == 200)
        #expect(app["scope"] == nil)
        #expect(await requestToken("a guess").summary == "400 invalid_grant")
        let soon = Int64(kii.server.clock.now.timeIntervalSince1970 * 1000) + 60_000
        #expect(await requestToken(KiiFixture.adminSecret, ["expiresAt": .integer(soon)])["expires_in"] == 60)
    }

    @Test func acceptsAppTokenInsteadOfAppKey() async throws {
        let kii = try await KiiFixture()
        let body: JSONValue = ["client_id": "kii-app", "client_secret": .string(KiiFixture.appKey)]
        let reply = await kii.send(.post, "/oauth2/token", json: body, as: .anonymous)
        let caller = KiiTestCaller.token(try #require(reply["access_token"]?.string))
        let user: JSONValue = ["loginName": "ada", "password": .string(KiiFixture.password)]
        #expect(await kii.users(.post, "", json: user, as: caller).status == 201)
        #expect(await kii.users(.get, "/LOGIN_NAME:ada", as: caller).summary == "401 UNAUTHORIZED")
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
    func rejectsMalformedRequest(body: String, summary: String) async throws {
        let kii = try await KiiFixture()
        #expect(await kii.send(.post, "/oauth2/token", raw: Data(body.utf8)).summary == summary)
    }

    @Test(arguments: both) func requiresAppCredentials(path: String) async throws {
        let kii = try await KiiFixture()
        _ = try await kii.registerAda()
        #expect(await kii.send(.post, path, json: body(), as: .anonymous).summary == "401 UNAUTHORIZED")
        let wrongKey = await kii.send(.post, path, json: body(), fields: [.kiiAppKey: "a guess"])
        #expect(wrongKey.summary == "401 UNAUTHORIZED")
    }

    @Test func ignoresInvalidBearerTokenOnLogIn() async throws {
        let kii = try await KiiFixture()
        _ = try await kii.registerAda()
        let reply = await kii.send(.post, "/oauth2/token", json: body(), fields: [.authorization: "Bearer over"])
        #expect(reply.status == 200)
    }

    @Test func requiresConsistentAppID() async throws {
        let kii = try await KiiFixture()
        _ = try await kii.registerAda()
        #expect(await kii.send(.post, "/apps/unknown/oauth2/token", json: body()).summary == "404 APP_NOT_FOUND")
        #expect(
            await kii.send(.post, "/oauth2/token", json: body(), fields: [.kiiAppID: "app"]).summary
                == "404 APP_NOT_FOUND"
        )
        try await kii.add("other-app")
        #expect(await kii.send(.post, "/apps/other-app/oauth2/token", json: body()).summary == "401 UNAUTHORIZED")
    }

    @Test func rejectsPasswordGrantAtOAuthEndpoint() async throws {
        let kii = try await KiiFixture()
        _ = try await kii.registerAda()
        let form = Parameters([
            .grantType: "password", .username: "ada", .password: KiiFixture.password, .clientID: "kii-app",
        ])
        #expect(await kii.web.post("/oauth2/token", form).error?.code == .unsupportedGrantType)
    }

    @Test func acceptsTokenAtOAuthEndpoints() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda(["displayName": "Ada"])
        let fields: HTTPFields = [.authorization: "Bearer " + ada.token]
        let info = KiiTestResponse(await kii.web.send(.get, "/oauth2/userinfo", fields: fields))
        #expect(info["sub"] == .string(ada.id))
        #expect(info["name"] == "Ada")
        _ = await kii.web.post("/oauth2/revoke", Parameters([.token: ada.token, .clientID: "kii-app"]))
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).summary == "403 WRONG_TOKEN")
    }
}
