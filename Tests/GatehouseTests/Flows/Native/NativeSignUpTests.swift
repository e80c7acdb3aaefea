import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

struct NativeSignUpTests {
    private let app = CannedApp()
    private var api: CannedNativeAuthAPI { app.api }

    @Test func theStartSaysWhoAndWhatTheAppCanDoAndHasACodeSent() async throws {
        api.queue(.codeSent(to: "a***@e***", length: 6, interval: 30), at: .signUpChallenge)
        let step = try await app.signUpCode()
        #expect(step.delivery.sentTo == "a***@e***")
        #expect(step.delivery.channel == .email)
        #expect(step.delivery.codeLength == 6)
        #expect(step.delivery.resendAfter == .seconds(30))
        #expect(step.delivery.resendAt == api.clock.now.addingTimeInterval(30))
        #expect(
            app.calls(.signUpStart).map(\.parameters) == [
                ["client_id": "app", "username": "ada@example.com", "challenge_type": "oob password redirect"]
            ]
        )
        #expect(
            app.calls(.signUpChallenge).map(\.parameters) == [
                ["client_id": "app", "continuation_token": "token-1", "challenge_type": "oob password redirect"]
            ]
        )
    }

    @Test func passwordAndAttributesCanBeGivenAtOnce() async throws {
        _ = try await app.gatehouse.signUp(
            email: CannedApp.email,
            password: "correct horse",
            attributes: ["city": "Dublin", "vip": true]
        )
        let parameters = try #require(app.calls(.signUpStart).first).parameters
        #expect(parameters["password"] == "correct horse")
        #expect(parameters["attributes"] == #"{"city":"Dublin","vip":true}"#)
    }

    @Test func aRightCodeMakesTheAccount() async throws {
        let step = try await app.signUpCode()
        guard case .completed = try await step.submit("12345678") else { throw CannedApp.Unexpected() }
        #expect(
            app.calls(.signUpContinue).map(\.parameters) == [
                ["client_id": "app", "continuation_token": "token-2", "grant_type": "oob", "oob": "12345678"]
            ]
        )
    }

    @Test func whereAPasswordIsNeededTheChallengeIsAskedForByItself() async throws {
        let step = try await app.signUpPassword()
        // Code sent, code refused for now, password wanted: each answer brings the next token.
        #expect(app.tokens(.signUpChallenge) == ["token-1", "token-3"])
        guard case .completed = try await step.submit("correct horse") else { throw CannedApp.Unexpected() }
        #expect(
            app.calls(.signUpContinue).last?.parameters == [
                "client_id": "app", "continuation_token": "token-4", "grant_type": "password",
                "password": "correct horse",
            ]
        )
    }

    @Test func afterThePasswordAttributesMayComeOnSeveralPages() async throws {
        let password = try await app.signUpPassword()
        api.queue(.attributesRequired("city", "country"), .attributesRequired("displayName"), at: .signUpContinue)
        guard case .attributesRequired(let first) = try await password.submit("correct horse") else {
            throw CannedApp.Unexpected()
        }
        #expect(first.attributes.map(\.name) == ["city", "country"])
        #expect(
            first.attributes.first
                == RequiredAttribute(
                    name: "city",
                    kind: .string,
                    isRequired: true,
                    pattern: "^.+$",
                    choices: [],
                    label: nil
                )
        )
        guard case .attributesRequired(let second) = try await first.submit(["city": "Dublin", "country": "Ireland"])
        else { throw CannedApp.Unexpected() }
        #expect(second.attributes.map(\.name) == ["displayName"])
        guard case .completed = try await second.submit(["displayName": "Ada"]) else { throw CannedApp.Unexpected() }
        #expect(app.tokens(.signUpContinue) == ["token-2", "token-4", "token-5", "token-6"])
        #expect(app.calls(.signUpContinue).last?.parameters["attributes"] == #"{"displayName":"Ada"}"#)
    }

    @Test func noAttributesAtAllAreSentToo() async throws {
        let step = try await app.signUpAttributes()
        api.queue(.attributesRequired("city"), at: .signUpContinue)
        guard case .attributesRequired = try await step.submit([:]) else { throw CannedApp.Unexpected() }
        #expect(app.calls(.signUpContinue).last?.parameters["attributes"] == "{}")
    }

    @Test func aMistakeLeavesTheStepAsItWas() async throws {
        let step = try await app.signUpCode()
        api.queue(.invalidCode, .invalidCode, at: .signUpContinue)
        for _ in 0..<2 {
            #expect(try await failure { try await step.submit("00000000") }.code == .wrongCode)
        }
        guard case .completed = try await step.submit("12345678") else { throw CannedApp.Unexpected() }
        #expect(app.tokens(.signUpContinue) == ["token-2", "token-2", "token-2"])
    }

    @Test func aPasswordThatIsRefusedLeavesTheStepAsItWas() async throws {
        let step = try await app.signUpPassword()
        api.queue(.passwordTooWeak, at: .signUpContinue)
        let error = try await failure { try await step.submit("12345678") }
        #expect(error.code == .passwordRefused)
        #expect(error.suberror == "password_too_weak")
        #expect(error.serverNumbers == [399_246])
        guard case .completed = try await step.submit("correct horse") else { throw CannedApp.Unexpected() }
    }

    @Test func attributesThatAreRefusedAreNamedAndLeaveTheStepAsItWas() async throws {
        let step = try await app.signUpAttributes()
        api.queue(.attributesInvalid("city"), at: .signUpContinue)
        let error = try await failure { try await step.submit(["city": "?"]) }
        #expect(error.code == .attributesRefused)
        #expect(error.attributeNames == ["city"])
        guard case .completed = try await step.submit(["city": "Dublin"]) else { throw CannedApp.Unexpected() }
    }

    @Test func attributesThatAreRefusedAtTheStartAreNamed() async throws {
        api.queue(.attributesInvalid("city", "country"), at: .signUpStart)
        let error = try await failure {
            try await app.gatehouse.signUp(email: "a@example.com", attributes: ["city": 1])
        }
        #expect(error.code == .attributesRefused)
        #expect(error.attributeNames == ["city", "country"])
    }

    @Test func anotherCodeIsAStepOfItsOwnAndTheOldStepStays() async throws {
        let step = try await app.signUpCode()
        api.queue(.tooManyCodes, at: .signUpChallenge)
        let error = try await failure { try await step.resend() }
        #expect(error.code == .rateLimited)
        #expect(error.recovery == .retry(after: .seconds(30)))
        let next = try await step.resend()
        #expect(app.tokens(.signUpChallenge) == ["token-1", "token-2", "token-2"])
        guard case .completed = try await next.submit("12345678") else { throw CannedApp.Unexpected() }
        #expect(app.tokens(.signUpContinue) == ["token-4"])
    }

    @Test func theAccountIsSignedInWithoutAnotherQuestion() async throws {
        let completed = try await app.signUpCompleted()
        let session = try await completed.signIn(scopes: [.email])
        #expect(session.account.email == "ada@example.com")
        #expect(try await app.gatehouse.session()?.account == session.account)
        #expect(
            app.calls(.signInToken).map(\.parameters) == [
                [
                    "client_id": "app", "continuation_token": "token-3", "grant_type": "continuation_token",
                    "scope": "email openid profile offline_access", "username": "ada@example.com",
                    "challenge_type": "oob password redirect", "client_info": "true",
                ]
            ]
        )
    }

    @Test func withoutATokenOnlyAnOrdinarySignInIsPossible() async throws {
        let completed = try await app.signUpCompleted(.signedUpWithoutToken)
        #expect(try await failure { try await completed.signIn() }.code == .signInUnavailable)
        #expect(app.calls(.signInToken).isEmpty)
    }

    @Test func aBrowserMayBeWantedAtEachStep() async throws {
        for endpoint in [NativeEndpoint.signUpStart, .signUpChallenge] {
            let app = CannedApp()
            app.api.queue(.redirect(reason: "Because."), at: endpoint)
            let error = try await failure { try await app.signUpCode() }
            #expect(error.code == .browserRequired)
            #expect(error.message == "Because.")
            #expect(error.recovery == .interact)
        }
        let code = try await app.signUpCode()
        api.queue(.redirect(reason: nil), at: .signUpContinue)
        let error = try await failure { try await code.submit("12345678") }
        #expect(error.code == .browserRequired)
        #expect(error.serverText == nil)
    }

    @Test func aChallengeThatDoesNotBelongThereIsNotFollowed() async throws {
        api.queue(.passwordWanted, at: .signUpChallenge)
        #expect(try await failure { try await app.signUpCode() }.code == .unexpectedChallenge)
        let code = try await app.signUpCode()
        api.queue(.credentialRequired, at: .signUpContinue)
        api.queue(.codeSent(), at: .signUpChallenge)
        #expect(try await failure { try await code.submit("12345678") }.code == .unexpectedChallenge)
    }

    @Test func nothingIsNotSent() async throws {
        let code = try await app.signUpCode()
        let password = try await app.signUpPassword()
        let count = api.requests.count
        #expect(try await failure { try await app.gatehouse.signUp(email: "") }.code == .invalidUsername)
        #expect(
            try await failure { try await app.gatehouse.signUp(email: "a@example.com", password: "") }.code
                == .passwordRefused
        )
        #expect(try await failure { try await code.submit("") }.code == .wrongCode)
        #expect(try await failure { try await password.submit("") }.code == .passwordRefused)
        #expect(api.requests.count == count)
    }
}
