import Foundation
import GatehouseTesting
import MSAL
import Testing

/// The requests of flows of version 2, and the input that is rejected without one.
@Suite(.timeLimit(.minutes(3))) struct FlowInputTests {
    private func claims() throws -> MSALClaimsRequest {
        let claims = MSALClaimsRequest()
        try claims.requestClaim(MSALIndividualClaimRequest(name: "acrs"), for: .accessToken)
        return claims
    }

    @Test func declaresEveryCapability() async throws {
        let stubbed = try StubbedApp()
        for (site, endpoint) in [
            (FlowSite.signUpStart, NativeEndpoint.signUpStart), (.signInStart, .signInInitiate),
            (.resetStart, .resetStart),
        ] {
            #expect(await (try await site.prepare(stubbed)).perform().error == nil)
            let declared = stubbed.request(at: endpoint)?.parameters["capabilities"]
            #expect(declared == "mfa_required registration_required", "\(site)")
        }
        _ = await (try await CallSite.signInStart.prepare(stubbed)).perform()
        #expect(stubbed.request(at: .signInInitiate)?.parameters["capabilities"] == nil)
    }

    @Test func submitsAttributesButNoPasswordAtStart() async throws {
        let stubbed = try StubbedApp()
        _ = await (try await FlowSite.signUpStart.prepare(stubbed)).perform()
        let request = try #require(stubbed.request(at: .signUpStart)).parameters
        #expect(request["attributes"] == #"{"city":"Redmond"}"#)
        #expect(request["password"] == nil)
    }

    @Test func usesCorrelationIDOfApp() async throws {
        let stubbed = try StubbedApp()
        let id = UUID()
        let received = await FlowCall.from {
            let parameters = MSALNativeAuthSignInParametersV2(username: FlowSite.email)
            parameters.correlationId = id
            stubbed.app.signInV2(parameters: parameters, delegate: $0)
        }
        #expect(received.method == "onCodeRequired")
        #expect(stubbed.api.requests.allSatisfy { $0.correlationID == id })
    }

    @Test func requestsScopesAndClaimsOfSignIn() async throws {
        let stubbed = try StubbedApp()
        let start = FlowSite.PreparedCall {
            let parameters = MSALNativeAuthSignInParametersV2(username: FlowSite.email)
            parameters.scopes = ["orders.read"]
            parameters.claimsRequest = try? claims()
            stubbed.app.signInV2(parameters: parameters, delegate: $0)
        }
        let code: MSALNativeAuthCodeRequiredState = try await start.next()
        #expect(await FlowCall.from { code.submitCode("12345678", delegate: $0) }.account != nil)
        let request = try #require(stubbed.request(at: .signInToken)).parameters
        #expect(request["scope"] == "orders.read openid profile offline_access")
        #expect(request["claims"]?.contains("acrs") == true)
    }

    @Test func requestsScopesAndClaimsOfSignUpInSignInAfterIt() async throws {
        let stubbed = try StubbedApp()
        let start = FlowSite.PreparedCall {
            let parameters = MSALNativeAuthSignUpParametersV2(username: FlowSite.email)
            parameters.scopes = ["orders.read"]
            parameters.claimsRequest = try? claims()
            stubbed.app.signUpV2(parameters: parameters, delegate: $0)
        }
        let code: MSALNativeAuthCodeRequiredState = try await start.next()
        let submit = FlowSite.PreparedCall(code) { $0.submitCode("12345678", delegate: $1) }
        let after: MSALNativeAuthSignInAfterSignUpState = try await submit.next()
        let signedIn = await FlowCall.from {
            after.signIn(parameters: MSALNativeAuthSignInAfterSignUpParameters(), delegate: $0)
        }
        #expect(signedIn.account != nil)
        let request = try #require(stubbed.request(at: .signInToken)).parameters
        #expect(request["scope"] == "orders.read openid profile offline_access")
        #expect(request["claims"]?.contains("acrs") == true)
        _ = await FlowCall.from {
            let parameters = MSALNativeAuthSignInAfterSignUpParameters()
            parameters.scopes = ["orders.write"]
            after.signIn(parameters: parameters, delegate: $0)
        }
        let own = try #require(stubbed.request(at: .signInToken)).parameters
        #expect(own["scope"] == "orders.write openid profile offline_access")
        #expect(own["claims"]?.contains("acrs") == true)
    }

    @Test func requestsScopesOfResetInSignInAfterIt() async throws {
        let stubbed = try StubbedApp()
        for isDeclaredAsBaseClass in [false, true] {
            let start = FlowSite.PreparedCall {
                let parameters = MSALNativeAuthResetPasswordParametersV2(username: FlowSite.email)
                parameters.scopes = ["orders.read"]
                if isDeclaredAsBaseClass {
                    let base: MSALNativeAuthResetPasswordParameters = parameters
                    stubbed.app.resetPasswordV2(parameters: base, delegate: $0)
                } else {
                    stubbed.app.resetPasswordV2(parameters: parameters, delegate: $0)
                }
            }
            let code: MSALNativeAuthCodeRequiredState = try await start.next()
            let submit = FlowSite.PreparedCall(code) { $0.submitCode("12345678", delegate: $1) }
            let password: MSALNativeAuthNewPasswordRequiredState = try await submit.next()
            let change = FlowSite.PreparedCall(password) { $0.submitNewPassword("correct horse", delegate: $1) }
            let after: MSALNativeAuthSignInAfterResetPasswordState = try await change.next()
            _ = await FlowCall.from {
                after.signIn(parameters: MSALNativeAuthSignInAfterResetPasswordParameters(), delegate: $0)
            }
            let request = try #require(stubbed.request(at: .signInToken)).parameters
            #expect(request["scope"] == "orders.read openid profile offline_access")
        }
    }

    @Test func resetsPasswordWithParametersOfVersion1() async throws {
        let stubbed = try StubbedApp()
        let received = await FlowCall.from {
            let parameters = MSALNativeAuthResetPasswordParameters(username: FlowSite.email)
            stubbed.app.resetPasswordV2(parameters: parameters, delegate: $0)
        }
        #expect(received.method == "onCodeRequired")
        #expect(received.scenario == .passwordReset)
    }

    @Test func registersProposedAddressWithoutContact() async throws {
        let stubbed = try StubbedApp()
        let state = try #require(
            try await FlowSite.register.prepare(stubbed).state as? MSALNativeAuthStrongAuthRegistrationRequiredState
        )
        let sent = await FlowCall.from { state.selectAuthMethod(state.authMethods[0], delegate: $0) }
        #expect(sent.method == "onStrongAuthVerificationRequired")
        #expect(stubbed.request(at: .registerChallenge)?.parameters["challenge_target"] == "ada@example.com")
        let without = await FlowCall.from { state.selectAuthMethod(state.authMethods[1], delegate: $0) }
        #expect(without.flags == ["isInvalidInput"])
    }

    @Test func resendsCodeToSameContact() async throws {
        let stubbed = try StubbedApp()
        #expect(await (try await FlowSite.registrationResend.prepare(stubbed)).perform().error == nil)
        let requests = stubbed.api.requests.filter { $0.endpoint == .registerChallenge }
        #expect(requests.map { $0.parameters["challenge_target"] } == ["bob@example.com", "bob@example.com"])
        #expect(requests.map { $0.parameters["challenge_channel"] } == ["email", "email"])
    }

    @Test func rejectsEmptyAddressLocally() async throws {
        let stubbed = try StubbedApp()
        let app = stubbed.app
        let calls: [@Sendable (any MSALNativeAuthFlowDelegate) -> Void] = [
            { app.signUpV2(parameters: MSALNativeAuthSignUpParametersV2(username: ""), delegate: $0) },
            { app.signInV2(parameters: MSALNativeAuthSignInParametersV2(username: ""), delegate: $0) },
            { app.resetPasswordV2(parameters: MSALNativeAuthResetPasswordParametersV2(username: ""), delegate: $0) },
        ]
        for call in calls {
            let received = await FlowCall.from(call)
            #expect(received.flags == ["isInvalidUsername"])
            #expect(received.error?.errorDescription == "Invalid username")
        }
        #expect(stubbed.api.requests.isEmpty)
    }

    @Test func rejectsEmptyPasswordOfVersion1ParametersLocally() async throws {
        let stubbed = try StubbedApp()
        let received = await FlowCall.from {
            let parameters = MSALNativeAuthSignInParameters(username: FlowSite.email)
            parameters.password = ""
            stubbed.app.signInV2(parameters: parameters, delegate: $0)
        }
        #expect(received.flags == ["isInvalidPassword"])
        #expect(received.error?.errorDescription == "Invalid password")
        #expect(stubbed.api.requests.isEmpty)
    }

    @Test func rejectsEmptyInputLocally() async throws {
        let stubbed = try StubbedApp()
        for (site, flags) in [
            (FlowSite.signUpCode, ["isInvalidCode"]), (.signInCode, ["isInvalidCode"]), (.resetCode, ["isInvalidCode"]),
            (.signUpPassword, ["isInvalidPassword"]), (.signInPassword, ["isInvalidPassword"]),
            (.newPassword, ["isInvalidPassword"]), (.challenge, ["isInvalidCode", "isInvalidChallenge"]),
            (.registrationCode, ["isInvalidCode", "isInvalidChallenge"]), (.register, ["isInvalidInput"]),
        ] {
            let state = try #require(try await site.prepare(stubbed).state)
            let count = stubbed.api.requests.count
            let received = await FlowCall.from { delegate in
                switch state {
                case let state as MSALNativeAuthCodeRequiredState: state.submitCode("", delegate: delegate)
                case let state as MSALNativeAuthPasswordRequiredState: state.submitPassword("", delegate: delegate)
                case let state as MSALNativeAuthNewPasswordRequiredState:
                    state.submitNewPassword("", delegate: delegate)
                case let state as MSALNativeAuthMFAVerificationRequiredState:
                    state.submitChallenge("", delegate: delegate)
                case let state as MSALNativeAuthStrongAuthVerificationRequiredState:
                    state.submitChallenge("", delegate: delegate)
                case let state as MSALNativeAuthStrongAuthRegistrationRequiredState:
                    state.selectAuthMethod(state.authMethods[0], verificationContact: "", delegate: delegate)
                default: break
                }
            }
            #expect(received.flags == Set(flags), "\(site)")
            #expect(stubbed.api.requests.count == count, "\(site)")
        }
    }

    @Test func rejectsAttributesOutsideJSON() async throws {
        let stubbed = try StubbedApp()
        let received = await FlowCall.from {
            let parameters = MSALNativeAuthSignUpParametersV2(username: FlowSite.email)
            parameters.attributes = ["city": Date(timeIntervalSince1970: 0)]
            stubbed.app.signUpV2(parameters: parameters, delegate: $0)
        }
        #expect(received.flags == ["isGeneralError"])
        #expect(stubbed.api.requests.isEmpty)
    }
}
