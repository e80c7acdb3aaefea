import Foundation
import GatehouseTesting
import MSAL
import Testing

/// A call that an app can make, with all that has to happen before.
enum Place: String, Sendable, CaseIterable {
    case signUpStart, signUpWithAttributes, signUpResend, signUpCode, signUpPassword, signUpAttributes
    case signInAfterSignUp, signInAfterSignUpWithoutToken
    case signInStart, signInWithPassword, signInWithSparePassword, signInResend, signInCode, signInPassword
    case resetStart, resetResend, resetCode, resetPassword
    case signInAfterReset, signInAfterResetWithoutToken
    case accessToken

    /// A call that is about to be made.
    struct Stage: Sendable {
        /// The state whose method it is, if it is one's.
        var state: (any NSObject & Sendable)?
        var act: @Sendable (any EveryDelegate) -> Void
    }

    static let email = "ada@example.com"

    /// Goes there, with answers that let it.
    func reach(_ canned: Canned) async throws -> Stage {
        let (app, api) = (canned.app, canned.api)
        switch self {
        case .signUpStart:
            let parameters = MSALNativeAuthSignUpParameters(username: Self.email)
            parameters.password = "correct horse"
            return Stage(parameters) { app.signUp(parameters: $0, delegate: $1) }
        case .signUpWithAttributes:
            let parameters = MSALNativeAuthSignUpParameters(username: Self.email)
            parameters.attributes = ["city": "Redmond"]
            return Stage(parameters) { app.signUp(parameters: $0, delegate: $1) }
        case .signUpResend:
            return Stage(try await signUpCode(app)) { $0.resendCode(delegate: $1) }
        case .signUpCode:
            return Stage(try await signUpCode(app)) { $0.submitCode(code: "12345678", delegate: $1) }
        case .signUpPassword:
            let code = try await signUpCode(app)
            api.queue(.credentialRequired, at: .signUpContinue)
            api.queue(.passwordWanted, at: .signUpChallenge)
            let heard = await Heard.of { code.submitCode(code: "12345678", delegate: $0) }
            let state: SignUpPasswordRequiredState = try #require(heard.state())
            return Stage(state) { $0.submitPassword(password: "correct horse", delegate: $1) }
        case .signUpAttributes:
            let code = try await signUpCode(app)
            api.queue(.attributesRequired("city"), at: .signUpContinue)
            let heard = await Heard.of { code.submitCode(code: "12345678", delegate: $0) }
            let state: SignUpAttributesRequiredState = try #require(heard.state())
            return Stage(state) { $0.submitAttributes(attributes: ["city": "Redmond"], delegate: $1) }
        case .signInAfterSignUp:
            let code = try await signUpCode(app)
            let heard = await Heard.of { code.submitCode(code: "12345678", delegate: $0) }
            let state: SignInAfterSignUpState = try #require(heard.state())
            return Stage(state) { $0.signIn(parameters: MSALNativeAuthSignInAfterSignUpParameters(), delegate: $1) }
        case .signInAfterSignUpWithoutToken:
            api.queue(.signedUpWithoutToken, at: .signUpContinue)
            return try await Place.signInAfterSignUp.reach(canned)
        case .signInStart:
            let parameters = MSALNativeAuthSignInParameters(username: Self.email)
            return Stage(parameters) { app.signIn(parameters: $0, delegate: $1) }
        case .signInWithPassword:
            api.queue(.passwordWanted, at: .signInChallenge)
            return try await Place.signInWithSparePassword.reach(canned)
        case .signInWithSparePassword:
            let parameters = MSALNativeAuthSignInParameters(username: Self.email)
            parameters.password = "correct horse"
            return Stage(parameters) { app.signIn(parameters: $0, delegate: $1) }
        case .signInResend:
            return Stage(try await signInCode(app)) { $0.resendCode(delegate: $1) }
        case .signInCode:
            return Stage(try await signInCode(app)) { $0.submitCode(code: "12345678", delegate: $1) }
        case .signInPassword:
            api.queue(.passwordWanted, at: .signInChallenge)
            let parameters = MSALNativeAuthSignInParameters(username: Self.email)
            let heard = await Stage(parameters) { app.signIn(parameters: $0, delegate: $1) }.heard()
            let state: SignInPasswordRequiredState = try #require(heard.state())
            return Stage(state) { $0.submitPassword(password: "correct horse", delegate: $1) }
        case .resetStart:
            let parameters = MSALNativeAuthResetPasswordParameters(username: Self.email)
            return Stage(parameters) { app.resetPassword(parameters: $0, delegate: $1) }
        case .resetResend:
            return Stage(try await resetCode(app)) { $0.resendCode(delegate: $1) }
        case .resetCode:
            return Stage(try await resetCode(app)) { $0.submitCode(code: "12345678", delegate: $1) }
        case .resetPassword:
            return Stage(try await resetPassword(app)) { $0.submitPassword(password: "correct horse", delegate: $1) }
        case .signInAfterReset:
            let password = try await resetPassword(app)
            let heard = await Heard.of { password.submitPassword(password: "correct horse", delegate: $0) }
            let state: SignInAfterResetPasswordState = try #require(heard.state())
            return Stage(state) {
                $0.signIn(parameters: MSALNativeAuthSignInAfterResetPasswordParameters(), delegate: $1)
            }
        case .signInAfterResetWithoutToken:
            api.queue(.pollSucceededWithoutToken, at: .resetPoll)
            return try await Place.signInAfterReset.reach(canned)
        case .accessToken:
            let code = try await signInCode(app)
            let heard = await Heard.of { code.submitCode(code: "12345678", delegate: $0) }
            let account = try #require(heard.account)
            return Stage(account) {
                let parameters = MSALNativeAuthGetAccessTokenParameters()
                parameters.forceRefresh = true
                $0.getAccessToken(parameters: parameters, delegate: $1)
            }
        }
    }

    private func signUpCode(_ app: MSALNativeAuthPublicClientApplication) async throws -> SignUpCodeRequiredState {
        let parameters = MSALNativeAuthSignUpParameters(username: Self.email)
        let heard = await Stage(parameters) { app.signUp(parameters: $0, delegate: $1) }.heard()
        return try #require(heard.state())
    }

    private func signInCode(_ app: MSALNativeAuthPublicClientApplication) async throws -> SignInCodeRequiredState {
        let parameters = MSALNativeAuthSignInParameters(username: Self.email)
        let heard = await Stage(parameters) { app.signIn(parameters: $0, delegate: $1) }.heard()
        return try #require(heard.state())
    }

    private func resetCode(_ app: MSALNativeAuthPublicClientApplication) async throws -> ResetPasswordCodeRequiredState
    {
        let parameters = MSALNativeAuthResetPasswordParameters(username: Self.email)
        let heard = await Stage(parameters) { app.resetPassword(parameters: $0, delegate: $1) }.heard()
        return try #require(heard.state())
    }

    private func resetPassword(_ app: MSALNativeAuthPublicClientApplication) async throws -> ResetPasswordRequiredState
    {
        let code = try await resetCode(app)
        let heard = await Heard.of { code.submitCode(code: "12345678", delegate: $0) }
        return try #require(heard.state())
    }
}

extension Place.Stage {
    /// A call of a state.
    init<State: NSObject & Sendable>(
        _ state: State,
        _ act: @escaping @Sendable (State, any EveryDelegate) -> Void
    ) {
        self.init(state: state) { act(state, $0) }
    }

    /// A call of the application.
    init<Parameters: NSObject>(
        _ parameters: Parameters,
        _ act: @escaping @Sendable (Parameters, any EveryDelegate) -> Void
    ) {
        nonisolated(unsafe) let parameters = parameters
        self.init(state: nil) { act(unsafe parameters, $0) }
    }

    /// What a delegate with every method hears of it.
    func heard() async -> Heard { await Heard.of(act) }

    /// What a delegate without optional methods hears of it.
    func heardWithoutOptionalMethods() async -> Heard { await Heard.withoutOptionalMethods(act) }
}
