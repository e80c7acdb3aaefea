import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct KiiPasswordTests {
    private static let change: JSONValue = [
        "oldPassword": .string(KiiWeb.password), "newPassword": .string(KiiWeb.otherPassword),
    ]

    /// `ada`, with a proven address and a proven number.
    private func proven(_ kii: KiiWeb) async throws -> (id: String, token: String) {
        try await kii.register(
            [
                "loginName": "Ada", "emailAddress": .string(KiiWeb.email), "phoneNumber": .string(KiiWeb.phone),
                "emailAddressVerified": true, "phoneNumberVerified": true, "password": .string(KiiWeb.password),
            ],
            as: try await kii.administrator()
        )
    }

    @Test func aNewPasswordEndsEverySession() async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        let other = try await kii.token()
        let fields: HTTPFields = [.contentType: "application/vnd.kii.ChangePasswordRequest+json"]
        let reply = await kii.users(.put, "/\(ada.id)/password", Self.change, as: .token(ada.token), fields)
        #expect(reply.status == 204)
        for token in [ada.token, other] {
            #expect(await kii.users(.get, "/me", as: .token(token)).verdict == "403 WRONG_TOKEN")
        }
        #expect(await kii.logIn().verdict == "400 invalid_grant")
        #expect(await kii.logIn("ada", KiiWeb.otherPassword).status == 200)
    }

    @Test(
        arguments: [
            (["oldPassword": "a guess", "newPassword": .string(KiiWeb.otherPassword)], "401 WRONG_PASSWORD"),
            (["newPassword": .string(KiiWeb.otherPassword)], "400 INVALID_INPUT_DATA"),
            (["oldPassword": .string(KiiWeb.password)], "400 PASSWORD_TOO_SHORT"),
            (["oldPassword": .string(KiiWeb.password), "newPassword": "short"], "400 PASSWORD_TOO_SHORT"),
            (["oldPassword": .string(KiiWeb.password), "newPassword": "password1"], "400 INVALID_INPUT_DATA"),
            (
                ["oldPassword": .string(KiiWeb.password), "newPassword": .string(KiiWeb.password)],
                "400 INVALID_INPUT_DATA"
            ),
        ] as [(JSONValue, String)]
    )
    func aChangeThatCannotBeEndsNothing(body: JSONValue, verdict: String) async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        let reply = await kii.users(.put, "/me/password", body, as: .token(ada.token))
        #expect(reply.verdict == verdict)
        if verdict.hasSuffix("WRONG_PASSWORD") {
            #expect(reply["message"] == "The provided password is wrong")
            #expect(reply["principalID"] == .string(ada.id))
        }
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).status == 200)
        #expect(await kii.logIn().status == 200)
    }

    @Test func anAdministratorNeedsNoOldOne() async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        let body: JSONValue = ["newPassword": .string(KiiWeb.otherPassword)]
        let admin = try await kii.administrator()
        #expect(await kii.users(.put, "/\(ada.id)/password", body, as: admin).status == 204)
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).verdict == "403 WRONG_TOKEN")
        #expect(await kii.logIn("ada", KiiWeb.otherPassword).status == 200)
    }

    @Test(
        arguments: [
            ("EMAIL:ada@example.com", nil, KiiWeb.email),
            ("EMAIL:ada@example.com", ["notificationMethod": "EMAIL"], KiiWeb.email),
            ("LOGIN_NAME:ada", nil, KiiWeb.email),
            ("PHONE%3A%2B819012345678", ["notificationMethod": "SMS", "smsResetMethod": "PIN"], KiiWeb.phone),
        ] as [(String, JSONValue?, String)]
    )
    func aCodeBecomesANewPassword(selector: String, request: JSONValue?, address: String) async throws {
        let kii = try await KiiWeb()
        let ada = try await proven(kii)
        #expect(await kii.users(.post, "/\(selector)/password/request-reset", request).status == 204)
        let code = try await kii.code(to: address)
        let path = "/\(selector)/password/complete-reset"
        let fields: HTTPFields = [.contentType: "application/vnd.kii.CompletePasswordResetRequest+json"]
        let missing = await kii.users(.post, path, ["pinCode": .string(code)], as: .basic, fields)
        #expect(missing.verdict == "400 INVALID_INPUT_DATA")
        let weak = await kii.users(.post, path, ["pinCode": .string(code), "newPassword": "short"], as: .basic)
        #expect(weak.verdict == "400 PASSWORD_TOO_SHORT")
        let new: JSONValue = .string(KiiWeb.otherPassword)
        let wrong = await kii.users(.post, path, ["pinCode": .string(KiiWeb.other(than: code)), "newPassword": new])
        #expect(wrong.verdict == "403 INVALID_VERIFICATION_CODE")
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).status == 200)
        let right = await kii.users(.post, path, ["pinCode": .string(code), "newPassword": new], as: .basic, fields)
        #expect(right.status == 204)
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).verdict == "403 WRONG_TOKEN")
        #expect(await kii.logIn("ada", KiiWeb.otherPassword).status == 200)
        let again = await kii.users(.post, path, ["pinCode": .string(code), "newPassword": new])
        #expect(again.status >= 400)
    }

    @Test func anSMSMayHoldALink() async throws {
        let kii = try await KiiWeb()
        _ = try await proven(kii)
        let path = "/PHONE:+819012345678/password/request-reset"
        #expect(await kii.users(.post, path, ["notificationMethod": "SMS"]).status == 204)
        #expect(try await kii.server.mailedLink(to: KiiWeb.phone) != nil)
    }

    @Test func aCodeThatIsOverIsGone() async throws {
        let kii = try await KiiWeb()
        _ = try await proven(kii)
        _ = await kii.users(.post, "/EMAIL:ada@example.com/password/request-reset")
        let code = try await kii.code()
        kii.server.clock.advance(by: kii.server.core.settings.lifetimes.mailCode + 1)
        let body: JSONValue = ["pinCode": .string(code), "newPassword": .string(KiiWeb.otherPassword)]
        let reply = await kii.users(.post, "/EMAIL:ada@example.com/password/complete-reset", body)
        #expect(reply.verdict == "410 PIN_CODE_EXPIRED")
    }

    @Test func whoIsAMemberIsNotSaid() async throws {
        let kii = try await KiiWeb()
        _ = try await proven(kii)
        for address in [KiiWeb.email, "nobody@example.com"] {
            let path = "/EMAIL:\(address)/password"
            #expect(await kii.users(.post, path + "/request-reset").status == 204)
            let body: JSONValue = ["pinCode": "1234", "newPassword": .string(KiiWeb.otherPassword)]
            let reply = await kii.users(.post, path + "/complete-reset", body)
            #expect(reply.verdict == "403 INVALID_VERIFICATION_CODE")
            #expect(reply["userID"] == nil)
        }
    }

    @Test func anAppThatMayKnowIsToldWhoIsNot() async throws {
        let kii = try await KiiWeb(reveals: true)
        let reply = await kii.users(.post, "/EMAIL:nobody@example.com/password/request-reset")
        #expect(reply.verdict == "404 USER_NOT_FOUND")
    }

    @Test(arguments: [false, true]) func aResetNeedsWhereToSendIt(reveals: Bool) async throws {
        let kii = try await KiiWeb(reveals: reveals)
        let pseudo = try await kii.register([:])
        let ada = try await kii.registerAda()
        let path = "/password/request-reset"
        let nobody = await kii.users(.post, "/\(pseudo.id)\(path)")
        #expect(nobody.verdict == (reveals ? "409 OPERATION_NOT_ALLOWED" : "409 INVALID_STATUS"))
        // Whether a user name has an address is as secret as the address.
        let verdict = reveals ? "409 INVALID_STATUS" : "204"
        #expect(await kii.users(.post, "/\(ada.id)\(path)").verdict == verdict)
        #expect(await kii.users(.post, "/me\(path)", as: .token(ada.token)).verdict == verdict)
        #expect(await kii.users(.post, "/LOGIN_NAME:ada\(path)").verdict == verdict)
        #expect(await kii.users(.post, "/me\(path)").verdict == "401 UNAUTHORIZED")
        #expect(await kii.users(.post, "/nobody\(path)").verdict == "404 USER_NOT_FOUND")
        let odd = await kii.users(.post, "/\(ada.id)\(path)", ["notificationMethod": "PIGEON"])
        #expect(odd.verdict == "400 INVALID_INPUT_DATA")
    }

    @Test func aDisabledUserResetsNothing() async throws {
        let kii = try await KiiWeb(reveals: true)
        let ada = try await proven(kii)
        let admin = try await kii.administrator()
        #expect(await kii.users(.put, "/\(ada.id)/status", ["disabled": true], as: admin).status == 204)
        let reply = await kii.users(.post, "/\(ada.id)/password/request-reset")
        #expect(reply.verdict == "401 USER_DISABLED")
        #expect(reply["appID"] == "kii-app")
    }

    /// An app that may not know who is a member does not hear who was one.
    @Test func thatAUserIsDisabledIsNotSaidOtherwise() async throws {
        let kii = try await KiiWeb()
        let ada = try await proven(kii)
        _ = await kii.users(.put, "/\(ada.id)/status", ["disabled": true], as: try await kii.administrator())
        let count = try await kii.server.mailCount
        #expect(await kii.users(.post, "/EMAIL:ada@example.com/password/request-reset").status == 204)
        #expect(try await kii.server.mailCount - count <= 1)
        let body: JSONValue = ["pinCode": "12345678", "newPassword": .string(KiiWeb.otherPassword)]
        let reply = await kii.users(.post, "/EMAIL:ada@example.com/password/complete-reset", body)
        #expect(reply.verdict == "403 INVALID_VERIFICATION_CODE")
        #expect(await kii.logIn().verdict == "400 invalid_grant")
    }
}
