import Foundation
import GatehouseTesting
import MSAL
import Testing

/// Errors that are reported without a request.
@Suite(.timeLimit(.minutes(3))) struct LocalChecksTests {
    /// A call with an empty parameter.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let method: String
        let flag: String
        let text: String
        let action: @Sendable (StubbedApp, any EveryDelegate) -> Void

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
            let parameters = MSALNativeAuthSignUpParameters(username: CallSite.email)
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
            let parameters = MSALNativeAuthSignInParameters(username: CallSite.email)
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
    func rejectsEmptyParametersLocally(call: Case) async throws {
        let stubbed = try StubbedApp()
        let received = await DelegateCall.from { call.action(stubbed, $0) }
        #expect(received.method == call.method)
        #expect(received.flags == [call.flag])
        #expect(received.error?.errorDescription == call.text)
        #expect(received.error?.errorCodes == [])
        #expect(received.isOnMainActor)
        #expect(stubbed.api.requests.isEmpty)
    }

    @Test func rejectsEmptyInputLocally() async throws {
        let stubbed = try StubbedApp()
        for (site, flag) in [
            (CallSite.signUpCode, "isInvalidCode"), (.signUpPassword, "isInvalidPassword"),
            (.signInCode, "isInvalidCode"),
            (.signInPassword, "isInvalidPassword"), (.resetCode, "isInvalidCode"),
            (.resetPassword, "isInvalidPassword"), (.mfaSubmit, "isInvalidChallenge"),
            (.registerSubmit, "isInvalidChallenge"),
        ] {
            let prepared = try await site.prepare(stubbed)
            let count = stubbed.api.requests.count
            let state = try #require(prepared.state)
            let received = await DelegateCall.from { delegate in
                switch state {
                case let state as SignUpCodeRequiredState: state.submitCode(code: "", delegate: delegate)
                case let state as SignUpPasswordRequiredState: state.submitPassword(password: "", delegate: delegate)
                case let state as SignInCodeRequiredState: state.submitCode(code: "", delegate: delegate)
                case let state as SignInPasswordRequiredState: state.submitPassword(password: "", delegate: delegate)
                case let state as ResetPasswordCodeRequiredState: state.submitCode(code: "", delegate: delegate)
                case let state as ResetPasswordRequiredState: state.submitPassword(password: "", delegate: delegate)
                case let state as MFARequiredState: state.submitChallenge(challenge: "", delegate: delegate)
                case let state as RegisterStrongAuthVerificationRequiredState:
                    state.submitChallenge(challenge: "", delegate: delegate)
                default: break
                }
            }
            #expect(received.flags == [flag], "\(site)")
            #expect(received.state === state, "\(site)")
            #expect(stubbed.api.requests.count == count, "\(site)")
        }
    }

    @Test(arguments: [(CallSite.registerChallenge, true), (.registerSubmit, false)])
    func rejectsEmptyContactLocally(site: CallSite, keepsState: Bool) async throws {
        let stubbed = try StubbedApp()
        let state = try #require(try await site.prepare(stubbed).state)
        let count = stubbed.api.requests.count
        let received = await DelegateCall.from { delegate in
            switch state {
            case let state as RegisterStrongAuthState:
                state.authMethods.first.map {
                    state.challengeAuthMethod(
                        parameters: .init(authMethod: $0, verificationContact: ""),
                        delegate: delegate
                    )
                }
            case let state as RegisterStrongAuthVerificationRequiredState:
                state.authMethods.first.map {
                    state.challengeAuthMethod(
                        parameters: .init(authMethod: $0, verificationContact: ""),
                        delegate: delegate
                    )
                }
            default: break
            }
        }
        #expect(received.method == "onRegisterStrongAuthChallengeError")
        #expect(received.flags == ["isInvalidInput"])
        #expect(received.error?.errorDescription == "Invalid input")
        #expect(received.hasState == keepsState)
        if keepsState { #expect(received.state === state) }
        #expect(stubbed.api.requests.count == count)
    }

    @Test func sendsEmptyAttributes() async throws {
        let stubbed = try StubbedApp()
        let state = try #require(
            try await CallSite.signUpAttributes.prepare(stubbed).state as? SignUpAttributesRequiredState
        )
        let received = await DelegateCall.from { state.submitAttributes(attributes: [:], delegate: $0) }
        #expect(received.method == "onSignUpCompleted")
        #expect(stubbed.request(at: .signUpContinue)?.parameters["attributes"] == "{}")
    }

    @Test func rejectsAttributesOutsideJSON() async throws {
        let stubbed = try StubbedApp()
        let parameters = MSALNativeAuthSignUpParameters(username: CallSite.email)
        parameters.attributes = ["city": Date(timeIntervalSince1970: 0)]
        nonisolated(unsafe) let shared = parameters
        let received = await DelegateCall.from { unsafe stubbed.app.signUp(parameters: shared, delegate: $0) }
        #expect(received.method == "onSignUpStartError")
        #expect(received.flags == [])
        #expect(stubbed.api.requests.isEmpty)
    }
}
