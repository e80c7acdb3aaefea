import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct KiiRegistrationTests {
    @Test func registersUserWithAllMembers() async throws {
        let kii = try await KiiFixture()
        let body: JSONValue = [
            "loginName": "Ada.L", "emailAddress": "Ada@Example.com", "phoneNumber": "+81 90-1234-5678",
            "password": .string(KiiFixture.password), "displayName": "Ada", "country": "jp", "locale": "ja", "level": 4,
            "bag": ["gold": 1.5, "items": ["sword", nil]], "_secret": 1, "userID": "mine", "internalUserID": 7,
        ]
        let fields: HTTPFields = [.contentType: "application/vnd.kii.RegistrationRequest+json"]
        let reply = await kii.users(.post, "", json: body, fields: fields)
        #expect(reply.status == 201)
        let id = try #require(reply["userID"]?.string)
        #expect(reply.mediaType == "application/vnd.kii.RegistrationResponse+json")
        #expect(reply.response.fields[.location] == "https://login.example.com/api/apps/kii-app/users/\(id)")
        var members = try #require(reply.json.object)
        let number = try #require(members.removeValue(forKey: "internalUserID")?.integer)
        #expect(number != 7)
        members["_created"] = nil
        members["_modified"] = nil
        let expected: [String: JSONValue] = [
            "userID": .string(id), "loginName": "Ada.L", "displayName": "Ada", "country": "JP", "locale": "ja",
            "_emailAddressPending": "ada@example.com", "_phoneNumberPending": "+819012345678",
            "_hasPassword": true, "_disabled": false, "level": 4, "bag": ["gold": 1.5, "items": ["sword", nil]],
        ]
        #expect(members == expected)
        let account = try #require(try await kii.account(id))
        #expect(account.identifiers.map(\.value) == ["ada.l"])
        #expect(account.registeredBy == KiiFixture.appID)
    }

    @Test(arguments: [
        "application/json", "application/json; charset=UTF-8", "application/vnd.kii.RegistrationRequest+json",
    ])
    func issuesNoTokenForPlainRegistration(type: String) async throws {
        let kii = try await KiiFixture()
        let body: JSONValue = ["loginName": "ada", "password": .string(KiiFixture.password)]
        let reply = await kii.users(.post, "", json: body, fields: [.contentType: type])
        #expect(reply.status == 201)
        #expect(reply["_accessToken"] == nil)
        #expect(try await kii.server.store.sessions(of: Account.ID(reply["userID"]?.string ?? "")).isEmpty)
    }

    @Test func issuesValidTokenOnRegistration() async throws {
        let kii = try await KiiFixture()
        let body: JSONValue = ["loginName": "ada", "password": .string(KiiFixture.password)]
        let reply = await kii.users(.post, "", json: body, fields: [.contentType: KiiFixture.signedIn])
        #expect(reply.mediaType == "application/vnd.kii.RegistrationAndAuthorizationResponse+json")
        #expect(reply["_expiresIn"] == 31_536_000)
        #expect(reply["_refreshToken"] == nil)
        let token = try #require(reply["_accessToken"]?.string)
        let own = await kii.users(.get, "/me", as: .token(token))
        #expect(own["userID"] == reply["userID"])
    }

    @Test func issuesRefreshTokenToNormalUsersOnly() async throws {
        let kii = try await KiiFixture(refresh: true, lifetime: 3600)
        let body: JSONValue = ["loginName": "ada", "password": .string(KiiFixture.password)]
        let ada = await kii.users(.post, "", json: body, fields: [.contentType: KiiFixture.signedIn])
        #expect(ada["_refreshToken"] != nil)
        #expect(ada["_expiresIn"] == 3600)
        let pseudo = await kii.users(.post, "", json: [:], fields: [.contentType: KiiFixture.signedIn])
        #expect(pseudo["_refreshToken"] == nil)
        // The token is the only credential of a pseudo user.
        #expect(pseudo["_expiresIn"] == 31_536_000)
    }

    @Test(arguments: [[:], ["displayName": "Nobody", "level": 1]] as [JSONValue])
    func registersPseudoUser(body: JSONValue) async throws {
        let kii = try await KiiFixture()
        let reply = await kii.users(.post, "", json: body, fields: [.contentType: KiiFixture.signedIn])
        #expect(reply.status == 201)
        #expect(reply["_hasPassword"] == false)
        #expect(reply["loginName"] == nil)
        #expect(reply["level"] == body["level"])
        let token = try #require(reply["_accessToken"]?.string)
        #expect(await kii.users(.get, "/me", as: .token(token)).status == 200)
    }

    @Test(
        arguments: [
            ([:], "400 PASSWORD_TOO_SHORT"), (["loginName": "ada"], "400 PASSWORD_TOO_SHORT"),
            (["loginName": "ada", "password": "short"], "400 PASSWORD_TOO_SHORT"),
            (["loginName": "ada", "password": "password1"], "400 INVALID_INPUT_DATA"),
            (
                ["loginName": "ada", "password": .string(String(repeating: "a1b2", count: 65))],
                "400 INVALID_INPUT_DATA"
            ),
            (["password": .string(KiiFixture.password)], "400 INVALID_INPUT_DATA"),
            (["loginName": "a", "password": .string(KiiFixture.password)], "400 INVALID_INPUT_DATA"),
            (["loginName": "ada lovelace", "password": .string(KiiFixture.password)], "400 INVALID_INPUT_DATA"),
            (["emailAddress": "ada", "password": .string(KiiFixture.password)], "400 INVALID_INPUT_DATA"),
            (["phoneNumber": "12", "password": .string(KiiFixture.password)], "400 INVALID_INPUT_DATA"),
            (["loginName": 7, "password": .string(KiiFixture.password)], "400 INVALID_INPUT_DATA"),
            (["loginName": "ada", "password": 7], "400 INVALID_INPUT_DATA"),
            (
                ["loginName": "ada", "password": .string(KiiFixture.password), "country": "JPN"],
                "400 INVALID_INPUT_DATA"
            ),
            (
                ["loginName": "ada", "password": .string(KiiFixture.password), "displayName": ""],
                "400 INVALID_INPUT_DATA"
            ),
            (
                [
                    "loginName": "ada", "password": .string(KiiFixture.password),
                    "displayName": .string(String(repeating: "a", count: 51)),
                ], "400 INVALID_INPUT_DATA"
            ),
        ] as [(JSONValue, String)]
    )
    func rejectsInvalidRegistration(body: JSONValue, summary: String) async throws {
        let kii = try await KiiFixture()
        #expect(await kii.users(.post, "", json: body).summary == summary)
        #expect(try await kii.server.store.accounts(after: nil, limit: 10).isEmpty)
    }

    @Test func reportsMinimumPasswordLength() async throws {
        let kii = try await KiiFixture()
        #expect(await kii.users(.post, "", json: ["loginName": "ada", "password": "short"])["minimumLength"] == 8)
        let signedIn = await kii.users(
            .post,
            "",
            json: ["loginName": "ada"],
            fields: [.contentType: KiiFixture.signedIn]
        )
        #expect(signedIn.summary == "400 PASSWORD_TOO_SHORT")
    }

    @Test(arguments: ["ada", "ADA"]) func rejectsTakenLoginNameIgnoringCase(name: String) async throws {
        let kii = try await KiiFixture()
        _ = try await kii.registerAda()
        let reply = await kii.users(
            .post,
            "",
            json: ["loginName": .string(name), "password": .string(KiiFixture.password)]
        )
        #expect(reply.summary == "409 USER_ALREADY_EXISTS")
        #expect(reply["field"] == "loginName")
        #expect(reply["value"] == .string(name))
        #expect(reply["message"]?.string == "User with loginName \(name) already exists")
    }

    @Test func hidesRegisteredAddress() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda(["emailAddress": .string(KiiFixture.email)])
        let proof: JSONValue = ["verificationCode": .string(try await kii.code())]
        _ = await kii.users(.post, "/me/email-address/verify", json: proof, as: .token(ada.token))
        let body: JSONValue = [
            "emailAddress": .string(KiiFixture.email), "password": .string(KiiFixture.otherPassword),
        ]
        let reply = await kii.users(.post, "", json: body)
        #expect(reply.status == 201)
        #expect(reply["_emailAddressPending"] == .string(KiiFixture.email))
        #expect(await kii.logIn(KiiFixture.email, KiiFixture.otherPassword).summary == "400 invalid_grant")
    }

    @Test func disclosesRegisteredAddressToAllowedApp() async throws {
        let kii = try await KiiFixture(disclosesAccounts: true)
        let ada = try await kii.registerAda(["emailAddress": .string(KiiFixture.email)])
        let proof: JSONValue = ["verificationCode": .string(try await kii.code())]
        _ = await kii.users(.post, "/me/email-address/verify", json: proof, as: .token(ada.token))
        let body: JSONValue = [
            "emailAddress": .string(KiiFixture.email), "password": .string(KiiFixture.otherPassword),
        ]
        let reply = await kii.users(.post, "", json: body)
        #expect(reply.summary == "409 USER_ALREADY_EXISTS")
        #expect(reply["field"] == "emailAddress")
    }

    @Test func acceptsVerifiedAddressesFromAdministratorOnly() async throws {
        let kii = try await KiiFixture()
        let body: JSONValue = [
            "emailAddress": .string(KiiFixture.email), "phoneNumber": .string(KiiFixture.phone),
            "emailAddressVerified": true, "phoneNumberVerified": true, "password": .string(KiiFixture.password),
        ]
        #expect(await kii.users(.post, "", json: body).summary == "401 UNAUTHORIZED")
        let reply = await kii.users(.post, "", json: body, as: try await kii.administrator())
        #expect(reply.status == 201)
        #expect(reply["emailAddress"] == .string(KiiFixture.email))
        #expect(reply["emailAddressVerified"] == true)
        #expect(reply["phoneNumberVerified"] == true)
        #expect(await kii.logIn(KiiFixture.email).status == 200)
        #expect(await kii.logIn(KiiFixture.phone).status == 200)
    }

    @Test(arguments: [62, 64]) func limitsSizeOfCustomFields(kilobytes: Int) async throws {
        let kii = try await KiiFixture()
        let text = String(repeating: "あ", count: kilobytes * 1024 / 3)
        let body = #"{"loginName":"ada","password":"\#(KiiFixture.password)","story":"\#(text)"}"#
        let escaped = body.unicodeScalars.map { $0.isASCII ? String($0) : "\\u3042" }.joined()
        let reply = await kii.send(.post, "/apps/kii-app/users", raw: .init(escaped.utf8))
        #expect(reply.summary == (kilobytes == 62 ? "201" : "400 INVALID_INPUT_DATA"))
    }
}
