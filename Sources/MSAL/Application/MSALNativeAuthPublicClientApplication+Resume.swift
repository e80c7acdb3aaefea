import Foundation
import Gatehouse

extension MSALNativeAuthPublicClientApplication {
    /// Goes on with a flow from a state that was stored, perhaps by another process; an addition to Microsoft's API.
    ///
    /// Nothing is sent: whether the flow has run out meanwhile shows with the next step.
    ///
    /// ```swift
    /// // In a delegate:
    /// try JSONEncoder().encode(newState.saved).write(to: file, options: .completeFileProtection)
    /// // After the next launch:
    /// let saved = try JSONDecoder().decode(MSALNativeAuthSavedState.self, from: Data(contentsOf: file))
    /// if case .signUpCodeRequired(let state) = try nativeAuth.resume(saved) { askForCode(state) }
    /// ```
    ///
    /// - Parameter saved: What the state's `saved` was, in an application of the same configuration.
    /// - Returns: The state.
    /// - Throws: `NSError` of the domain ``MSALErrorDomain`` when it cannot be gone on with.
    public func resume(_ saved: MSALNativeAuthSavedState) throws -> MSALNativeAuthResumedState {
        do throws(AuthError) {
            return switch saved.flow {
            case .signUp(let saved): resumed(try app.gatehouse.resume(saved))
            case .signIn(let saved):
                try app.gatehouse.resume(saved) {
                    .signInCodeRequired(SignInCodeRequiredState(app, $0))
                } password: {
                    .signInPasswordRequired(SignInPasswordRequiredState(app, $0))
                }
            case .resetPassword(let saved): resumed(try app.gatehouse.resume(saved))
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

    private func resumed(_ step: PasswordResetStep) -> MSALNativeAuthResumedState {
        switch step {
        case .codeRequired(let step): .resetPasswordCodeRequired(ResetPasswordCodeRequiredState(app, step))
        case .passwordRequired(let step): .resetPasswordRequired(ResetPasswordRequiredState(app, step))
        case .completed(let step): .resetPasswordCompleted(SignInAfterResetPasswordState(app, step))
        }
    }
}
