public import Foundation
import Gatehouse

/// A sign-up that waits for the code that the person was sent.
public nonisolated final class SignUpCodeRequiredState: SignUpBaseState {
    let step: SignUpCode

    init(_ app: NativeApp, _ step: SignUpCode) {
        self.step = step
        super.init(app, step.correlationID)
    }

    /// Where the code went, with most of its letters hidden; an addition to Microsoft's API, as are the next properties.
    public var sentTo: String { step.delivery.sentTo }
    /// What kind of address that is.
    public var channelTargetType: MSALNativeAuthChannelType { step.delivery.channelTargetType }
    /// How many digits the code has.
    public var codeLength: Int { step.delivery.codeLength }
    /// How many seconds after the code was sent another one can be; `nil` when the server does not say.
    public var resendInterval: TimeInterval? { step.delivery.resendInterval }
    /// When another code can be sent, by the clock of this device; `nil` when the server does not say.
    public var resendDate: Date? { step.delivery.resendAt }
    /// The state as it can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` goes on with it in another process.
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.signUp(step.saved)) }

    /// Sends the code that the person typed in.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - delegate: Hears what came of it, once.
    public func submitCode(code: String, delegate: any SignUpVerifyCodeDelegate) {
        app.run("SignUpCodeRequiredState.submitCode", for: delegate) { [step] _ throws(AuthError) in
            try await step.submit(code)
        } then: { [self] result, delegate in
            switch result {
            case .success(.passwordRequired(let step)):
                OptionalMethod.call("onSignUpPasswordRequired(newState:)", of: delegate, correlationID) {
                    delegate.onSignUpPasswordRequired(newState: SignUpPasswordRequiredState(app, step))
                } orElse: { (error: VerifyCodeError) in
                    delegate.onSignUpVerifyCodeError(error: error, newState: nil)
                }
            case .success(.attributesRequired(let step)):
                askForAttributes(step, delegate)
            case .success(let step):
                deliver(step, to: delegate) { (error: VerifyCodeError) in
                    delegate.onSignUpVerifyCodeError(error: error, newState: nil)
                }
            case .failure(let error):
                let error = VerifyCodeError(error, correlationID)
                let isUsable = error.isInvalidCode || error.failure.isTransient
                delegate.onSignUpVerifyCodeError(error: error, newState: isUsable ? self : nil)
            }
        }
    }

    /// Has another code sent; the one before is worth nothing any more.
    ///
    /// - Parameter delegate: Hears whether one was, once.
    public func resendCode(delegate: any SignUpResendCodeDelegate) {
        app.run("SignUpCodeRequiredState.resendCode", for: delegate) { [step] _ throws(AuthError) in
            try await step.resend()
        } then: { [self] result, delegate in
            switch result {
            case .success(let step):
                let state = SignUpCodeRequiredState(app, step)
                OptionalMethod.call(
                    "onSignUpResendCodeCodeRequired(newState:sentTo:channelTargetType:codeLength:)",
                    of: delegate,
                    correlationID
                ) {
                    delegate.onSignUpResendCodeCodeRequired(
                        newState: state,
                        sentTo: state.sentTo,
                        channelTargetType: state.channelTargetType,
                        codeLength: state.codeLength
                    )
                } orElse: { (error: ResendCodeError) in
                    delegate.onSignUpResendCodeError(error: error, newState: nil)
                }
            case .failure(let error):
                let error = ResendCodeError(error, correlationID)
                delegate.onSignUpResendCodeError(error: error, newState: error.keepsSignUp ? self : nil)
            }
        }
    }

    /// Both spellings of the method are tried, Microsoft's own and that of its tutorial.
    @MainActor private func askForAttributes(_ step: SignUpAttributes, _ delegate: any SignUpVerifyCodeDelegate) {
        let state = SignUpAttributesRequiredState(app, step)
        let hasOwn = OptionalMethod.call("onSignUpAttributesRequired(attributes:newState:)", of: delegate) {
            delegate.onSignUpAttributesRequired(attributes: state.attributes, newState: state)
        }
        guard !hasOwn else { return }
        OptionalMethod.call("onSignUpAttributesRequired(newState:)", of: delegate, correlationID) {
            delegate.onSignUpAttributesRequired(newState: state)
        } orElse: { (error: VerifyCodeError) in
            delegate.onSignUpVerifyCodeError(error: error, newState: nil)
        }
    }
}
