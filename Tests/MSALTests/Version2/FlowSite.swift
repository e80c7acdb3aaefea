import Foundation
import GatehouseTesting
import MSAL
import Testing

/// A call of the API of version 2, with the steps that precede it.
enum FlowSite: String, Sendable, CaseIterable {
    case signUpStart, signUpCode, signUpResend, signUpPassword, signUpAttributes, signInAfterSignUp
    case signInStart, signInWithPassword, signInCode, signInResend, signInPassword
    case resetStart, resetCode, resetResend, newPassword, signInAfterReset
    case selectMethod, challenge, challengeResend
    case register, registrationCode, registrationResend

    /// A call that is ready to be made.
    struct PreparedCall: Sendable {
        /// The state whose method is called, if any.
        var state: MSALNativeAuthState?
        var action: @Sendable (any MSALNativeAuthFlowDelegate) -> Void

        init(_ action: @escaping @Sendable (any MSALNativeAuthFlowDelegate) -> Void) {
            self.action = action
        }

        init<State: MSALNativeAuthState>(
            _ state: State,
            _ action: @escaping @Sendable (State, any MSALNativeAuthFlowDelegate) -> Void
        ) {
            self.state = state
            self.action = { action(state, $0) }
        }

        /// Makes the call with a delegate that has the protocol of every state.
        func perform() async -> FlowCall { await FlowCall.from(action) }

        /// Makes the call and returns the state that follows.
        func next<State: MSALNativeAuthState>() async throws -> State {
            try #require(await perform().state())
        }
    }

    static let email = "ada@example.com"

    /// The flow that the call belongs to.
    var scenario: MSALNativeAuthFlowScenario {
        switch self {
        case .signUpStart, .signUpCode, .signUpResend, .signUpPassword, .signUpAttributes, .signInAfterSignUp: .signUp
        case .resetStart, .resetCode, .resetResend, .newPassword, .signInAfterReset: .passwordReset
        default: .signIn
        }
    }

    /// Performs the preceding steps with successful responses.
    func prepare(_ stubbed: StubbedApp) async throws -> PreparedCall {
        switch self {
        case .signUpStart, .signUpPassword, .signUpAttributes, .signInAfterSignUp: try await signUp(stubbed)
        case .signInStart, .signInWithPassword, .signInPassword: try await signIn(stubbed)
        case .resetStart, .newPassword, .signInAfterReset: try await reset(stubbed)
        case .signUpCode: try await code(stubbed, after: .signUpStart)
        case .signInCode: try await code(stubbed, after: .signInStart)
        case .resetCode: try await code(stubbed, after: .resetStart)
        case .signUpResend: try await resend(stubbed, after: .signUpStart)
        case .signInResend: try await resend(stubbed, after: .signInStart)
        case .resetResend: try await resend(stubbed, after: .resetStart)
        case .selectMethod, .challenge, .challengeResend: try await secondFactor(stubbed)
        case .register, .registrationCode, .registrationResend: try await registration(stubbed)
        }
    }

    private func signUp(_ stubbed: StubbedApp) async throws -> PreparedCall {
        let (app, api) = (stubbed.app, stubbed.api)
        if self == .signUpStart {
            return PreparedCall {
                let parameters = MSALNativeAuthSignUpParametersV2(username: Self.email)
                parameters.attributes = ["city": "Redmond"]
                app.signUpV2(parameters: parameters, delegate: $0)
            }
        }
        let code = try await FlowSite.signUpCode.prepare(stubbed)
        switch self {
        case .signUpPassword:
            api.queue(.credentialRequired, at: .signUpContinue)
            api.queue(.passwordRequired, at: .signUpChallenge)
            return password(try await code.next())
        case .signUpAttributes:
            api.queue(.attributesRequired("city"), at: .signUpContinue)
            let state: MSALNativeAuthAttributesRequiredState = try await code.next()
            return PreparedCall(state) { $0.submitAttributes(["city": "Redmond"], delegate: $1) }
        default:
            let state: MSALNativeAuthSignInAfterSignUpState = try await code.next()
            return PreparedCall(state) {
                $0.signIn(parameters: MSALNativeAuthSignInAfterSignUpParameters(), delegate: $1)
            }
        }
    }

    private func signIn(_ stubbed: StubbedApp) async throws -> PreparedCall {
        let app = stubbed.app
        let start = PreparedCall {
            app.signInV2(parameters: MSALNativeAuthSignInParametersV2(username: Self.email), delegate: $0)
        }
        if self == .signInStart { return start }
        stubbed.api.queue(.passwordRequired, at: .signInChallenge)
        guard self == .signInWithPassword else { return password(try await start.next()) }
        return PreparedCall {
            let parameters = MSALNativeAuthSignInParameters(username: Self.email)
            parameters.password = "correct horse"
            app.signInV2(parameters: parameters, delegate: $0)
        }
    }

    private func reset(_ stubbed: StubbedApp) async throws -> PreparedCall {
        if self == .resetStart {
            return PreparedCall {
                let parameters = MSALNativeAuthResetPasswordParametersV2(username: Self.email)
                stubbed.app.resetPasswordV2(parameters: parameters, delegate: $0)
            }
        }
        let password: MSALNativeAuthNewPasswordRequiredState = try await FlowSite.resetCode.prepare(stubbed).next()
        let submit = PreparedCall(password) { $0.submitNewPassword("correct horse", delegate: $1) }
        if self == .newPassword { return submit }
        let state: MSALNativeAuthSignInAfterResetPasswordState = try await submit.next()
        return PreparedCall(state) {
            $0.signIn(parameters: MSALNativeAuthSignInAfterResetPasswordParameters(), delegate: $1)
        }
    }

    private func code(_ stubbed: StubbedApp, after start: FlowSite) async throws -> PreparedCall {
        let state: MSALNativeAuthCodeRequiredState = try await start.prepare(stubbed).next()
        return PreparedCall(state) { $0.submitCode("12345678", delegate: $1) }
    }

    private func resend(_ stubbed: StubbedApp, after start: FlowSite) async throws -> PreparedCall {
        let state: MSALNativeAuthCodeRequiredState = try await start.prepare(stubbed).next()
        return PreparedCall(state) { $0.resendCode(delegate: $1) }
    }

    private func password(_ state: MSALNativeAuthPasswordRequiredState) -> PreparedCall {
        PreparedCall(state) { $0.submitPassword("correct horse", delegate: $1) }
    }

    private func secondFactor(_ stubbed: StubbedApp) async throws -> PreparedCall {
        let first = try await FlowSite.signInCode.prepare(stubbed)
        stubbed.api.queue(.mfaRequired, at: .signInToken)
        let selection: MSALNativeAuthAuthMethodSelectionRequiredState = try await first.next()
        let method = try #require(selection.authMethods.first)
        let select = PreparedCall(selection) { $0.selectAuthMethod(method, delegate: $1) }
        if self == .selectMethod { return select }
        let state: MSALNativeAuthMFAVerificationRequiredState = try await select.next()
        return PreparedCall(state) { [self] in
            self == .challengeResend ? $0.resendChallenge(delegate: $1) : $0.submitChallenge("12345678", delegate: $1)
        }
    }

    private func registration(_ stubbed: StubbedApp) async throws -> PreparedCall {
        let first = try await FlowSite.signInCode.prepare(stubbed)
        stubbed.api.queue(.registrationRequired, at: .signInToken)
        let registration: MSALNativeAuthStrongAuthRegistrationRequiredState = try await first.next()
        let method = try #require(registration.authMethods.first)
        let register = PreparedCall(registration) {
            $0.selectAuthMethod(method, verificationContact: "bob@example.com", delegate: $1)
        }
        if self == .register { return register }
        let state: MSALNativeAuthStrongAuthVerificationRequiredState = try await register.next()
        return PreparedCall(state) { [self] in
            self == .registrationResend
                ? $0.resendChallenge(delegate: $1) : $0.submitChallenge("12345678", delegate: $1)
        }
    }
}
