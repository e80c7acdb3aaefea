import Foundation
import GatehouseTesting
import MSAL
import Testing

@Suite(.timeLimit(.minutes(3))) struct TransitionTests {
    @Test(arguments: Transitions.all)
    func theDelegateHearsWhatComesNext(row: Row) async throws {
        let (heard, stage) = try await row.heard(try Canned())
        #expect(heard.method == row.method)
        #expect(heard.error == nil)
        #expect(row.state(of: heard, stage) == row.state)
        #expect(heard.isOnMainActor)
    }

    /// The required error method of whoever is asked at a place.
    private func errorMethod(at place: Place) -> String {
        switch place {
        case .signUpStart, .signUpWithAttributes: "onSignUpStartError"
        case .signUpResend: "onSignUpResendCodeError"
        case .signUpCode: "onSignUpVerifyCodeError"
        case .signUpPassword: "onSignUpPasswordRequiredError"
        case .signUpAttributes: "onSignUpAttributesRequiredError"
        case .signInAfterSignUp, .signInAfterSignUpWithoutToken: "onSignInAfterSignUpError"
        case .signInStart, .signInWithPassword, .signInWithSparePassword: "onSignInStartError"
        case .signInResend: "onSignInResendCodeError"
        case .signInCode: "onSignInVerifyCodeError"
        case .signInPassword: "onSignInPasswordRequiredError"
        case .resetStart: "onResetPasswordStartError"
        case .resetResend: "onResetPasswordResendCodeError"
        case .resetCode: "onResetPasswordVerifyCodeError"
        case .resetPassword: "onResetPasswordRequiredError"
        case .signInAfterReset, .signInAfterResetWithoutToken: "onSignInAfterResetPasswordError"
        case .accessToken: "onAccessTokenRetrieveError"
        }
    }

    @Test(arguments: Transitions.all)
    func aDelegateWithoutTheMethodHearsThatItIsMissing(row: Row) async throws {
        let canned = try Canned()
        let (heard, _) = try await row.heard(canned) { await $0.heardWithoutOptionalMethods() }
        #expect(heard.method == errorMethod(at: row.place))
        let text = "MSALNativeAuth has called the delegate method \(row.method) that has not been implemented"
        #expect(heard.error?.errorDescription == text)
        #expect(heard.error?.errorCodes == [])
        #expect(heard.flags == [])
        #expect(!heard.hasState)
        #expect(heard.isOnMainActor)
        // Where no request was needed, there is none to compare with.
        if row.place != .accessToken || !row.answers.isEmpty {
            #expect(heard.error?.correlationId == canned.api.requests.last?.correlationID)
        }
    }

    @Test func whereTheCodeWentIsToldAndShown() async throws {
        let canned = try Canned()
        canned.api.queue(.codeSent(channel: "sms", to: "+1******7", length: 6, interval: 45), at: .signUpChallenge)
        let heard = await (try await Place.signUpStart.reach(canned)).heard()
        #expect(heard.sentTo == "+1******7")
        #expect(heard.codeLength == 6)
        #expect(heard.channel?.isSMSType == true)
        #expect(heard.channel?.isPhoneType == true)
        #expect(heard.channel?.isEmailType == false)
        let state: SignUpCodeRequiredState = try #require(heard.state())
        #expect(state.sentTo == "+1******7")
        #expect(state.codeLength == 6)
        #expect(state.resendInterval == 45)
        #expect(state.resendDate == canned.api.clock.now.addingTimeInterval(45))
    }

    @Test func theAttributesOfAPageAreTold() async throws {
        let canned = try Canned()
        let stage = try await Place.signUpCode.reach(canned)
        canned.api.queue(.attributesRequired("city", "country"), at: .signUpContinue)
        let heard = await stage.heard()
        #expect(heard.attributes.map(\.name) == ["city", "country"])
        #expect(heard.attributes.map(\.type) == ["string", "string"])
        #expect(heard.attributes.map(\.required) == [true, true])
        #expect(heard.attributes.map(\.regex) == ["^.+$", "^.+$"])
        let state: SignUpAttributesRequiredState = try #require(heard.state())
        #expect(state.attributes.map(\.name) == ["city", "country"])
    }

    @Test func invalidAttributesAreNamed() async throws {
        let canned = try Canned()
        let start = try await Place.signUpWithAttributes.reach(canned)
        canned.api.queue(.attributesInvalid("city", "country"), at: .signUpStart)
        #expect(await start.heard().attributeNames == ["city", "country"])
        let page = try await Place.signUpAttributes.reach(canned)
        canned.api.queue(.attributesInvalid("city"), at: .signUpContinue)
        #expect(await page.heard().attributeNames == ["city"])
    }
}
