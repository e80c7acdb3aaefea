import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A log-in counts as one at any other door, and too much of anything is said in Kii's words.
@Suite struct KiiLimitTests {
    @Test func wrongPasswordsCountForTheAccountWhicheverNameWasTyped() async throws {
        var limits = Limits()
        limits.passwordFailuresPerAccount = .init(3, per: 900)
        let kii = try await KiiWeb(limits: limits)
        let admin = try await kii.administrator()
        _ = try await kii.register(
            [
                "loginName": "Ada", "emailAddress": .string(KiiWeb.email), "emailAddressVerified": true,
                "password": .string(KiiWeb.password),
            ],
            as: admin
        )
        let ada = try await kii.token()
        for name in ["ada", KiiWeb.email] { #expect(await kii.logIn(name, "a guess").verdict == "400 invalid_grant") }
        // A wrong old password is a try like any other.
        let change: JSONValue = ["oldPassword": "a guess", "newPassword": .string(KiiWeb.otherPassword)]
        #expect(await kii.users(.put, "/me/password", change, as: .token(ada)).verdict == "401 WRONG_PASSWORD")
        for name in ["ada", "LOGIN_NAME:ADA", KiiWeb.email] {
            let reply = await kii.logIn(name)
            #expect(reply.verdict == "429 TOO_MANY_REQUESTS", "\(name)")
            #expect(reply.answer.fields[.retryAfter] != nil)
        }
        #expect(await kii.users(.put, "/me/password", change, as: .token(ada)).verdict == "429 TOO_MANY_REQUESTS")
        #expect(await kii.users(.get, "/me", as: .token(ada)).status == 200)
        kii.server.clock.advance(by: 901)
        #expect(await kii.logIn().status == 200)
    }

    @Test func countsCodesOfAClaimedAddressForTheClaimAlone() async throws {
        var limits = Limits()
        limits.codeFailuresPerAccount = .init(3, per: 24 * 60 * 60)
        let kii = try await KiiWeb(limits: limits)
        let admin = try await kii.administrator()
        _ = try await kii.register(
            [
                "loginName": "Ada", "emailAddress": .string(KiiWeb.email), "emailAddressVerified": true,
                "password": .string(KiiWeb.password),
            ],
            as: admin
        )
        // Another account claims her address, and the administrator requests codes for it without limit.
        let eve = try await kii.register([
            "loginName": "eve", "emailAddress": .string(KiiWeb.email), "password": .string(KiiWeb.password),
        ])
        let path = "/\(eve.id)/email-address"
        var verdicts: [String] = []
        for _ in 0..<4 {
            let renewed = await kii.users(.post, path + "/reset-verification-code", as: admin)
            let code = try #require(renewed["verificationCode"]?.string)
            let wrong: JSONValue = ["verificationCode": .string(KiiWeb.other(than: code))]
            verdicts.append(await kii.users(.post, path + "/verify", wrong, as: .token(eve.token)).verdict)
        }
        let refused = "403 INVALID_VERIFICATION_CODE"
        #expect(verdicts == [refused, refused, refused, "429 TOO_MANY_REQUESTS"])
        kii.server.clock.advance(by: 60)
        let reset = "/EMAIL:\(KiiWeb.email)/password"
        #expect(await kii.users(.post, reset + "/request-reset").status == 204)
        let body: JSONValue = [
            "pinCode": .string(try await kii.code()), "newPassword": .string(KiiWeb.otherPassword),
        ]
        #expect(await kii.users(.post, reset + "/complete-reset", body).status == 204)
        #expect(await kii.logIn("ada", KiiWeb.otherPassword).status == 200)
    }

    @Test func answersConcurrentChangesOfOneUserWithSuccessOrAPause() async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        let replies = await withTaskGroup(of: KiiReply.self) { group in
            for level in 0..<64 {
                group.addTask {
                    await kii.users(.post, "/me", ["level": .integer(Int64(level))], as: .token(ada.token))
                }
            }
            return await group.reduce(into: [KiiReply]()) { $0.append($1) }
        }
        #expect(replies.contains { $0.status == 200 })
        for reply in replies where reply.status != 200 {
            #expect(reply.verdict == "503 TEMPORARY_UNAVAILABLE_ERROR")
            #expect(reply.answer.fields[.retryAfter] == "1")
        }
        #expect(await kii.logIn().status == 200)
    }

    /// Whether a name is somebody's shows neither before nor after the limit.
    @Test func aNameThatNobodyHasIsCountedAlike() async throws {
        var limits = Limits()
        limits.passwordFailuresPerAccount = .init(2, per: 900)
        let kii = try await KiiWeb(limits: limits)
        _ = try await kii.registerAda()
        for name in ["ada", "nobody", "EMAIL:nobody@example.com", "not a name"] {
            var verdicts: [String] = []
            for _ in 0..<3 { verdicts.append(await kii.logIn(name, "a guess").verdict) }
            #expect(verdicts == ["400 invalid_grant", "400 invalid_grant", "429 TOO_MANY_REQUESTS"], "\(name)")
        }
    }

    @Test func oneAddressMayAskSoOften() async throws {
        var limits = Limits()
        limits.requestsPerAddress = .init(2, per: 60)
        let kii = try await KiiWeb(limits: limits)
        for _ in 0..<2 { #expect(await kii.send(.get, "/nothing").verdict == "404 NOT_FOUND") }
        let reply = await kii.users(.get, "/me")
        #expect(reply.verdict == "429 TOO_MANY_REQUESTS")
        #expect(reply.mediaType == "application/vnd.kii.TooManyRequestsException+json")
        #expect(reply.answer.fields[.retryAfter] == "60")
    }

    @Test func oneAppAtOneAddressMayAskSoOften() async throws {
        var limits = Limits()
        limits.requestsPerClient = .init(2, per: 60)
        let kii = try await KiiWeb(limits: limits)
        for _ in 0..<2 { #expect(await kii.logIn("nobody").verdict == "400 invalid_grant") }
        #expect(await kii.logIn("nobody").verdict == "429 TOO_MANY_REQUESTS")
        #expect(await kii.logIn("nobody", address: "203.0.113.9").verdict == "400 invalid_grant")
    }

    @Test func codesCannotBeGuessed() async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda(["emailAddress": .string(KiiWeb.email)])
        let code = try await kii.code()
        let wrong: JSONValue = ["verificationCode": .string(KiiWeb.other(than: code))]
        for _ in 0..<5 {
            let reply = await kii.users(.post, "/me/email-address/verify", wrong, as: .token(ada.token))
            #expect(reply.verdict == "403 INVALID_VERIFICATION_CODE")
        }
        let right: JSONValue = ["verificationCode": .string(code)]
        let reply = await kii.users(.post, "/me/email-address/verify", right, as: .token(ada.token))
        #expect(reply.verdict == "403 INVALID_VERIFICATION_CODE")
    }

    @Test func mailHasALimit() async throws {
        var limits = Limits()
        limits.mailsPerRecipient = .init(2, per: 3600)
        let kii = try await KiiWeb(limits: limits)
        let ada = try await kii.registerAda(["emailAddress": .string(KiiWeb.email)])
        kii.server.clock.advance(by: 120)
        let path = "/me/email-address/resend-verification"
        #expect(await kii.users(.post, path, as: .token(ada.token)).status == 204)
        kii.server.clock.advance(by: 120)
        let reply = await kii.users(.post, path, as: .token(ada.token))
        #expect(reply.verdict == "429 TOO_MANY_REQUESTS")
        #expect(reply.answer.fields[.retryAfter] != nil)
    }

    @Test func aStoreThatIsDownIsSaidWithoutWhatItIs() async throws {
        let store = FailingStore()
        let kii = try await KiiWeb(on: try await Web(store: store))
        let ada = try await kii.registerAda()
        store.isDown = true
        let replies = [
            await kii.logIn(), await kii.users(.get, "/me", as: .token(ada.token)),
            await kii.users(.post, "", ["loginName": "bob", "password": .string(KiiWeb.password)]),
        ]
        for reply in replies {
            #expect(reply.verdict == "503 TEMPORARY_UNAVAILABLE_ERROR")
            #expect(!reply.answer.text.contains("Told to be down"))
        }
        store.isDown = false
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).status == 200)
    }
}
