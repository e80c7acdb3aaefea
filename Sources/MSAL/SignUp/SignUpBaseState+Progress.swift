import Foundation
import Gatehouse

extension SignUpBaseState {
    /// Tells a delegate how a sign-up that has begun goes on.
    ///
    /// - Parameters:
    ///   - step: How.
    ///   - delegate: Whom to tell.
    ///   - report: Calls the delegate's error method, where it has no other, and for what cannot be.
    func deliver<Failed: MSALNativeAuthError>(
        _ step: SignUpStep,
        to delegate: any SignUpProgressDelegate,
        orElse report: (Failed) -> Void
    ) {
        switch step {
        case .attributesRequired(let step):
            let state = SignUpAttributesRequiredState(app, step)
            OptionalMethod.call("onSignUpAttributesRequired(attributes:newState:)", of: delegate, correlationID) {
                delegate.onSignUpAttributesRequired(attributes: state.attributes, newState: state)
            } orElse: { (error: Failed) in
                report(error)
            }
        case .completed(let step):
            OptionalMethod.call("onSignUpCompleted(newState:)", of: delegate, correlationID) {
                delegate.onSignUpCompleted(newState: SignInAfterSignUpState(app, step))
            } orElse: { (error: Failed) in
                report(error)
            }
        case .codeRequired, .passwordRequired:
            report(Failed(general: "Unexpected challenge type", correlationID))
        }
    }
}
