import Foundation
import GatehouseTesting
import MSAL
import Testing

/// What is answered without the network.
@Suite(.timeLimit(.minutes(3))) struct LocalChecksTests {
    /// A call with nothing in it.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let method: String
        let flag: String
        let text: String
        let act: @Sendable (Canned, any EveryDelegate) -> Void

        var testDescription: String { name }
    }

    static let starts: [Case] = [
        Case(
            name: "sign-up without an address",
            method: "onSignUpStartError",
            flag: "isInvalidUsername",
            text: "Invalid username"
        ) {
            $0.app.signUp(parameters: MSALNativeAuthSignUpParameters(username: ""), delegate: $1)
        },
        Case(
            name: "sign-up without a password",
            method: "onSignUpStartError",
            flag: "isInvalidPassword",
            text: "Invalid password"
        ) {
            let parameters = MSALNativeAuthSignUpParameters(username: Place.email)
            parameters.password = ""
            $0.app.signUp(parameters: parameters, delegate: $1)
        },
        Case(
            name: "sign-in without an address",
            method: "onSignInStartError",
            flag: "isInvalidUsername",
            text: "Invalid username"
        ) {
            $0.app.signIn(parameters: MSALNativeAuthSignInParameters(username: ""), delegate: $1)
        },
        Case(
            name: "sign-in without a password",
            method: "onSignInStartError",
            flag: "isInvalidCredentials",
            text: "Invalid credentials"
        ) {
            let parameters = MSALNativeAuthSignInParameters(username: Place.email)
            parameters.password = ""
            $0.app.signIn(parameters: parameters, delegate: $1)
        },
        Case(
            name: "reset without an address",
            method: "onResetPasswordStartError",
            flag: "isInvalidUsername",
            text: "Invalid username"
        ) {
            $0.app.resetPassword(parameters: MSALNativeAuthResetPasswordParameters(username: ""), delegate: $1)
        },
    ]

    @Test(arguments: starts)
    func aCallWithNothingInItIsNotSent(call: Case) async throws {
        let canned = try Canned()
        let heard = await Heard.of { call.act(canned, $0) }
        #expect(heard.method == call.method)
        #expect(heard.flags == [call.flag])
        #expect(heard.error?.errorDescription == call.text)
        #expect(heard.error?.errorCodes == [])
        #expect(heard.isOnMainActor)
        #expect(canned.api.requests.isEmpty)
    }

    @Test func aStateThatIsGivenNothingStaysAndAsksNobody() async throws {
        let canned = try Canned()
        for (place, flag) in [
            (Place.signUpCode, "isInvalidCode"), (.signUpPassword, "isInvalidPassword"), (.signInCode, "isInvalidCode"),
            (.signInPassword, "isInvalidPassword"), (.resetCode, "isInvalidCode"),
            (.resetPassword, "isInvalidPassword"),
        ] {
            let stage = try await place.reach(canned)
            let count = canned.api.requests.count
            let state = try #require(stage.state)
            let heard = await Heard.of { delegate in
                switch state {
                case let state as SignUpCodeRequiredState: state.submitCode(code: "", delegate: delegate)
                case let state as SignUpPasswordRequiredState: state.submitPassword(password: "", delegate: delegate)
                case let state as SignInCodeRequiredState: state.submitCode(code: "", delegate: delegate)
                case let state as SignInPasswordRequiredState: state.submitPassword(password: "", delegate: delegate)
                case let state as ResetPasswordCodeRequiredState: state.submitCode(code: "", delegate: delegate)
                case let state as ResetPasswordRequiredState: state.submitPassword(password: "", delegate: delegate)
                default: break
                }
            }
            #expect(heard.flags == [flag], "\(place)")
            #expect(heard.state === state, "\(place)")
            #expect(canned.api.requests.count == count, "\(place)")
        }
    }

    @Test func noAttributesAreSentAllTheSame() async throws {
        let canned = try Canned()
        let state = try #require(try await Place.signUpAttributes.reach(canned).state as? SignUpAttributesRequiredState)
        let heard = await Heard.of { state.submitAttributes(attributes: [:], delegate: $0) }
        #expect(heard.method == "onSignUpCompleted")
        #expect(canned.request(at: .signUpContinue)?.parameters["attributes"] == "{}")
    }

    @Test func whatJSONDoesNotHaveIsNotSent() async throws {
        let canned = try Canned()
        let parameters = MSALNativeAuthSignUpParameters(username: Place.email)
        parameters.attributes = ["city": Date(timeIntervalSince1970: 0)]
        nonisolated(unsafe) let asked = parameters
        let heard = await Heard.of { unsafe canned.app.signUp(parameters: asked, delegate: $0) }
        #expect(heard.method == "onSignUpStartError")
        #expect(heard.flags == [])
        #expect(canned.api.requests.isEmpty)
    }
}
