import Foundation
import Gatehouse

/// A restored state of a flow.
public enum MSALNativeAuthResumedState: Sendable {
    /// A sign-up that awaits its code.
    case signUpCodeRequired(SignUpCodeRequiredState)
    /// A sign-up that awaits a password.
    case signUpPasswordRequired(SignUpPasswordRequiredState)
    /// A sign-up that awaits attributes.
    case signUpAttributesRequired(SignUpAttributesRequiredState)
    /// A completed sign-up, after which the user can be signed in.
    case signUpCompleted(SignInAfterSignUpState)
    /// A sign-in that awaits its code.
    case signInCodeRequired(SignInCodeRequiredState)
    /// A sign-in that awaits the password.
    case signInPasswordRequired(SignInPasswordRequiredState)
    /// A sign-in that awaits the choice of a second factor.
    case awaitingMFA(AwaitingMFAState)
    /// A sign-in that awaits the code of a second factor.
    case mfaRequired(MFARequiredState)
    /// A sign-in that awaits the registration of a second factor.
    case strongAuthMethodRegistration(RegisterStrongAuthState)
    /// A sign-in that awaits the code of a second factor to register.
    case strongAuthVerificationRequired(RegisterStrongAuthVerificationRequiredState)
    /// A password reset that awaits its code.
    case resetPasswordCodeRequired(ResetPasswordCodeRequiredState)
    /// A password reset that awaits the new password.
    case resetPasswordRequired(ResetPasswordRequiredState)
    /// A completed password reset, after which the user can be signed in.
    case resetPasswordCompleted(SignInAfterResetPasswordState)
}

extension MSALNativeAuthPublicClientApplication {
    /// Restores a flow from a saved state, for example in another process.
    ///
    /// An addition to Microsoft's API.
    ///
    /// No request is sent: the next step reveals whether the flow has expired.
    ///
    /// ```swift
    /// // In a delegate:
    /// try JSONEncoder().encode(newState.saved).write(to: file, options: .completeFileProtection)
    /// // After the next launch:
    /// let saved = try JSONDecoder().decode(MSALNativeAuthSavedState.self, from: Data(contentsOf: file))
    /// if case .signUpCodeRequired(let state) = try nativeAuth.resume(saved) { askForCode(state) }
    /// ```
    ///
    /// - Parameter saved: The `saved` value of a state, from an application with the same configuration.
    /// - Returns: The restored state.
    /// - Throws: An `NSError` of the domain ``MSALErrorDomain`` if the flow cannot be restored.
    public func resume(_ saved: MSALNativeAuthSavedState) throws -> MSALNativeAuthResumedState {
        do throws(AuthError) {
            return switch saved.flow {
            case .signUp(let saved): resumed(try app.gatehouse.native.resume(saved))
            case .signIn(let saved): resumed(try app.gatehouse.native.resume(saved))
            case .resetPassword(let saved): resumed(try app.gatehouse.native.resume(saved))
            }
        } catch {
            throw NSError(error)
        }
    }

    private func resumed(_ step: SignUpStep) -> MSALNativeAuthResumedState {
        switch step {
        case .codeRequired(let step): .signUpCodeRequired(SignUpCodeRequiredState(app, step))
        case .passwordRequired(let step): .signUpPasswordRequired(SignUpPasswordRequiredState(app, step))
        case .attributesRequired(let step): .signUpAttributesRequired(SignUpAttributesRequiredState(app, step))
        case .completed(let step): .signUpCompleted(SignInAfterSignUpState(app, step))
        }
    }

    private func resumed(_ step: ResumedSignIn) -> MSALNativeAuthResumedState {
        switch step {
        case .codeRequired(let step): .signInCodeRequired(SignInCodeRequiredState(app, step))
        case .passwordRequired(let step): .signInPasswordRequired(SignInPasswordRequiredState(app, step))
        case .secondFactorRequired(let step): .awaitingMFA(AwaitingMFAState(app, step))
        case .secondFactorChallenged(let step): .mfaRequired(MFARequiredState(app, step))
        case .enrolmentRequired(let step): .strongAuthMethodRegistration(RegisterStrongAuthState(app, step))
        case .enrolmentChallenged(let step):
            .strongAuthVerificationRequired(RegisterStrongAuthVerificationRequiredState(app, step))
        }
    }

    private func resumed(_ step: PasswordResetStep) -> MSALNativeAuthResumedState {
        switch step {
        case .codeRequired(let step): .resetPasswordCodeRequired(ResetPasswordCodeRequiredState(app, step))
        case .passwordRequired(let step): .resetPasswordRequired(ResetPasswordRequiredState(app, step))
        case .completed(let step): .resetPasswordCompleted(SignInAfterResetPasswordState(app, step))
        }
    }
}
