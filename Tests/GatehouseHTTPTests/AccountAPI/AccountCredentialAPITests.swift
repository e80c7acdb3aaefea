import AuthenticatorTestSupport
import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AccountCredentialAPITests {
    private static let tooFewFactors = "403 insufficient_user_authentication"

    /// Starts the enrolment of an app, and returns its token and secret.
    private func startApp(
        _ api: AccountAPIFixture,
        token: Secret? = nil
    ) async throws -> (enrolment: JSONValue, app: TimeBasedSecret) {
        let started = await api.send(
            .post,
            "/credential-enrolments",
            json: ["kind": "authenticator_app"],
            token: token
        )
        try #require(started.summary == "201", "\(started.response.text)")
        #expect(started["passkey"] == nil)
        #expect(started["authenticator_app"]?["key_uri"]?.string?.hasPrefix("otpauth://totp/") == true)
        #expect(started.response.fields[.cacheControl] == "no-store")
        let typed = try #require(started["authenticator_app"]?["secret"]?.string)
        let bytes = try #require(Base32.decode(typed.filter { $0 != " " }))
        return (try #require(started["enrolment"]), try #require(TimeBasedSecret(bytes: bytes)))
    }

    private func code(of app: TimeBasedSecret, _ api: AccountAPIFixture) -> String {
        app.code(step: TimeBasedSecret.step(at: api.server.clock.now) ?? 0)
    }

    /// Adds an authenticator app.
    private func enrolApp(
        _ api: AccountAPIFixture,
        token: Secret? = nil
    ) async throws -> (app: TimeBasedSecret, response: APIResponse) {
        let (enrolment, app) = try await startApp(api, token: token)
        let body: JSONValue = ["enrolment": enrolment, "code": .string(code(of: app, api)), "name": "Phone"]
        return (app, await api.send(.post, "/credentials", json: body, token: token))
    }

    /// Signs `ada` in with the password and the app, and returns the access token.
    private func signIn(with app: TimeBasedSecret, _ api: AccountAPIFixture) async throws -> Secret {
        // Each code is accepted once.
        api.server.clock.advance(by: 60)
        let browser = try await api.web.browser(opening: ServerFixture.authorization([.scope: "openid account"]))
        try await browser.submit(["email": AccountAPIFixture.email], action: "password")
        try await browser.submit(["password": AccountAPIFixture.password])
        try await browser.submit(["code": code(of: app, api)])
        let user = ScriptedUser(email: AccountAPIFixture.email, password: AccountAPIFixture.password)
        try await user.signIn(in: browser, on: api.server)
        return try await api.web.tokens(from: browser).accessToken
    }

    private func credentials(_ api: AccountAPIFixture) async -> [JSONValue] {
        await api.send(.get, "/credentials")["items"]?.array ?? []
    }

    /// Returns the options for a new passkey.
    private func options(of enrolment: APIResponse) throws -> PublicKeyCredentialCreationOptions {
        let json = JSONCoding.encode(try #require(enrolment["passkey"]))
        return try JSONCoding.decode(PublicKeyCredentialCreationOptions.self, from: json)
    }

    @Test func enrolsAuthenticatorApp() async throws {
        let api = try await AccountAPIFixture()
        #expect(
            await api.send(.get, "/credentials").json
                == ["items": [], "requires_second_factor": false, "remaining_recovery_codes": 0]
        )
        let (_, added) = try await enrolApp(api)
        #expect(added.summary == "201")
        #expect(added.response.fields[.cacheControl] == "no-store")
        #expect(added["recovery_codes"]?.array?.count == 10)
        let list = await api.send(.get, "/credentials")
        #expect(list["requires_second_factor"] == true)
        #expect(list["remaining_recovery_codes"] == 10)
        #expect(list["items"] == [try #require(added["credential"])])
        #expect(added["credential"]?["kind"] == "authenticator_app")
        #expect(added["credential"]?["name"] == "Phone")
        let members = Set((added["credential"]?.object ?? [:]).keys)
        #expect(members == ["id", "kind", "name", "created_at", "last_used_at"])
        #expect(try await api.account().requiresSecondFactor)
    }

    @Test func requiresSecondFactorForEveryChange() async throws {
        let api = try await AccountAPIFixture()
        let (app, added) = try await enrolApp(api)
        let id = try #require(added["credential"]?["id"]?.string)
        let before = try await api.account()
        let changes: [(HTTPRequest.Method, String, JSONValue?)] = [
            (.post, "/credential-enrolments", ["kind": "passkey"]),
            (.post, "/credentials", ["enrolment": "x", "code": "123456"]),
            (.patch, "/credentials/\(id)", ["name": "Tablet"]), (.delete, "/credentials/\(id)", nil),
            (.post, "/recovery-codes", nil), (.put, "/second-factor", ["is_required": false]),
            (.get, "/export", nil),
        ]
        for (method, path, body) in changes {
            let response = await api.send(method, path, json: body)
            #expect(response.summary == Self.tooFewFactors, "\(method) \(path)")
            #expect(response["acr_values"] == [.string(ACR.multiFactor.rawValue)])
            #expect(response.challenge?.hasSuffix(#"acr_values="urn:gatehouse:acr:2""#) == true)
        }
        #expect(try await api.account() == before)

        let token = try await signIn(with: app, api)
        let renamed = await api.send(.patch, "/credentials/\(id)", json: ["name": " Tablet "], token: token)
        #expect(renamed.summary == "200")
        #expect(renamed["name"] == "Tablet")
        let codes = await api.send(.post, "/recovery-codes", token: token)
        #expect(codes["recovery_codes"]?.array?.count == 10)
        #expect(codes["recovery_codes"] != added["recovery_codes"])
        #expect(codes.response.fields[.cacheControl] == "no-store")
        let off = await api.send(.put, "/second-factor", json: ["is_required": false], token: token)
        #expect(off.json == ["is_required": false])
        let on = await api.send(.put, "/second-factor", json: ["is_required": true], token: token)
        #expect(on.json == ["is_required": true])
        #expect(await api.send(.delete, "/credentials/\(id)", token: token).summary == "204")
        #expect(
            await api.send(.get, "/credentials").json
                == ["items": [], "requires_second_factor": false, "remaining_recovery_codes": 0]
        )
    }

    @Test func limitsNumberOfCredentials() async throws {
        let api = try await AccountAPIFixture(limits: .unlimited)
        let token = try await signIn(with: try await enrolApp(api).app, api)
        var summary = "201"
        for _ in 0..<100 where summary == "201" { summary = try await enrolApp(api, token: token).response.summary }
        #expect(summary == "409 too_many_credentials")
    }

    @Test func rejectsWrongAndExpiredCodes() async throws {
        let api = try await AccountAPIFixture()
        let (enrolment, app) = try await startApp(api)
        let valid = code(of: app, api)
        let wrong = valid == "000000" ? "000001" : "000000"
        func finish(_ enrolment: JSONValue, _ code: String) async -> APIResponse {
            await api.send(.post, "/credentials", json: ["enrolment": enrolment, "code": .string(code)])
        }
        let rejected = await finish(enrolment, wrong)
        #expect(rejected.summary == "422 wrong_code")
        #expect(rejected["field"] == "code")
        #expect(await finish("forged", valid).summary == "422 code_expired")
        #expect(await finish(enrolment, valid).summary == "201")
        #expect(await credentials(api).count == 1)
    }

    @Test func startsPasskey() async throws {
        let api = try await AccountAPIFixture()
        let started = await api.send(.post, "/credential-enrolments", json: ["kind": "passkey"])
        #expect(started.summary == "201")
        #expect(started["authenticator_app"] == nil)
        let options = try options(of: started)
        #expect(options.challenge.count >= 16)
        let enrolment = try #require(started["enrolment"])
        let response = await api.send(.post, "/credentials", json: ["enrolment": enrolment, "passkey": ["id": "x"]])
        #expect(response.summary == "422 wrong_code")
        #expect(response["field"] == "passkey")
    }

    @Test func addsPasskey() async throws {
        let api = try await AccountAPIFixture()
        let started = await api.send(.post, "/credential-enrolments", json: ["kind": "passkey"])
        let options = try options(of: started)
        var authenticator = SoftwareAuthenticator()
        authenticator.relyingPartyID = "login.example.com"
        let registration = JSONCoding.encode(try authenticator.register(options.challenge))
        let body: JSONValue = [
            "enrolment": try #require(started["enrolment"]),
            "passkey": try JSONCoding.decode(JSONValue.self, from: registration),
        ]
        let added = await api.send(.post, "/credentials", json: body)
        #expect(added.summary == "201")
        // A passkey alone does not turn the second factor on.
        #expect(added["recovery_codes"] == nil)
        #expect(added["credential"]?["kind"] == "passkey")
        let list = await api.send(.get, "/credentials")
        #expect(list["items"] == [try #require(added["credential"])])
        #expect(list["requires_second_factor"] == false)
        #expect(await api.send(.post, "/credentials", json: body).summary == "422 code_expired")
    }

    @Test(
        arguments: [
            ["enrolment": "x"], ["enrolment": "x", "code": "1", "passkey": ["id": "x"]],
        ] as [JSONValue]
    )
    func requiresOneResponse(body: JSONValue) async throws {
        let api = try await AccountAPIFixture()
        #expect(await api.send(.post, "/credentials", json: body).summary == "400 invalid_request")
    }

    @Test(arguments: ["recovery-code", "authenticator-app", "code", "", "password"])
    func rejectsOtherKinds(kind: String) async throws {
        let api = try await AccountAPIFixture()
        let response = await api.send(.post, "/credential-enrolments", json: ["kind": .string(kind)])
        #expect(response.summary == "422 invalid_value")
        #expect(response["field"] == "kind")
    }

    @Test func reportsMissingSecondFactor() async throws {
        let api = try await AccountAPIFixture()
        #expect(await api.send(.post, "/recovery-codes").summary == "409 second_factor_missing")
        let on = await api.send(.put, "/second-factor", json: ["is_required": true])
        #expect(on.summary == "409 second_factor_missing")
        #expect(await api.send(.put, "/second-factor", json: ["is_required": false]).json == ["is_required": false])
    }

    @Test func rejectsInvalidNames() async throws {
        let api = try await AccountAPIFixture()
        let (app, added) = try await enrolApp(api)
        let id = try #require(added["credential"]?["id"]?.string)
        let token = try await signIn(with: app, api)
        for name in ["", " ", String(repeating: "a", count: 65), String(repeating: "a", count: 10_000)] {
            let response = await api.send(.patch, "/credentials/\(id)", json: ["name": .string(name)], token: token)
            #expect(response.summary == "422 invalid_value")
            #expect(response["field"] == "name")
        }
        let control = await api.send(.patch, "/credentials/\(id)", json: ["name": "a\u{0}b"], token: token)
        #expect(["400 invalid_request", "422 invalid_value"].contains(control.summary))
        #expect(await credentials(api).first?["name"] == "Phone")
    }

    @Test func hidesCredentialsOfOthers() async throws {
        let api = try await AccountAPIFixture()
        let eve = try await api.addUser("eve@example.com")
        let (enrolment, app) = try await startApp(api)
        let body: JSONValue = ["enrolment": enrolment, "code": .string(code(of: app, api))]
        #expect(await api.send(.post, "/credentials", json: body, token: eve).summary == "422 code_expired")
        let added = await api.send(.post, "/credentials", json: body)
        let id = try #require(added["credential"]?["id"]?.string)
        #expect(await api.send(.get, "/credentials", token: eve)["items"] == [])
        #expect(await api.send(.delete, "/credentials/\(id)", token: eve).summary == "404 not_found")
        let renamed = await api.send(.patch, "/credentials/\(id)", json: ["name": "Mine"], token: eve)
        #expect(renamed.summary == "404 not_found")
    }

    @Test func exportsCredentialsWithoutSecrets() async throws {
        let api = try await AccountAPIFixture()
        let (app, _) = try await enrolApp(api)
        let export = await api.send(.get, "/export", token: try await signIn(with: app, api))
        #expect(export["credentials"]?["requires_second_factor"] == true)
        #expect(export["credentials"]?["remaining_recovery_codes"] == 10)
        let item = try #require(export["credentials"]?["items"]?.array?.first)
        #expect(item["name"] == "Phone")
        #expect(item["last_used_at"] != nil)
        #expect(Set((item.object ?? [:]).keys) == ["id", "kind", "name", "created_at", "last_used_at"])
        #expect(!export.response.text.contains(Base32.encode(app.bytes)))
    }
}
