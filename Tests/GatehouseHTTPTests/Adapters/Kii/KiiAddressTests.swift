import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct KiiAddressTests {
    /// Each kind of address: its path segment, its member, Ada's address and another address.
    static let kinds: [(path: String, member: String, address: String, other: String)] = [
        ("email-address", "emailAddress", "ada@example.com", "ada@example.org"),
        ("phone-number", "phoneNumber", "+819012345678", "+819087654321"),
    ]

    @Test(arguments: kinds) func keepsNewAddressPendingUntilVerified(
        path: String,
        member: String,
        address: String,
        other: String
    ) async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda([member: .string(address)])
        let caller = KiiTestCaller.token(ada.token)
        let type = path == "email-address" ? "EmailAddress" : "PhoneNumber"
        var own = await kii.users(.get, "/me", as: caller)
        #expect(own["_\(member)Pending"] == .string(address))
        #expect(own[member] == nil)
        let first = try await kii.code(to: address)
        let verify: HTTPFields = [.contentType: "application/vnd.kii.AddressVerificationRequest+json"]
        var reply = await kii.users(
            .post,
            "/me/\(path)/verify",
            json: ["verificationCode": .string(KiiFixture.other(than: first))],
            as: caller,
            fields: verify
        )
        #expect(reply.summary == "403 INVALID_VERIFICATION_CODE")
        #expect(reply["userID"] == .string(ada.id))
        #expect(reply["verificationCode"] == .string(KiiFixture.other(than: first)))
        // The code for an email address is accepted without a user token. A phone number requires it, because others
        // could use up the attempts.
        if path == "phone-number" {
            try await expectRejectedAttempts(by: kii, at: "/\(ada.id)/\(path)/verify", code: first, verify)
        }
        reply = await kii.users(
            .post,
            "/\(ada.id)/\(path)/verify",
            json: ["verificationCode": .string(first)],
            as: path == "phone-number" ? caller : .basic,
            fields: verify
        )
        #expect(reply.status == 200)
        #expect(reply.json == ["verificationStatus": "VERIFIED"])
        #expect(await kii.logIn(address).status == 200)

        reply = await kii.users(
            .put,
            "/me/\(path)",
            json: [member: .string(other)],
            as: caller,
            fields: [.contentType: "application/vnd.kii.\(type)ModificationRequest+json"]
        )
        #expect(reply.status == 204)
        own = await kii.users(.get, "/me", as: caller)
        #expect(own[member] == .string(address))
        #expect(own["\(member)Verified"] == true)
        #expect(own["_\(member)Pending"] == .string(other))
        let body: JSONValue = ["verificationCode": .string(try await kii.code(to: other))]
        #expect(await kii.users(.post, "/me/\(path)/verify", json: body, as: caller).status == 200)
        own = await kii.users(.get, "/me", as: caller)
        #expect(own[member] == .string(other))
        #expect(own["_\(member)Pending"] == nil)
        #expect(await kii.logIn(address).summary == "400 invalid_grant")
    }

    /// Expects that only the user may enter codes, so that other callers do not use up the attempts.
    private func expectRejectedAttempts(
        by kii: KiiFixture,
        at path: String,
        code: String,
        _ fields: HTTPFields
    ) async throws {
        let bob = try await kii.register(["loginName": "bob", "password": .string(KiiFixture.password)])
        for caller in [KiiTestCaller.basic, .app, .token(bob.token)] {
            for _ in 0..<5 {
                let wrong: JSONValue = ["verificationCode": .string(KiiFixture.other(than: code))]
                let reply = await kii.users(.post, path, json: wrong, as: caller, fields: fields)
                #expect(reply.summary == "401 UNAUTHORIZED")
            }
        }
    }

    @Test(arguments: kinds) func resendsSameCode(
        path: String,
        member: String,
        address: String,
        other: String
    ) async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda([member: .string(address)])
        let code = try await kii.code(to: address)
        let count = try await kii.server.mailCount
        kii.server.clock.advance(by: 120)
        let reply = await kii.users(.post, "/me/\(path)/resend-verification", as: .token(ada.token))
        #expect(reply.status == 204)
        #expect(try await kii.server.mailCount == count + 1)
        #expect(try await kii.code(to: address) == code)
    }

    @Test(arguments: kinds) func rejectsVerificationOfVerifiedAddress(
        path: String,
        member: String,
        address: String,
        other: String
    ) async throws {
        let kii = try await KiiFixture()
        let admin = try await kii.administrator()
        let ada = try await kii.registerAda()
        let change: JSONValue = [member: .string(address), "verified": true]
        #expect(await kii.users(.put, "/me/\(path)", json: change, as: .token(ada.token)).summary == "401 UNAUTHORIZED")
        #expect(await kii.users(.put, "/\(ada.id)/\(path)", json: change, as: admin).status == 204)
        #expect(await kii.users(.get, "/me", as: .token(ada.token))["\(member)Verified"] == true)
        let replies = [
            await kii.users(.post, "/me/\(path)/verify", json: ["verificationCode": "123456"], as: .token(ada.token)),
            await kii.users(.post, "/me/\(path)/resend-verification", as: .token(ada.token)),
            await kii.users(.post, "/\(ada.id)/\(path)/reset-verification-code", as: admin),
        ]
        for reply in replies {
            #expect(reply.summary == "400 INVALID_ACCOUNT_STATUS")
            #expect(reply["userID"] == .string(ada.id))
            #expect(reply["accountType"] == (path == "email-address" ? "EMAIL" : "PHONE"))
        }
        let code = await kii.users(.get, "/\(ada.id)/\(path)/verification-code", as: admin)
        #expect(code.summary == "404 VERIFICATION_CODE_NOT_FOUND")
    }

    @Test(arguments: kinds) func letsAdministratorReadAndRenewCodes(
        path: String,
        member: String,
        address: String,
        other: String
    ) async throws {
        let kii = try await KiiFixture()
        let admin = try await kii.administrator()
        let ada = try await kii.registerAda([member: .string(address)])
        let sent = try await kii.code(to: address)
        let read = await kii.users(.get, "/\(ada.id)/\(path)/verification-code", as: admin)
        #expect(read["verificationCode"] == .string(sent))
        let renewed = await kii.users(.post, "/\(ada.id)/\(path)/reset-verification-code", as: admin)
        let code = try #require(renewed["verificationCode"]?.string)
        #expect(code != sent)
        let old = await kii.users(
            .post,
            "/me/\(path)/verify",
            json: ["verificationCode": .string(sent)],
            as: .token(ada.token)
        )
        #expect(old.summary == "403 INVALID_VERIFICATION_CODE")
        let new = await kii.users(
            .post,
            "/me/\(path)/verify",
            json: ["verificationCode": .string(code)],
            as: .token(ada.token)
        )
        #expect(new.status == 200)
    }

    @Test func rejectsExpiredPhoneCode() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda(["phoneNumber": .string(KiiFixture.phone)])
        let code = try await kii.code(to: KiiFixture.phone)
        kii.server.clock.advance(by: 30 * 24 * 60 * 60)
        let body: JSONValue = ["verificationCode": .string(code)]
        let reply = await kii.users(.post, "/me/phone-number/verify", json: body, as: .token(ada.token))
        #expect(reply.summary == "410 PHONE_NUMBER_VERIFICATION_CODE_EXPIRED")
    }

    @Test func assignsAddressToFirstVerifiedAccount() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda(["emailAddress": .string(KiiFixture.email)])
        let adasCode = try await kii.code()
        // Within this time no second message is sent to the address, so there is no second code.
        kii.server.clock.advance(by: kii.server.identity.settings.lifetimes.mailCodeResend + 1)
        let bob = try await kii.register(
            ["loginName": "bob", "emailAddress": .string(KiiFixture.email), "password": .string(KiiFixture.password)]
        )
        let admin = try await kii.administrator()
        let bobs = await kii.users(.get, "/\(bob.id)/email-address/verification-code", as: admin)
        let body: JSONValue = ["verificationCode": try #require(bobs["verificationCode"])]
        #expect(await kii.users(.post, "/me/email-address/verify", json: body, as: .token(bob.token)).status == 200)
        let late: JSONValue = ["verificationCode": .string(adasCode)]
        let reply = await kii.users(.post, "/me/email-address/verify", json: late, as: .token(ada.token))
        #expect(reply.summary == "409 USER_ALREADY_EXISTS")
    }

    @Test func returnsPhoneNumberWithVerificationStatus() async throws {
        let kii = try await KiiFixture()
        let admin = try await kii.administrator()
        let ada = try await kii.registerAda()
        let path = "/\(ada.id)/phone-number"
        let none = await kii.users(.get, path, as: .token(ada.token))
        #expect(none.summary == "404 USER_ADDRESS_NOT_FOUND")
        #expect(none["userID"] == .string(ada.id))
        _ = await kii.users(.put, path, json: ["phoneNumber": "JP-09012345678"], as: .token(ada.token))
        let pending = await kii.users(.get, path, as: admin)
        #expect(pending.json == ["phoneNumber": .string(KiiFixture.phone), "verified": false])
        let verifiedChange: JSONValue = ["phoneNumber": .string(KiiFixture.phone), "verified": true]
        #expect(await kii.users(.put, path, json: verifiedChange, as: admin).status == 204)
        let verified = await kii.users(.get, path, as: .token(ada.token))
        #expect(verified.json == ["phoneNumber": .string(KiiFixture.phone), "verified": true])
    }

    @Test(
        arguments: [
            ("email-address", ["emailAddress": "ada"]), ("email-address", ["emailAddress": ""]), ("email-address", [:]),
            ("email-address", ["phoneNumber": "+819012345678"]), ("email-address", ["emailAddress": ["a@example.com"]]),
            ("phone-number", ["phoneNumber": "12"]), ("phone-number", ["emailAddress": "ada@example.com"]),
            ("phone-number", ["phoneNumber": "09012345678"]), ("email-address/verify", [:]),
            ("phone-number/verify", ["verificationCode": 123456]),
        ] as [(String, JSONValue)]
    )
    func rejectsMalformedAddress(path: String, body: JSONValue) async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let method: HTTPRequest.Method = path.hasSuffix("verify") ? .post : .put
        let reply = await kii.users(method, "/me/\(path)", json: body, as: .token(ada.token))
        #expect(reply.summary == "400 INVALID_INPUT_DATA")
        #expect(try await kii.account(ada.id)?.pending.isEmpty == true)
    }

    @Test func letsAdministratorDisableAndEnableUsers() async throws {
        let kii = try await KiiFixture()
        let admin = try await kii.administrator()
        let ada = try await kii.registerAda()
        let path = "/\(ada.id)/status"
        let fields: HTTPFields = [.contentType: "application/vnd.kii.UserStatusUpdateRequest+json"]
        #expect(await kii.users(.get, path, as: admin).json == ["disabled": false])
        #expect(await kii.users(.put, path, json: ["disabled": true], as: admin, fields: fields).status == 204)
        #expect(await kii.users(.get, path, as: admin).json == ["disabled": true])
        #expect(await kii.users(.get, "/\(ada.id)", as: admin)["_disabled"] == true)
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).summary == "403 WRONG_TOKEN")
        #expect(await kii.users(.put, path, json: ["disabled": false], as: admin).status == 204)
        #expect(await kii.logIn().status == 200)
        // Ended sessions stay ended.
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).summary == "403 WRONG_TOKEN")
        for body in [[:], ["disabled": "yes"]] as [JSONValue] {
            #expect(await kii.users(.put, path, json: body, as: admin).summary == "400 INVALID_INPUT_DATA")
        }
    }
}
