public import Foundation
import Gatehouse

/// A sign-in that waits for the code that the person was sent.
public nonisolated final class SignInCodeRequiredState: SignInBaseState {
    let step: SignInCode

    init(_ app: NativeApp, _ step: SignInCode) {
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
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.signIn(step.saved)) }

    /// Sends the code that the person typed in.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - delegate: Hears what came of it, once.
    public func submitCode(code: String, delegate: any SignInVerifyCodeDelegate) {
        app.run("SignInCodeRequiredState.submitCode", for: delegate) { [step] _ throws(AuthError) in
            try await SignedIn(step.submit(code))
        } then: { [self] result, delegate in
            switch result {
            case .success(let signedIn):
                app.deliver(signedIn, to: delegate, correlationID) { (error: VerifyCodeError) in
                    delegate.onSignInVerifyCodeError(error: error, newState: nil)
                }
            case .failure(let error):
                let error = VerifyCodeError(error, correlationID)
                delegate.onSignInVerifyCodeError(error: error, newState: error.isMFARequired ? nil : self)
            }
        }
    }

    /// Has another code sent; the one before is worth nothing any more.
    ///
    /// - Parameter delegate: Hears whether one was, once.
    public func resendCode(delegate: any SignInResendCodeDelegate) {
        app.run("SignInCodeRequiredState.resendCode", for: delegate) { [step] _ throws(AuthError) in
            try await step.resend()
        } then: { [self] result, delegate in
            switch result {
            case .success(let step):
                let state = SignInCodeRequiredState(app, step)
                OptionalMethod.call(
                    "onSignInResendCodeCodeRequired(newState:sentTo:channelTargetType:codeLength:)",
                    of: delegate,
                    correlationID
                ) {
                    delegate.onSignInResendCodeCodeRequired(
                        newState: state,
                        sentTo: state.sentTo,
                        channelTargetType: state.channelTargetType,
                        codeLength: state.codeLength
                    )
                } orElse: { (error: ResendCodeError) in
                    delegate.onSignInResendCodeError(error: error, newState: nil)
                }
            case .failure(let error):
                let isUnexpected = error.code == .unexpectedChallenge
                delegate.onSignInResendCodeError(
                    error: ResendCodeError(error, correlationID),
                    newState: isUnexpected ? nil : self
                )
            }
        }
    }
}
