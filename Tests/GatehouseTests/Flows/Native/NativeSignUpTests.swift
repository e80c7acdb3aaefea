import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

struct NativeSignUpTests {
    private let app = NativeTestApp()
    private var api: StubNativeAuthServer { app.api }

    @Test func sendsUsernameAndChallengeTypesAndRequestsCode() async throws {
        api.queue(.codeSent(to: "a***@e***", length: 6, interval: 30), at: .signUpChallenge)
        let step = try await app.signUpCode()
        #expect(step.delivery.sentTo == "a***@e***")
        #expect(step.delivery.channel == .email)
        #expect(step.delivery.codeLength == 6)
        #expect(step.delivery.resendAfter == .seconds(30))
        #expect(step.delivery.resendAt == api.clock.now.addingTimeInterval(30))
        #expect(
            app.calls(.signUpStart).map(\.parameters) == [
                [
                    "client_id": "app", "username": "ada@example.com", "challenge_type": "oob password redirect",
                    "capabilities": "mfa_required registration_required",
                ]
            ]
        )
        #expect(
            app.calls(.signUpChallenge).map(\.parameters) == [
                ["client_id": "app", "continuation_token": "token-1", "challenge_type": "oob password redirect"]
            ]
        )
    }

    @Test func sendsPasswordAndAttributesAtStart() async throws {
        _ = try await app.gatehouse.signUp(
            email: NativeTestApp.email,
            password: "correct horse",
            attributes: ["city": "Dublin", "vip": true]
        )
        let parameters = try #require(app.calls(.signUpStart).first).parameters
        #expect(parameters["password"] == "correct horse")
        #expect(parameters["attributes"] == #"{"city":"Dublin","vip":true}"#)
    }

    @Test func createsAccountAfterCorrectCode() async throws {
        let step = try await app.signUpCode()
        guard case .completed = try await step.submit("12345678") else { throw NativeTestApp.UnexpectedStep() }
        #expect(
            app.calls(.signUpContinue).map(\.parameters) == [
                ["client_id": "app", "continuation_token": "token-2", "grant_type": "oob", "oob": "12345678"]
            ]
        )
    }

    @Test func requestsChallengeWhenPasswordIsRequired() async throws {
        let step = try await app.signUpPassword()
        // The code is sent, the challenge is repeated and the password is required: each response brings the next
        // token.
        #expect(app.tokens(.signUpChallenge) == ["token-1", "token-3"])
        guard case .completed = try await step.submit("correct horse") else { throw NativeTestApp.UnexpectedStep() }
        #expect(
            app.calls(.signUpContinue).last?.parameters == [
                "client_id": "app", "continuation_token": "token-4", "grant_type": "password",
                "password": "correct horse",
            ]
        )
    }

    @Test func submitsAttributesOnSeveralPages() async throws {
        let password = try await app.signUpPassword()
        api.queue(.attributesRequired("city", "country"), .attributesRequired("displayName"), at: .signUpContinue)
        guard case .attributesRequired(let first) = try await password.submit("correct horse") else {
            throw NativeTestApp.UnexpectedStep()
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
        else { throw NativeTestApp.UnexpectedStep() }
        #expect(second.attributes.map(\.name) == ["displayName"])
        guard case .completed = try await second.submit(["displayName": "Ada"]) else {
            throw NativeTestApp.UnexpectedStep()
        }
        #expect(app.tokens(.signUpContinue) == ["token-2", "token-4", "token-5", "token-6"])
        #expect(app.calls(.signUpContinue).last?.parameters["attributes"] == #"{"displayName":"Ada"}"#)
    }

    @Test func sendsEmptyAttributes() async throws {
        let step = try await app.signUpAttributes()
        api.queue(.attributesRequired("city"), at: .signUpContinue)
        guard case .attributesRequired = try await step.submit([:]) else { throw NativeTestApp.UnexpectedStep() }
        #expect(app.calls(.signUpContinue).last?.parameters["attributes"] == "{}")
    }

    @Test func keepsStepUsableAfterWrongCode() async throws {
        let step = try await app.signUpCode()
        api.queue(.invalidCode, .invalidCode, at: .signUpContinue)
        for _ in 0..<2 {
            #expect(try await failure { try await step.submit("00000000") }.code == .wrongCode)
        }
        guard case .completed = try await step.submit("12345678") else { throw NativeTestApp.UnexpectedStep() }
        #expect(app.tokens(.signUpContinue) == ["token-2", "token-2", "token-2"])
    }

    @Test func keepsStepUsableAfterRejectedPassword() async throws {
        let step = try await app.signUpPassword()
        api.queue(.passwordTooWeak, at: .signUpContinue)
        let error = try await failure { try await step.submit("12345678") }
        #expect(error.code == .passwordRejected)
        #expect(error.response?.suberror == "password_too_weak")
        #expect(error.response?.errorNumbers == [399_246])
        guard case .completed = try await step.submit("correct horse") else { throw NativeTestApp.UnexpectedStep() }
    }

    @Test func keepsStepUsableAfterRejectedAttributes() async throws {
        let step = try await app.signUpAttributes()
        api.queue(.attributesInvalid("city"), at: .signUpContinue)
        let error = try await failure { try await step.submit(["city": "?"]) }
        #expect(error.code == .attributesRejected)
        #expect(error.invalidAttributes == ["city"])
        guard case .completed = try await step.submit(["city": "Dublin"]) else { throw NativeTestApp.UnexpectedStep() }
    }

    @Test func reportsInvalidAttributesAtStart() async throws {
        api.queue(.attributesInvalid("city", "country"), at: .signUpStart)
        let error = try await failure {
            try await app.gatehouse.signUp(email: "a@example.com", attributes: ["city": 1])
        }
        #expect(error.code == .attributesRejected)
        #expect(error.invalidAttributes == ["city", "country"])
    }

    @Test func returnsNewStepWhenCodeIsResent() async throws {
        let step = try await app.signUpCode()
        api.queue(.tooManyCodes, at: .signUpChallenge)
        let error = try await failure { try await step.resend() }
        #expect(error.code == .rateLimited)
        #expect(error.recovery == .retry(after: .seconds(30)))
        let next = try await step.resend()
        #expect(app.tokens(.signUpChallenge) == ["token-1", "token-2", "token-2"])
        guard case .completed = try await next.submit("12345678") else { throw NativeTestApp.UnexpectedStep() }
        #expect(app.tokens(.signUpContinue) == ["token-4"])
    }

    @Test func signsInAfterSignUpWithoutCredentials() async throws {
        let completed = try await app.signUpCompleted()
        let session = try #require(try await completed.signIn(scopes: [.email]).session)
        #expect(session.account.email == "ada@example.com")
        #expect(try await app.gatehouse.session()?.account.info == session.account.info)
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

    @Test func reportsAutomaticSignInUnavailableWithoutContinuationToken() async throws {
        let completed = try await app.signUpCompleted(.signedUpWithoutToken)
        #expect(try await failure { try await completed.signIn() }.code == .automaticSignInUnavailable)
        #expect(app.calls(.signInToken).isEmpty)
    }

    @Test func reportsBrowserRequiredAtEveryStep() async throws {
        for endpoint in [NativeEndpoint.signUpStart, .signUpChallenge] {
            let app = NativeTestApp()
            app.api.queue(.redirect(reason: "Because."), at: endpoint)
            let error = try await failure { try await app.signUpCode() }
            #expect(error.code == .browserRequired)
            #expect(error.message == "Because.")
            #expect(error.recovery == .signInAgain)
        }
        let code = try await app.signUpCode()
        api.queue(.redirect(reason: nil), at: .signUpContinue)
        let error = try await failure { try await code.submit("12345678") }
        #expect(error.code == .browserRequired)
        #expect(error.serverText == nil)
    }

    @Test func rejectsUnexpectedChallenge() async throws {
        api.queue(.passwordRequired, at: .signUpChallenge)
        #expect(try await failure { try await app.signUpCode() }.code == .unexpectedChallenge)
        let code = try await app.signUpCode()
        api.queue(.credentialRequired, at: .signUpContinue)
        api.queue(.codeSent(), at: .signUpChallenge)
        #expect(try await failure { try await code.submit("12345678") }.code == .unexpectedChallenge)
    }

    @Test func sendsNoEmptyValues() async throws {
        let code = try await app.signUpCode()
        let password = try await app.signUpPassword()
        let count = api.requests.count
        #expect(try await failure { try await app.gatehouse.signUp(email: "") }.code == .invalidUsername)
        #expect(
            try await failure { try await app.gatehouse.signUp(email: "a@example.com", password: "") }.code
                == .passwordRejected
        )
        #expect(try await failure { try await code.submit("") }.code == .wrongCode)
        #expect(try await failure { try await password.submit("") }.code == .passwordRejected)
        #expect(api.requests.count == count)
    }
}
