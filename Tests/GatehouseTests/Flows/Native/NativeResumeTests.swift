import Foundation
import GatehouseTesting
import Testing

@testable import Gatehouse

/// Flows resumed after the process was killed between two steps, from the saved step alone.
struct NativeResumeTests {
    private let app = NativeTestApp()

    private func stored<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    @Test func resumesSignUpFromEveryStep() async throws {
        let code = try await app.signUpCode()
        guard case .codeRequired(let again) = try app.relaunched().native.resume(stored(code.saved)) else {
            throw NativeTestApp.UnexpectedStep()
        }
        #expect(again.delivery == code.delivery)
        #expect(again.correlationID == code.correlationID)
        app.api.queue(.credentialRequired, at: .signUpContinue)
        app.api.queue(.passwordRequired, at: .signUpChallenge)
        let next = try await again.submit("12345678")
        guard case .passwordRequired(let password) = try app.relaunched().native.resume(stored(next.saved)) else {
            throw NativeTestApp.UnexpectedStep()
        }
        app.api.queue(.attributesRequired("city"), at: .signUpContinue)
        let page = try await password.submit("correct horse")
        guard case .attributesRequired(let attributes) = try app.relaunched().native.resume(stored(page.saved)) else {
            throw NativeTestApp.UnexpectedStep()
        }
        #expect(attributes.attributes.map(\.name) == ["city"])
        let last = try await attributes.submit(["city": "Dublin"])
        let client = app.relaunched()
        guard case .completed(let completed) = try client.native.resume(stored(last.saved)) else {
            throw NativeTestApp.UnexpectedStep()
        }
        try await completed.signIn()
        #expect(try await client.session() != nil)
        #expect(app.tokens(.signUpContinue) == ["token-2", "token-4", "token-5"])
        #expect(app.tokens(.signInToken) == ["token-6"])
        #expect(Set(app.api.requests.map(\.correlationID)).count == 1)
    }

    @Test func resumesSignInWithScopesAndClaims() async throws {
        let step = try await app.gatehouse.native.startSignIn(
            NativeTestApp.email,
            password: nil,
            for: AccessTokenRequest(scopes: [.email], claims: "{}"),
            correlationID: nil
        )
        guard case .codeRequired(let code) = step,
            case .codeRequired(let again) = try app.relaunched().native.resume(stored(code.saved))
        else { throw NativeTestApp.UnexpectedStep() }
        try await again.submit("12345678")
        let parameters = try #require(app.calls(.signInToken).first).parameters
        #expect(parameters["scope"] == "email openid profile offline_access")
        #expect(parameters["claims"] == "{}")

        let password = try await app.signInPassword()
        guard case .passwordRequired(let typed) = try app.relaunched().native.resume(stored(password.saved)) else {
            throw NativeTestApp.UnexpectedStep()
        }
        try await typed.submit("correct horse")
    }

    @Test func resumesSecondFactorFromEveryStep() async throws {
        app.api.queue(.mfaRequired, at: .signInToken)
        guard case .secondFactorRequired(let step) = try await app.signInCode().submit("12345678"),
            case .secondFactorRequired(let again) = try app.relaunched().native.resume(stored(step.saved))
        else { throw NativeTestApp.UnexpectedStep() }
        #expect(again.factors == step.factors)
        let challenge = try await again.choose(again.factors[0])
        guard case .secondFactorChallenged(let typed) = try app.relaunched().native.resume(stored(challenge.saved))
        else { throw NativeTestApp.UnexpectedStep() }
        #expect(typed.delivery == challenge.delivery)
        #expect(typed.factor == challenge.factor)
        #expect(typed.factors == step.factors)
        #expect(try await typed.submit("12345678").session != nil)
        #expect(app.tokens(.signInToken) == ["token-2", "token-5"])
        #expect(Set(app.api.requests.map(\.correlationID)).count == 1)
    }

    @Test func resumesEnrolmentFromEveryStep() async throws {
        app.api.queue(.registrationRequired, at: .signInToken)
        guard case .enrolmentRequired(let step) = try await app.signInCode().submit("12345678"),
            case .enrolmentRequired(let again) = try app.relaunched().native.resume(stored(step.saved)),
            case .challenge(let challenge) = try await again.enrol(again.factors[0], contact: NativeTestApp.email),
            case .enrolmentChallenged(let typed) = try app.relaunched().native.resume(stored(challenge.saved))
        else { throw NativeTestApp.UnexpectedStep() }
        #expect(typed.delivery == challenge.delivery)
        #expect(typed.factor == step.factors[0])
        #expect(try await typed.submit("12345678").session != nil)
        #expect(app.tokens(.registerContinue) == ["token-5"])
    }

    @Test func resumesPasswordResetFromEveryStep() async throws {
        let code = try await app.gatehouse.resetPassword(email: NativeTestApp.email)
        guard case .codeRequired(let typed) = try app.relaunched().native.resume(stored(code.saved)) else {
            throw NativeTestApp.UnexpectedStep()
        }
        let password = try await typed.submit("12345678")
        guard case .passwordRequired(let chosen) = try app.relaunched().native.resume(stored(password.saved)) else {
            throw NativeTestApp.UnexpectedStep()
        }
        let end = try await chosen.submit("correct horse")
        guard case .completed(let completed) = try app.relaunched().native.resume(stored(end.saved)) else {
            throw NativeTestApp.UnexpectedStep()
        }
        try await completed.signIn()
    }

    @Test func redactsSavedStepsInDescriptions() async throws {
        let code = try await app.signUpCode()
        let password = try await app.signInPassword()
        let reset = try await app.gatehouse.resetPassword(email: NativeTestApp.email)
        var dumped = ""
        dump(code.saved, to: &dumped)
        let texts = [dumped, "\(code.saved)", "\(password.saved)", "\(reset.saved)", String(reflecting: code.saved)]
        for text in texts {
            #expect(!text.contains("token-") && !text.contains(NativeTestApp.email))
        }
    }
}
