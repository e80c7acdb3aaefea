import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Log-ins count against the same limits as on other channels, and exceeded limits have Kii's error format.
@Suite struct KiiLimitTests {
    @Test func sharesPasswordLimitAcrossIdentifiers() async throws {
        var limits = RateLimits()
        limits.passwordFailuresPerAccount = .init(3, per: 900)
        let kii = try await KiiFixture(limits: limits)
        let admin = try await kii.administrator()
        _ = try await kii.register(
            [
                "loginName": "Ada", "emailAddress": .string(KiiFixture.email), "emailAddressVerified": true,
                "password": .string(KiiFixture.password),
            ],
            as: admin
        )
        let ada = try await kii.token()
        for name in ["ada", KiiFixture.email] {
            #expect(await kii.logIn(name, "a guess").summary == "400 invalid_grant")
        }
        // A wrong old password counts as an attempt.
        let change: JSONValue = ["oldPassword": "a guess", "newPassword": .string(KiiFixture.otherPassword)]
        #expect(await kii.users(.put, "/me/password", json: change, as: .token(ada)).summary == "401 WRONG_PASSWORD")
        for name in ["ada", "LOGIN_NAME:ADA", KiiFixture.email] {
            let reply = await kii.logIn(name)
            #expect(reply.summary == "429 TOO_MANY_REQUESTS", "\(name)")
            #expect(reply.response.fields[.retryAfter] != nil)
        }
        #expect(await kii.users(.put, "/me/password", json: change, as: .token(ada)).summary == "429 TOO_MANY_REQUESTS")
        #expect(await kii.users(.get, "/me", as: .token(ada)).status == 200)
        kii.server.clock.advance(by: 901)
        #expect(await kii.logIn().status == 200)
    }

    @Test func countsCodeAttemptsOfPendingAddressSeparately() async throws {
        var limits = RateLimits()
        limits.codeFailuresPerAccount = .init(3, per: 24 * 60 * 60)
        let kii = try await KiiFixture(limits: limits)
        let admin = try await kii.administrator()
        _ = try await kii.register(
            [
                "loginName": "Ada", "emailAddress": .string(KiiFixture.email), "emailAddressVerified": true,
                "password": .string(KiiFixture.password),
            ],
            as: admin
        )
        // Another account claims the address, and the administrator requests codes for it without limit.
        let eve = try await kii.register([
            "loginName": "eve", "emailAddress": .string(KiiFixture.email), "password": .string(KiiFixture.password),
        ])
        let path = "/\(eve.id)/email-address"
        var summaries: [String] = []
        for _ in 0..<4 {
            let renewed = await kii.users(.post, path + "/reset-verification-code", as: admin)
            let code = try #require(renewed["verificationCode"]?.string)
            let wrong: JSONValue = ["verificationCode": .string(KiiFixture.other(than: code))]
            summaries.append(await kii.users(.post, path + "/verify", json: wrong, as: .token(eve.token)).summary)
        }
        let rejected = "403 INVALID_VERIFICATION_CODE"
        #expect(summaries == [rejected, rejected, rejected, "429 TOO_MANY_REQUESTS"])
        kii.server.clock.advance(by: 60)
        let reset = "/EMAIL:\(KiiFixture.email)/password"
        #expect(await kii.users(.post, reset + "/request-reset").status == 204)
        let body: JSONValue = [
            "pinCode": .string(try await kii.code()), "newPassword": .string(KiiFixture.otherPassword),
        ]
        #expect(await kii.users(.post, reset + "/complete-reset", json: body).status == 204)
        #expect(await kii.logIn("ada", KiiFixture.otherPassword).status == 200)
    }

    @Test func respondsWithSuccessOrRetryToConcurrentChanges() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let replies = await withTaskGroup(of: KiiTestResponse.self) { group in
            for level in 0..<64 {
                group.addTask {
                    await kii.users(.post, "/me", json: ["level": .integer(Int64(level))], as: .token(ada.token))
                }
            }
            return await group.reduce(into: [KiiTestResponse]()) { $0.append($1) }
        }
        #expect(replies.contains { $0.status == 200 })
        for reply in replies where reply.status != 200 {
            #expect(reply.summary == "503 TEMPORARY_UNAVAILABLE_ERROR")
            #expect(reply.response.fields[.retryAfter] == "1")
        }
        #expect(await kii.logIn().status == 200)
    }

    /// Responses do not disclose whether the name exists, before or after the limit.
    @Test func countsAttemptsForUnknownNames() async throws {
        var limits = RateLimits()
        limits.passwordFailuresPerAccount = .init(2, per: 900)
        let kii = try await KiiFixture(limits: limits)
        _ = try await kii.registerAda()
        for name in ["ada", "unknown", "EMAIL:unknown@example.com", "not a name"] {
            var summaries: [String] = []
            for _ in 0..<3 { summaries.append(await kii.logIn(name, "a guess").summary) }
            #expect(summaries == ["400 invalid_grant", "400 invalid_grant", "429 TOO_MANY_REQUESTS"], "\(name)")
        }
    }

    @Test func limitsRequestsPerAddress() async throws {
        var limits = RateLimits()
        limits.requestsPerAddress = .init(2, per: 60)
        let kii = try await KiiFixture(limits: limits)
        for _ in 0..<2 { #expect(await kii.send(.get, "/nothing").summary == "404 NOT_FOUND") }
        let reply = await kii.users(.get, "/me")
        #expect(reply.summary == "429 TOO_MANY_REQUESTS")
        #expect(reply.mediaType == "application/vnd.kii.TooManyRequestsException+json")
        #expect(reply.response.fields[.retryAfter] == "60")
    }

    @Test func limitsRequestsPerAppAndAddress() async throws {
        var limits = RateLimits()
        limits.requestsPerClient = .init(2, per: 60)
        let kii = try await KiiFixture(limits: limits)
        for _ in 0..<2 { #expect(await kii.logIn("unknown").summary == "400 invalid_grant") }
        #expect(await kii.logIn("unknown").summary == "429 TOO_MANY_REQUESTS")
        #expect(await kii.logIn("unknown", address: "203.0.113.9").summary == "400 invalid_grant")
    }

    @Test func invalidatesCodeAfterTooManyAttempts() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda(["emailAddress": .string(KiiFixture.email)])
        let code = try await kii.code()
        let wrong: JSONValue = ["verificationCode": .string(KiiFixture.other(than: code))]
        for _ in 0..<5 {
            let reply = await kii.users(.post, "/me/email-address/verify", json: wrong, as: .token(ada.token))
            #expect(reply.summary == "403 INVALID_VERIFICATION_CODE")
        }
        let right: JSONValue = ["verificationCode": .string(code)]
        let reply = await kii.users(.post, "/me/email-address/verify", json: right, as: .token(ada.token))
        #expect(reply.summary == "403 INVALID_VERIFICATION_CODE")
    }

    @Test func limitsMailPerRecipient() async throws {
        var limits = RateLimits()
        limits.mailsPerRecipient = .init(2, per: 3600)
        let kii = try await KiiFixture(limits: limits)
        let ada = try await kii.registerAda(["emailAddress": .string(KiiFixture.email)])
        kii.server.clock.advance(by: 120)
        let path = "/me/email-address/resend-verification"
        #expect(await kii.users(.post, path, as: .token(ada.token)).status == 204)
        kii.server.clock.advance(by: 120)
        let reply = await kii.users(.post, path, as: .token(ada.token))
        #expect(reply.summary == "429 TOO_MANY_REQUESTS")
        #expect(reply.response.fields[.retryAfter] != nil)
    }

    @Test func limitsSMSToOneNumber() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda(["phoneNumber": .string(KiiFixture.phone)])
        let path = "/me/phone-number/resend-verification"
        for _ in 1..<10 {
            kii.server.clock.advance(by: 60)
            #expect(await kii.users(.post, path, as: .token(ada.token)).status == 204)
        }
        #expect(try await kii.server.mailCount == 10)
        // Another account that claims the number has no messages of its own.
        let bob = try await kii.register([
            "loginName": "bob", "phoneNumber": .string(KiiFixture.phone), "password": .string(KiiFixture.password),
        ])
        for token in [ada.token, bob.token] {
            kii.server.clock.advance(by: 60)
            #expect(await kii.users(.post, path, as: .token(token)).summary == "429 TOO_MANY_REQUESTS")
        }
        #expect(try await kii.server.mailCount == 10)
        kii.server.clock.advance(by: 24 * 60 * 60)
        #expect(await kii.users(.post, path, as: .token(ada.token)).status == 204)
        #expect(try await kii.server.mailCount == 11)
    }

    @Test func hidesStoreErrors() async throws {
        let store = FailingStore()
        let kii = try await KiiFixture(on: try await ServerFixture(store: store))
        let ada = try await kii.registerAda()
        store.isDown = true
        let replies = [
            await kii.logIn(), await kii.users(.get, "/me", as: .token(ada.token)),
            await kii.users(.post, "", json: ["loginName": "bob", "password": .string(KiiFixture.password)]),
        ]
        for reply in replies {
            #expect(reply.summary == "503 TEMPORARY_UNAVAILABLE_ERROR")
            #expect(!reply.response.text.contains("The store is down"))
        }
        store.isDown = false
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).status == 200)
    }
}
