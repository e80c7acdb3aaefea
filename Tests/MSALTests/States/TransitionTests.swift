import Foundation
import GatehouseTesting
import MSAL
import Testing

@Suite(.timeLimit(.minutes(3))) struct TransitionTests {
    @Test(arguments: Transitions.all)
    func notifiesDelegateOfTransition(row: Row) async throws {
        let (received, prepared) = try await row.perform(try StubbedApp())
        #expect(received.method == row.method)
        #expect(received.error == nil)
        #expect(row.state(of: received, prepared) == row.state)
        #expect(received.isOnMainActor)
    }

    /// Returns the required error method of the call's delegate.
    private func errorMethod(at site: CallSite) -> String {
        switch site {
        case .signUpStart, .signUpWithAttributes: "onSignUpStartError"
        case .signUpResend: "onSignUpResendCodeError"
        case .signUpCode: "onSignUpVerifyCodeError"
        case .signUpPassword: "onSignUpPasswordRequiredError"
        case .signUpAttributes: "onSignUpAttributesRequiredError"
        case .signInAfterSignUp, .signInAfterSignUpWithoutToken: "onSignInAfterSignUpError"
        case .signInStart, .signInWithPassword, .signInWithUnusedPassword: "onSignInStartError"
        case .signInResend: "onSignInResendCodeError"
        case .signInCode: "onSignInVerifyCodeError"
        case .signInPassword: "onSignInPasswordRequiredError"
        case .resetStart: "onResetPasswordStartError"
        case .resetResend: "onResetPasswordResendCodeError"
        case .resetCode: "onResetPasswordVerifyCodeError"
        case .resetPassword: "onResetPasswordRequiredError"
        case .signInAfterReset, .signInAfterResetWithoutToken: "onSignInAfterResetPasswordError"
        case .accessToken: "onAccessTokenRetrieveError"
        case .mfaRequest, .mfaResend: "onMFARequestChallengeError"
        case .mfaSubmit: "onMFASubmitChallengeError"
        case .registerChallenge, .registerResend: "onRegisterStrongAuthChallengeError"
        case .registerSubmit: "onRegisterStrongAuthSubmitChallengeError"
        }
    }

    @Test(arguments: Transitions.all)
    func reportsMissingDelegateMethod(row: Row) async throws {
        let stubbed = try StubbedApp()
        let (received, _) = try await row.perform(stubbed) { await $0.performWithoutOptionalMethods() }
        #expect(received.method == errorMethod(at: row.site))
        let text = "MSALNativeAuth has called the delegate method \(row.method) that has not been implemented"
        #expect(received.error?.errorDescription == text)
        #expect(received.error?.errorCodes == [])
        #expect(received.flags == [])
        #expect(!received.hasState)
        #expect(received.isOnMainActor)
        // Without a request there is no correlation ID to compare.
        if row.site != .accessToken || !row.responses.isEmpty {
            #expect(received.error?.correlationId == stubbed.api.requests.last?.correlationID)
        }
    }

    @Test func exposesCodeDelivery() async throws {
        let stubbed = try StubbedApp()
        stubbed.api.queue(.codeSent(channel: "sms", to: "+1******7", length: 6, interval: 45), at: .signUpChallenge)
        let received = await (try await CallSite.signUpStart.prepare(stubbed)).perform()
        #expect(received.sentTo == "+1******7")
        #expect(received.codeLength == 6)
        #expect(received.channel?.isSMSType == true)
        #expect(received.channel?.isPhoneType == true)
        #expect(received.channel?.isEmailType == false)
        let state: SignUpCodeRequiredState = try #require(received.state())
        #expect(state.codeDelivery.sentTo == "+1******7")
        #expect(state.codeDelivery.codeLength == 6)
        #expect(state.codeDelivery.resendInterval == 45)
        #expect(state.codeDelivery.resendDate == stubbed.api.clock.now.addingTimeInterval(45))
    }

    @Test func exposesRequiredAttributes() async throws {
        let stubbed = try StubbedApp()
        let prepared = try await CallSite.signUpCode.prepare(stubbed)
        stubbed.api.queue(.attributesRequired("city", "country"), at: .signUpContinue)
        let received = await prepared.perform()
        #expect(received.attributes.map(\.name) == ["city", "country"])
        #expect(received.attributes.map(\.type) == ["string", "string"])
        #expect(received.attributes.map(\.required) == [true, true])
        #expect(received.attributes.map(\.regex) == ["^.+$", "^.+$"])
        let state: SignUpAttributesRequiredState = try #require(received.state())
        #expect(state.attributes.map(\.name) == ["city", "country"])
    }

    @Test func namesInvalidAttributes() async throws {
        let stubbed = try StubbedApp()
        let start = try await CallSite.signUpWithAttributes.prepare(stubbed)
        stubbed.api.queue(.attributesInvalid("city", "country"), at: .signUpStart)
        #expect(await start.perform().attributeNames == ["city", "country"])
        let page = try await CallSite.signUpAttributes.prepare(stubbed)
        stubbed.api.queue(.attributesInvalid("city"), at: .signUpContinue)
        #expect(await page.perform().attributeNames == ["city"])
    }
}
