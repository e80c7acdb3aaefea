public import Foundation
import Gatehouse

/// A password reset that waits for the code that the person was sent.
public nonisolated final class ResetPasswordCodeRequiredState: ResetPasswordBaseState {
    let step: ResetCode

    init(_ app: NativeApp, _ step: ResetCode) {
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
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.resetPassword(step.saved)) }

    /// Sends the code that the person typed in.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - delegate: Hears what came of it, once.
    public func submitCode(code: String, delegate: any ResetPasswordVerifyCodeDelegate) {
        app.run("ResetPasswordCodeRequiredState.submitCode", for: delegate) { [step] _ throws(AuthError) in
            try await step.submit(code)
        } then: { [self] result, delegate in
            switch result {
            case .success(let step):
                OptionalMethod.call("onPasswordRequired(newState:)", of: delegate, correlationID) {
                    delegate.onPasswordRequired(newState: ResetPasswordRequiredState(app, step))
                } orElse: { (error: VerifyCodeError) in
                    delegate.onResetPasswordVerifyCodeError(error: error, newState: nil)
                }
            case .failure(let error):
                let error = VerifyCodeError(error, correlationID)
                let isUsable = error.isInvalidCode || error.failure.isTransient
                delegate.onResetPasswordVerifyCodeError(error: error, newState: isUsable ? self : nil)
            }
        }
    }

    /// Has another code sent; the one before is worth nothing any more.
    ///
    /// - Parameter delegate: Hears whether one was, once.
    public func resendCode(delegate: any ResetPasswordResendCodeDelegate) {
        app.run("ResetPasswordCodeRequiredState.resendCode", for: delegate) { [step] _ throws(AuthError) in
            try await step.resend()
        } then: { [self] result, delegate in
            switch result {
            case .success(let step):
                let state = ResetPasswordCodeRequiredState(app, step)
                OptionalMethod.call(
                    "onResetPasswordResendCodeRequired(newState:sentTo:channelTargetType:codeLength:)",
                    of: delegate,
                    correlationID
                ) {
                    delegate.onResetPasswordResendCodeRequired(
                        newState: state,
                        sentTo: state.sentTo,
                        channelTargetType: state.channelTargetType,
                        codeLength: state.codeLength
                    )
                } orElse: { (error: ResendCodeError) in
                    delegate.onResetPasswordResendCodeError(error: error, newState: nil)
                }
            case .failure(let error):
                delegate.onResetPasswordResendCodeError(error: ResendCodeError(error, correlationID), newState: nil)
            }
        }
    }
}
