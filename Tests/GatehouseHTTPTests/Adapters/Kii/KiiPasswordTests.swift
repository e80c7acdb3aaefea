import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct KiiPasswordTests {
    private static let change: JSONValue = [
        "oldPassword": .string(KiiFixture.password), "newPassword": .string(KiiFixture.otherPassword),
    ]

    /// Registers `ada` with a verified email address and phone number.
    private func registerVerifiedUser(_ kii: KiiFixture) async throws -> (id: String, token: String) {
        try await kii.register(
            [
                "loginName": "Ada", "emailAddress": .string(KiiFixture.email), "phoneNumber": .string(KiiFixture.phone),
                "emailAddressVerified": true, "phoneNumberVerified": true, "password": .string(KiiFixture.password),
            ],
            as: try await kii.administrator()
        )
    }

    @Test func endsEverySessionOnPasswordChange() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let other = try await kii.token()
        let fields: HTTPFields = [.contentType: "application/vnd.kii.ChangePasswordRequest+json"]
        let reply = await kii.users(
            .put,
            "/\(ada.id)/password",
            json: Self.change,
            as: .token(ada.token),
            fields: fields
        )
        #expect(reply.status == 204)
        for token in [ada.token, other] {
            #expect(await kii.users(.get, "/me", as: .token(token)).summary == "403 WRONG_TOKEN")
        }
        #expect(await kii.logIn().summary == "400 invalid_grant")
        #expect(await kii.logIn("ada", KiiFixture.otherPassword).status == 200)
    }

    @Test(
        arguments: [
            (["oldPassword": "a guess", "newPassword": .string(KiiFixture.otherPassword)], "401 WRONG_PASSWORD"),
            (["newPassword": .string(KiiFixture.otherPassword)], "400 INVALID_INPUT_DATA"),
            (["oldPassword": .string(KiiFixture.password)], "400 PASSWORD_TOO_SHORT"),
            (["oldPassword": .string(KiiFixture.password), "newPassword": "short"], "400 PASSWORD_TOO_SHORT"),
            (["oldPassword": .string(KiiFixture.password), "newPassword": "password1"], "400 INVALID_INPUT_DATA"),
            (
                ["oldPassword": .string(KiiFixture.password), "newPassword": .string(KiiFixture.password)],
                "400 INVALID_INPUT_DATA"
            ),
        ] as [(JSONValue, String)]
    )
    func keepsSessionsWhenPasswordChangeFails(body: JSONValue, summary: String) async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let reply = await kii.users(.put, "/me/password", json: body, as: .token(ada.token))
        #expect(reply.summary == summary)
        if summary.hasSuffix("WRONG_PASSWORD") {
            #expect(reply["message"] == "The provided password is wrong")
            #expect(reply["principalID"] == .string(ada.id))
        }
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).status == 200)
        #expect(await kii.logIn().status == 200)
    }

    @Test func letsAdministratorChangePasswordWithoutOldOne() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let body: JSONValue = ["newPassword": .string(KiiFixture.otherPassword)]
        let admin = try await kii.administrator()
        #expect(await kii.users(.put, "/\(ada.id)/password", json: body, as: admin).status == 204)
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).summary == "403 WRONG_TOKEN")
        #expect(await kii.logIn("ada", KiiFixture.otherPassword).status == 200)
    }

    @Test(
        arguments: [
            ("EMAIL:ada@example.com", nil, KiiFixture.email),
            ("EMAIL:ada@example.com", ["notificationMethod": "EMAIL"], KiiFixture.email),
            ("LOGIN_NAME:ada", nil, KiiFixture.email),
            ("PHONE%3A%2B819012345678", ["notificationMethod": "SMS", "smsResetMethod": "PIN"], KiiFixture.phone),
        ] as [(String, JSONValue?, String)]
    )
    func resetsPasswordWithCode(selector: String, request: JSONValue?, address: String) async throws {
        let kii = try await KiiFixture()
        let ada = try await registerVerifiedUser(kii)
        #expect(await kii.users(.post, "/\(selector)/password/request-reset", json: request).status == 204)
        let code = try await kii.code(to: address)
        let path = "/\(selector)/password/complete-reset"
        let fields: HTTPFields = [.contentType: "application/vnd.kii.CompletePasswordResetRequest+json"]
        let missing = await kii.users(.post, path, json: ["pinCode": .string(code)], as: .basic, fields: fields)
        #expect(missing.summary == "400 INVALID_INPUT_DATA")
        let weak = await kii.users(.post, path, json: ["pinCode": .string(code), "newPassword": "short"], as: .basic)
        #expect(weak.summary == "400 PASSWORD_TOO_SHORT")
        let new: JSONValue = .string(KiiFixture.otherPassword)
        let wrong = await kii.users(
            .post,
            path,
            json: ["pinCode": .string(KiiFixture.other(than: code)), "newPassword": new]
        )
        #expect(wrong.summary == "403 INVALID_VERIFICATION_CODE")
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).status == 200)
        let right = await kii.users(
            .post,
            path,
            json: ["pinCode": .string(code), "newPassword": new],
            as: .basic,
            fields: fields
        )
        #expect(right.status == 204)
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).summary == "403 WRONG_TOKEN")
        #expect(await kii.logIn("ada", KiiFixture.otherPassword).status == 200)
        let again = await kii.users(.post, path, json: ["pinCode": .string(code), "newPassword": new])
        #expect(again.status >= 400)
    }

    @Test func sendsResetLinkBySMS() async throws {
        let kii = try await KiiFixture()
        _ = try await registerVerifiedUser(kii)
        let path = "/PHONE:+819012345678/password/request-reset"
        #expect(await kii.users(.post, path, json: ["notificationMethod": "SMS"]).status == 204)
        #expect(try await kii.server.mailedLink(to: KiiFixture.phone) != nil)
    }

    @Test func rejectsExpiredResetCode() async throws {
        let kii = try await KiiFixture()
        _ = try await registerVerifiedUser(kii)
        _ = await kii.users(.post, "/EMAIL:ada@example.com/password/request-reset")
        let code = try await kii.code()
        kii.server.clock.advance(by: kii.server.identity.settings.lifetimes.mailCode + 1)
        let body: JSONValue = ["pinCode": .string(code), "newPassword": .string(KiiFixture.otherPassword)]
        let reply = await kii.users(.post, "/EMAIL:ada@example.com/password/complete-reset", json: body)
        #expect(reply.summary == "410 PIN_CODE_EXPIRED")
    }

    @Test func hidesAccountExistenceOnReset() async throws {
        let kii = try await KiiFixture()
        _ = try await registerVerifiedUser(kii)
        for address in [KiiFixture.email, "unknown@example.com"] {
            let path = "/EMAIL:\(address)/password"
            #expect(await kii.users(.post, path + "/request-reset").status == 204)
            let body: JSONValue = ["pinCode": "1234", "newPassword": .string(KiiFixture.otherPassword)]
            let reply = await kii.users(.post, path + "/complete-reset", json: body)
            #expect(reply.summary == "403 INVALID_VERIFICATION_CODE")
            #expect(reply["userID"] == nil)
        }
    }

    @Test func disclosesMissingAccountToAllowedApp() async throws {
        let kii = try await KiiFixture(disclosesAccounts: true)
        let reply = await kii.users(.post, "/EMAIL:unknown@example.com/password/request-reset")
        #expect(reply.summary == "404 USER_NOT_FOUND")
    }

    @Test(arguments: [false, true]) func requiresAddressForReset(disclosesAccounts: Bool) async throws {
        let kii = try await KiiFixture(disclosesAccounts: disclosesAccounts)
        let pseudo = try await kii.register([:])
        let ada = try await kii.registerAda()
        let path = "/password/request-reset"
        let pseudoUserResponse = await kii.users(.post, "/\(pseudo.id)\(path)")
        #expect(pseudoUserResponse.summary == (disclosesAccounts ? "409 OPERATION_NOT_ALLOWED" : "409 INVALID_STATUS"))
        // Whether a user has an address is confidential too.
        let summary = disclosesAccounts ? "409 INVALID_STATUS" : "204"
        #expect(await kii.users(.post, "/\(ada.id)\(path)").summary == summary)
        #expect(await kii.users(.post, "/me\(path)", as: .token(ada.token)).summary == summary)
        #expect(await kii.users(.post, "/LOGIN_NAME:ada\(path)").summary == summary)
        #expect(await kii.users(.post, "/me\(path)").summary == "401 UNAUTHORIZED")
        #expect(await kii.users(.post, "/unknown\(path)").summary == "404 USER_NOT_FOUND")
        let odd = await kii.users(.post, "/\(ada.id)\(path)", json: ["notificationMethod": "PIGEON"])
        #expect(odd.summary == "400 INVALID_INPUT_DATA")
    }

    @Test func rejectsResetOfDisabledUser() async throws {
        let kii = try await KiiFixture(disclosesAccounts: true)
        let ada = try await registerVerifiedUser(kii)
        let admin = try await kii.administrator()
        #expect(await kii.users(.put, "/\(ada.id)/status", json: ["disabled": true], as: admin).status == 204)
        let reply = await kii.users(.post, "/\(ada.id)/password/request-reset")
        #expect(reply.summary == "401 USER_DISABLED")
        #expect(reply["appID"] == "kii-app")
    }

    /// The app is not allowed to know whether an account exists, nor that it was disabled.
    @Test func hidesDisabledAccountOnReset() async throws {
        let kii = try await KiiFixture()
        let ada = try await registerVerifiedUser(kii)
        _ = await kii.users(.put, "/\(ada.id)/status", json: ["disabled": true], as: try await kii.administrator())
        let count = try await kii.server.mailCount
        #expect(await kii.users(.post, "/EMAIL:ada@example.com/password/request-reset").status == 204)
        #expect(try await kii.server.mailCount - count <= 1)
        let body: JSONValue = ["pinCode": "12345678", "newPassword": .string(KiiFixture.otherPassword)]
        let reply = await kii.users(.post, "/EMAIL:ada@example.com/password/complete-reset", json: body)
        #expect(reply.summary == "403 INVALID_VERIFICATION_CODE")
        #expect(await kii.logIn().summary == "400 invalid_grant")
    }
}
