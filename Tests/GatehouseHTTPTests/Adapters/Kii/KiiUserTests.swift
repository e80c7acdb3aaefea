import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct KiiUserTests {
    @Test func readsUserByEveryIdentifier() async throws {
        let kii = try await KiiFixture()
        let admin = try await kii.administrator()
        let ada = try await kii.register(
            [
                "loginName": "Ada", "emailAddress": .string(KiiFixture.email), "phoneNumber": .string(KiiFixture.phone),
                "emailAddressVerified": true, "phoneNumberVerified": true, "password": .string(KiiFixture.password),
            ],
            as: admin
        )
        let own = await kii.users(.get, "/me", as: .token(ada.token))
        #expect(own.mediaType == "application/vnd.kii.UserDataRetrievalResponse+json")
        for selector in [
            ada.id, "LOGIN_NAME:ada", "LOGIN_NAME:ADA", "LOGIN_NAME%3Aada", "EMAIL:ada@example.com",
            "EMAIL%3Aada%40example.com", "PHONE:+819012345678", "PHONE%3A%2B819012345678", "PHONE:JP-09012345678",
        ] {
            for caller in [KiiTestCaller.token(ada.token), admin] {
                let reply = await kii.users(.get, "/\(selector)", as: caller)
                #expect(reply.json == own.json, "\(selector)")
            }
        }
    }

    @Test func returnsPublicMembersOfOtherUsers() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda(["displayName": "Ada", "country": "JP", "level": 4])
        let bob = try await kii.register(["loginName": "bob", "password": .string(KiiFixture.password)])
        for selector in [ada.id, "LOGIN_NAME:ada"] {
            let reply = await kii.users(.get, "/\(selector)", as: .token(bob.token))
            #expect(reply.json == ["userID": .string(ada.id), "loginName": "Ada", "displayName": "Ada"])
        }
    }

    @Test func hidesUsersFoundByAddress() async throws {
        for disclosesAccounts in [false, true] {
            let kii = try await KiiFixture(disclosesAccounts: disclosesAccounts)
            let admin = try await kii.administrator()
            _ = try await kii.register(
                [
                    "emailAddress": .string(KiiFixture.email), "emailAddressVerified": true,
                    "password": .string(KiiFixture.password),
                ],
                as: admin
            )
            let bob = try await kii.register(["loginName": "bob", "password": .string(KiiFixture.password)])
            let reply = await kii.users(.get, "/EMAIL:ada@example.com", as: .token(bob.token))
            #expect(reply.summary == (disclosesAccounts ? "200" : "404 USER_NOT_FOUND"))
        }
    }

    @Test func hidesUsersOfOtherApps() async throws {
        let kii = try await KiiFixture()
        try await kii.add("other-app")
        let otherApp = KiiTestCaller.anonymous.fields.merged([.kiiAppID: "other-app", .kiiAppKey: KiiFixture.appKey])
        let body: JSONValue = ["loginName": "eve", "password": .string(KiiFixture.password), "displayName": "Eve"]
        let eve = await kii.send(.post, "/apps/other-app/users", json: body, as: .anonymous, fields: otherApp)
        let id = try #require(eve["userID"]?.string)
        let ada = try await kii.registerAda()
        let admin = try await kii.administrator()
        for caller in [KiiTestCaller.token(ada.token), admin] {
            for selector in [id, "LOGIN_NAME:eve"] {
                let reply = await kii.users(.get, "/\(selector)", as: caller)
                #expect(reply.summary == "404 USER_NOT_FOUND")
            }
        }
        #expect(await kii.users(.delete, "/\(id)", as: admin).summary == "404 USER_NOT_FOUND")
        #expect(await kii.logIn("eve").status == 200)
        #expect(await kii.users(.get, "/LOGIN_NAME:eve", as: .token(ada.token))["displayName"] == "Eve")
    }

    @Test func letsAdministratorReadButNotChangeUsersOfOtherApps() async throws {
        let kii = try await KiiFixture()
        try await kii.add("other-app")
        let otherApp = KiiTestCaller.anonymous.fields.merged([.kiiAppID: "other-app", .kiiAppKey: KiiFixture.appKey])
        let body: JSONValue = [
            "loginName": "eve", "password": .string(KiiFixture.password), "emailAddress": .string(KiiFixture.email),
        ]
        let eve = await kii.send(.post, "/apps/other-app/users", json: body, as: .anonymous, fields: otherApp)
        let id = try #require(eve["userID"]?.string)
        #expect(await kii.logIn("eve").status == 200)
        let before = try #require(try await kii.account(id))
        let admin = try await kii.administrator()
        #expect(await kii.users(.get, "/\(id)", as: admin)["loginName"] == "eve")
        #expect(await kii.users(.get, "/\(id)/status", as: admin).json == ["disabled": false])
        let email = "/\(id)/email-address"
        let replies = [
            await kii.users(
                .put,
                "/\(id)/password",
                json: ["newPassword": .string(KiiFixture.otherPassword)],
                as: admin
            ),
            await kii.users(.put, email, json: ["emailAddress": "eve@example.org", "verified": true], as: admin),
            await kii.users(.put, "/\(id)/status", json: ["disabled": true], as: admin),
            await kii.users(.get, "\(email)/verification-code", as: admin),
            await kii.users(.post, "\(email)/reset-verification-code", as: admin),
            await kii.users(.post, "/\(id)", json: ["loginName": "mallory"], as: admin),
            await kii.users(.post, "/\(id)", json: ["displayName": "Mallory"], as: admin),
            await kii.users(.delete, "/\(id)", as: admin),
        ]
        for reply in replies { #expect(reply.summary == "401 UNAUTHORIZED") }
        #expect(try await kii.account(id) == before)
        // Custom fields belong to the app.
        #expect(await kii.users(.post, "/\(id)", json: ["level": 4], as: admin).status == 200)
        #expect(await kii.users(.get, "/\(id)", as: admin)["level"] == 4)
    }

    @Test func reportsIdentifierOfMissingUser() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let byID = await kii.users(.get, "/unknown", as: .token(ada.token))
        #expect(byID.summary == "404 USER_NOT_FOUND")
        #expect(byID["field"] == "userID")
        #expect(byID["value"] == "unknown")
        #expect(byID["appID"] == "kii-app")
        #expect(byID.mediaType == "application/vnd.kii.UserNotFoundException+json")
        let byName = await kii.users(.get, "/PHONE%3A%2B819099999999", as: .token(ada.token))
        #expect(byName["field"] == "address")
        #expect(byName["value"] == "PHONE:+819099999999")
        for odd in ["EMAIL:ada", "PHONE:12", "LOGIN_NAME:a%20b", "%ff", "%", "LOGIN_NAME:"] {
            #expect(await kii.users(.get, "/\(odd)", as: .token(ada.token)).summary == "404 USER_NOT_FOUND", "\(odd)")
        }
        let social = await kii.users(.get, "/FACEBOOK:1", as: .token(ada.token))
        #expect(social.summary == "400 ACCOUNT_TYPE_NOT_SUPPORTED")
    }

    @Test(arguments: ["/me", "/LOGIN_NAME:ada"]) func requiresToken(path: String) async throws {
        let kii = try await KiiFixture()
        _ = try await kii.registerAda()
        for caller in [KiiTestCaller.app, .basic, .anonymous] {
            for method in [HTTPRequest.Method.get, .delete, .post] {
                let reply = await kii.users(method, path, json: method == .post ? [:] : nil, as: caller)
                #expect(reply.summary == "401 UNAUTHORIZED")
            }
        }
    }

    @Test func rejectsAdministratorAsMe() async throws {
        let kii = try await KiiFixture()
        #expect(await kii.users(.get, "/me", as: try await kii.administrator()).summary == "404 USER_NOT_FOUND")
    }

    @Test func replacesCustomFieldsAndKeepsOtherMembers() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda([
            "displayName": "Ada", "country": "JP", "locale": "ja", "level": 4, "gold": 1,
        ])
        kii.server.clock.advance(by: 60)
        let body: JSONValue = [
            "userID": "other", "internalUserID": 12, "loginName": "Ada", "_hasPassword": false, "_x": 1,
            "displayName": "Ada L.", "locale": nil, "gold": ["a": [true, nil]],
        ]
        let fields: HTTPFields = [.contentType: "application/vnd.kii.UserUpdateRequest+json"]
        let reply = await kii.users(.post, "/\(ada.id)", json: body, as: .token(ada.token), fields: fields)
        #expect(reply.status == 200)
        #expect(reply.json == ["modifiedAt": .integer(Int64(kii.server.clock.now.timeIntervalSince1970 * 1000))])
        let own = await kii.users(.get, "/me", as: .token(ada.token))
        #expect(own["userID"] == .string(ada.id))
        #expect(own["displayName"] == "Ada L.")
        #expect(own["country"] == "JP")
        #expect(own["locale"] == nil)
        #expect(own["level"] == nil)
        #expect(own["gold"] == ["a": [true, nil]])
        #expect(own["_hasPassword"] == true)
        #expect(own["_x"] == nil)
        #expect(own["_modified"] == reply["modifiedAt"])
        #expect(await kii.users(.post, "/me", json: nil, as: .token(ada.token)).status == 200)
        #expect(await kii.users(.get, "/me", as: .token(ada.token))["gold"] == nil)
    }

    @Test(
        arguments: [
            ("[1]", "400 INVALID_JSON"), ("{", "400 INVALID_JSON"), (#"{"displayName":7}"#, "400 INVALID_INPUT_DATA"),
            (#"{"country":"Japan"}"#, "400 INVALID_INPUT_DATA"),
            (#"{"a":"# + String(repeating: "[", count: 5_000), "400 INVALID_JSON"),
            (#"{"loginName":"a"}"#, "400 INVALID_INPUT_DATA"), (#"{"loginName":"bob"}"#, "409 USER_ALREADY_EXISTS"),
            (#"{"password":"\#(KiiFixture.otherPassword)"}"#, "409 OPERATION_NOT_ALLOWED"),
        ]
    )
    func rejectsInvalidUpdateWithoutChanges(body: String, summary: String) async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda(["level": 4])
        _ = try await kii.register(["loginName": "bob", "password": .string(KiiFixture.password)])
        let before = try await kii.account(ada.id)
        let reply = await kii.send(.post, "/apps/kii-app/users/me", raw: Data(body.utf8), as: .token(ada.token))
        #expect(reply.summary == summary)
        #expect(try await kii.account(ada.id) == before)
        #expect(await kii.users(.get, "/me", as: .token(ada.token))["level"] == 4)
    }

    @Test func convertsPseudoUserToNormalUser() async throws {
        let kii = try await KiiFixture()
        let pseudo = try await kii.register(["level": 4])
        let caller = KiiTestCaller.token(pseudo.token)
        let incomplete = await kii.users(.post, "/me", json: ["loginName": "ada", "level": 4], as: caller)
        #expect(incomplete.summary == "400 PASSWORD_TOO_SHORT")
        let nameless = await kii.users(.post, "/me", json: ["password": .string(KiiFixture.password)], as: caller)
        #expect(nameless.summary == "400 INVALID_INPUT_DATA")
        let body: JSONValue = ["loginName": "ada", "password": .string(KiiFixture.password), "level": 5]
        #expect(await kii.users(.post, "/\(pseudo.id)", json: body, as: caller).status == 200)
        let own = await kii.users(.get, "/me", as: caller)
        #expect(own["userID"] == .string(pseudo.id))
        #expect(own["_hasPassword"] == true)
        #expect(await kii.logIn()["id"] == .string(pseudo.id))
    }

    @Test func keepsCustomFieldsPerApp() async throws {
        let kii = try await KiiFixture(accepts: ["other-app"])
        try await kii.add("other-app") { $0.passwordApp?.accepts = [KiiFixture.appID] }
        let ada = try await kii.registerAda(["level": 4])
        let path = "/apps/other-app/users/me"
        #expect(await kii.send(.get, path, as: .token(ada.token))["level"] == nil)
        #expect(await kii.send(.post, path, json: ["level": 1], as: .token(ada.token)).status == 200)
        #expect(await kii.users(.get, "/me", as: .token(ada.token))["level"] == 4)
        #expect(await kii.send(.get, path, as: .token(ada.token))["level"] == 1)
    }

    @Test(arguments: ["me", "LOGIN_NAME:ada"]) func deletesUserAndRevokesTokens(selector: String) async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let caller = KiiTestCaller.token(try await kii.token())
        let reply = await kii.users(.delete, "/\(selector)", as: caller)
        #expect(reply.status == 204)
        #expect(reply.response.body.isEmpty)
        #expect(reply.mediaType == nil)
        #expect(reply.response.fields[.cacheControl] == "no-store")
        for token in [caller, .token(ada.token)] {
            #expect(await kii.users(.delete, "/me", as: token).summary == "403 WRONG_TOKEN")
        }
        #expect(try await kii.account(ada.id) == nil)
        #expect(await kii.logIn().summary == "400 invalid_grant")
        #expect(try await kii.registerAda().id != ada.id)
    }

    @Test func rejectsChangesToOtherUsers() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let bob = try await kii.register(["loginName": "bob", "password": .string(KiiFixture.password)])
        let caller = KiiTestCaller.token(bob.token)
        let change: JSONValue = [
            "oldPassword": .string(KiiFixture.password), "newPassword": .string(KiiFixture.otherPassword),
        ]
        let replies = [
            await kii.users(.post, "/\(ada.id)", json: ["displayName": "Eve"], as: caller),
            await kii.users(.delete, "/\(ada.id)", as: caller),
            await kii.users(.put, "/LOGIN_NAME:ada/password", json: change, as: caller),
            await kii.users(.put, "/\(ada.id)/email-address", json: ["emailAddress": "eve@example.com"], as: caller),
            await kii.users(.put, "/\(ada.id)/phone-number", json: ["phoneNumber": "+819012345678"], as: caller),
            await kii.users(.get, "/\(ada.id)/phone-number", as: caller),
            await kii.users(.put, "/\(ada.id)/status", json: ["disabled": true], as: caller),
            await kii.users(.get, "/\(ada.id)/status", as: caller),
            await kii.users(.get, "/\(ada.id)/email-address/verification-code", as: caller),
            await kii.users(.post, "/\(ada.id)/phone-number/reset-verification-code", as: caller),
        ]
        for reply in replies {
            #expect(reply.summary == "401 UNAUTHORIZED")
            #expect(reply["authenticatedAppID"] == "kii-app")
            #expect(reply["authenticatedPrincipalID"] == .string(bob.id))
        }
        #expect(await kii.logIn()["id"] == .string(ada.id))
        #expect(try await kii.account(ada.id)?.attributes.isEmpty == true)
    }
}

extension HTTPFields {
    /// Returns the fields with further fields added.
    fileprivate func merged(_ more: HTTPFields) -> HTTPFields {
        var all = self
        for field in more { all[field.name] = field.value }
        return all
    }

    @Test func findsUsersForAdministrator() async throws {
        let kii = try await KiiFixture()
        let admin = try await kii.administrator()
        let members: [String: JSONValue] = [
            "loginName": "Ada", "emailAddress": .string(KiiFixture.email), "phoneNumber": .string(KiiFixture.phone),
            "emailAddressVerified": true, "phoneNumberVerified": true, "password": .string(KiiFixture.password),
        ]
        let ada = try await kii.register(members, as: admin)
        for selector in ["LOGIN_NAME:ada", "EMAIL:\(KiiFixture.email)", "PHONE:\(KiiFixture.phone)"] {
            let found = await kii.users(.get, "/\(selector)", as: admin)
            #expect(found["userID"] == .string(ada.id) && found["emailAddress"] == .string(KiiFixture.email))
            for caller in [KiiTestCaller.app, .basic, .anonymous] {
                #expect(await kii.users(.get, "/\(selector)", as: caller).summary == "401 UNAUTHORIZED")
            }
        }
    }

    @Test func rejectsQueriesAsUnsupported() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let query: JSONValue = ["userQuery": ["clause": ["type": "all"]], "bestEffortLimit": 50]
        let fields: HTTPFields = [.contentType: "application/vnd.kii.userqueryrequest+json"]
        let admin = try await kii.administrator()
        let reply = await kii.users(.post, "/query", json: query, as: admin, fields: fields)
        #expect(reply.summary == "403 OPERATION_NOT_SUPPORTED")
        #expect(reply.mediaType == "application/vnd.kii.OperationNotSupportedException+json")
        for caller in [KiiTestCaller.app, .token(ada.token), .anonymous] {
            #expect(
                await kii.users(.post, "/query", json: query, as: caller, fields: fields).summary == "401 UNAUTHORIZED"
            )
        }
        #expect(await kii.users(.get, "/query", as: admin).summary == "405 METHOD_NOT_ALLOWED")
    }
}
