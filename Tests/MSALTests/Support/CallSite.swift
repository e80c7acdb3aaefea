import Foundation
import GatehouseTesting
import MSAL
import Testing

/// A call of the API, with the steps that precede it.
enum CallSite: String, Sendable, CaseIterable {
    case signUpStart, signUpWithAttributes, signUpResend, signUpCode, signUpPassword, signUpAttributes
    case signInAfterSignUp, signInAfterSignUpWithoutToken
    case signInStart, signInWithPassword, signInWithUnusedPassword, signInResend, signInCode, signInPassword
    case resetStart, resetResend, resetCode, resetPassword
    case signInAfterReset, signInAfterResetWithoutToken
    case accessToken
    case mfaRequest, mfaResend, mfaSubmit
    case registerChallenge, registerResend, registerSubmit

    /// A call that is ready to be made.
    struct PreparedCall: Sendable {
        /// The state whose method is called, if any.
        var state: (any NSObject & Sendable)?
        var action: @Sendable (any EveryDelegate) -> Void
    }

    static let email = "ada@example.com"

    /// Performs the preceding steps with successful responses.
    func prepare(_ stubbed: StubbedApp) async throws -> PreparedCall {
        let (app, api) = (stubbed.app, stubbed.api)
        switch self {
        case .signUpStart: return signUp(app) { $0.password = "correct horse" }
        case .signUpWithAttributes: return signUp(app) { $0.attributes = ["city": "Redmond"] }
        case .signUpResend: return PreparedCall(try await signUpCode(app)) { $0.resendCode(delegate: $1) }
        case .signUpCode:
            return PreparedCall(try await signUpCode(app)) { $0.submitCode(code: "12345678", delegate: $1) }
        case .signUpPassword:
            let state: SignUpPasswordRequiredState = try await afterSignUpCode(app) {
                api.queue(.credentialRequired, at: .signUpContinue)
                api.queue(.passwordRequired, at: .signUpChallenge)
            }
            return PreparedCall(state) { $0.submitPassword(password: "correct horse", delegate: $1) }
        case .signUpAttributes:
            let state: SignUpAttributesRequiredState = try await afterSignUpCode(app) {
                api.queue(.attributesRequired("city"), at: .signUpContinue)
            }
            return PreparedCall(state) { $0.submitAttributes(attributes: ["city": "Redmond"], delegate: $1) }
        case .signInAfterSignUp:
            let state: SignInAfterSignUpState = try await afterSignUpCode(app)
            return PreparedCall(state) {
                $0.signIn(parameters: MSALNativeAuthSignInAfterSignUpParameters(), delegate: $1)
            }
        case .signInAfterSignUpWithoutToken:
            api.queue(.signedUpWithoutToken, at: .signUpContinue)
            return try await CallSite.signInAfterSignUp.prepare(stubbed)
        case .signInStart: return signIn(app)
        case .signInWithPassword:
            api.queue(.passwordRequired, at: .signInChallenge)
            return try await CallSite.signInWithUnusedPassword.prepare(stubbed)
        case .signInWithUnusedPassword: return signIn(app) { $0.password = "correct horse" }
        case .signInResend: return PreparedCall(try await signInCode(app)) { $0.resendCode(delegate: $1) }
        case .signInCode:
            return PreparedCall(try await signInCode(app)) { $0.submitCode(code: "12345678", delegate: $1) }
        case .signInPassword:
            api.queue(.passwordRequired, at: .signInChallenge)
            let state: SignInPasswordRequiredState = try #require(await signIn(app).perform().state())
            return PreparedCall(state) { $0.submitPassword(password: "correct horse", delegate: $1) }
        case .resetStart: return resetStart(app)
        case .resetResend: return PreparedCall(try await resetCode(app)) { $0.resendCode(delegate: $1) }
        case .resetCode: return PreparedCall(try await resetCode(app)) { $0.submitCode(code: "12345678", delegate: $1) }
        case .resetPassword:
            return PreparedCall(try await resetPassword(app)) {
                $0.submitPassword(password: "correct horse", delegate: $1)
            }
        case .signInAfterReset: return try await signInAfterReset(app)
        case .signInAfterResetWithoutToken:
            api.queue(.pollSucceededWithoutToken, at: .resetPoll)
            return try await CallSite.signInAfterReset.prepare(stubbed)
        case .accessToken: return try await accessToken(app)
        case .mfaRequest, .mfaResend, .mfaSubmit: return try await secondFactor(stubbed)
        case .registerChallenge, .registerResend, .registerSubmit: return try await registration(stubbed)
        }
    }

    private func signUp(
        _ app: MSALNativeAuthPublicClientApplication,
        change: (MSALNativeAuthSignUpParameters) -> Void = { _ in }
    ) -> PreparedCall {
        let parameters = MSALNativeAuthSignUpParameters(username: Self.email)
        change(parameters)
        return PreparedCall(parameters) { app.signUp(parameters: $0, delegate: $1) }
    }

    private func signIn(
        _ app: MSALNativeAuthPublicClientApplication,
        change: (MSALNativeAuthSignInParameters) -> Void = { _ in }
    ) -> PreparedCall {
        let parameters = MSALNativeAuthSignInParameters(username: Self.email)
        change(parameters)
        return PreparedCall(parameters) { app.signIn(parameters: $0, delegate: $1) }
    }

    private func resetStart(_ app: MSALNativeAuthPublicClientApplication) -> PreparedCall {
        let parameters = MSALNativeAuthResetPasswordParameters(username: Self.email)
        return PreparedCall(parameters) { app.resetPassword(parameters: $0, delegate: $1) }
    }

    private func accessToken(_ app: MSALNativeAuthPublicClientApplication) async throws -> PreparedCall {
        let code = try await signInCode(app)
        let received = await DelegateCall.from { code.submitCode(code: "12345678", delegate: $0) }
        return PreparedCall(try #require(received.account)) {
            let parameters = MSALNativeAuthGetAccessTokenParameters()
            parameters.forceRefresh = true
            $0.getAccessToken(parameters: parameters, delegate: $1)
        }
    }

    private func signInAfterReset(_ app: MSALNativeAuthPublicClientApplication) async throws -> PreparedCall {
        let password = try await resetPassword(app)
        let received = await DelegateCall.from { password.submitPassword(password: "correct horse", delegate: $0) }
        let state: SignInAfterResetPasswordState = try #require(received.state())
        return PreparedCall(state) {
            $0.signIn(parameters: MSALNativeAuthSignInAfterResetPasswordParameters(), delegate: $1)
        }
    }

    /// Submits the code of a sign-up; the responses to it are queued once the sign-up has started.
    private func afterSignUpCode<State: NSObject>(
        _ app: MSALNativeAuthPublicClientApplication,
        queueResponses: () -> Void = {}
    ) async throws -> State {
        let code = try await signUpCode(app)
        queueResponses()
        let received = await DelegateCall.from { code.submitCode(code: "12345678", delegate: $0) }
        return try #require(received.state())
    }

    private func signUpCode(_ app: MSALNativeAuthPublicClientApplication) async throws -> SignUpCodeRequiredState {
        try #require(await signUp(app).perform().state())
    }

    private func signInCode(_ app: MSALNativeAuthPublicClientApplication) async throws -> SignInCodeRequiredState {
        try #require(await signIn(app).perform().state())
    }

    private func resetCode(_ app: MSALNativeAuthPublicClientApplication) async throws -> ResetPasswordCodeRequiredState
    {
        try #require(await resetStart(app).perform().state())
    }

    private func resetPassword(_ app: MSALNativeAuthPublicClientApplication) async throws -> ResetPasswordRequiredState
    {
        let code = try await resetCode(app)
        let received = await DelegateCall.from { code.submitCode(code: "12345678", delegate: $0) }
        return try #require(received.state())
    }
}

/// The second factor of a sign-in.
extension CallSite {
    private func secondFactor(_ stubbed: StubbedApp) async throws -> PreparedCall {
        let password = try await CallSite.signInPassword.prepare(stubbed)
        stubbed.api.queue(.mfaRequired, at: .signInToken)
        let received = await password.perform()
        let method = try #require(received.authMethods.first)
        let awaiting: AwaitingMFAState = try #require(received.state())
        let request = PreparedCall(awaiting) { $0.requestChallenge(authMethod: method, delegate: $1) }
        if self == .mfaRequest { return request }
        let state: MFARequiredState = try #require(await request.perform().state())
        return PreparedCall(state) { [self] in
            self == .mfaResend
                ? $0.requestChallenge(authMethod: method, delegate: $1)
                : $0.submitChallenge(challenge: "12345678", delegate: $1)
        }
    }

    private func registration(_ stubbed: StubbedApp) async throws -> PreparedCall {
        let password = try await CallSite.signInPassword.prepare(stubbed)
        stubbed.api.queue(.registrationRequired, at: .signInToken)
        let received = await password.perform()
        let method = try #require(received.authMethods.first)
        let awaiting: RegisterStrongAuthState = try #require(received.state())
        let challenge = PreparedCall(awaiting) {
            let parameters = MSALNativeAuthChallengeAuthMethodParameters(
                authMethod: method,
                verificationContact: Self.email
            )
            $0.challengeAuthMethod(parameters: parameters, delegate: $1)
        }
        if self == .registerChallenge { return challenge }
        let state: RegisterStrongAuthVerificationRequiredState = try #require(await challenge.perform().state())
        return PreparedCall(state) { [self] in
            guard self == .registerResend else { return $0.submitChallenge(challenge: "12345678", delegate: $1) }
            let parameters = MSALNativeAuthChallengeAuthMethodParameters(
                authMethod: method,
                verificationContact: "bob@example.com"
            )
            $0.challengeAuthMethod(parameters: parameters, delegate: $1)
        }
    }
}

extension CallSite.PreparedCall {
    /// Creates a call of a state.
    init<State: NSObject & Sendable>(
        _ state: State,
        _ action: @escaping @Sendable (State, any EveryDelegate) -> Void
    ) {
        self.init(state: state) { action(state, $0) }
    }

    /// Creates a call of the application.
    init<Parameters: NSObject>(
        _ parameters: Parameters,
        _ action: @escaping @Sendable (Parameters, any EveryDelegate) -> Void
    ) {
        nonisolated(unsafe) let parameters = parameters
        self.init(state: nil) { action(unsafe parameters, $0) }
    }

    /// Makes the call with a delegate that implements every method.
    func perform() async -> DelegateCall { await DelegateCall.from(action) }

    /// Makes the call with a delegate that implements only the required methods.
    func performWithoutOptionalMethods() async -> DelegateCall { await DelegateCall.withoutOptionalMethods(action) }
}
