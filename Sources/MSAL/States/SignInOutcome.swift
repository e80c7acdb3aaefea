import Foundation
import Gatehouse

/// The outcome of a step of a sign-in.
enum SignInOutcome: Sendable {
    case codeRequired(SignInCodeStep)
    case passwordRequired(SignInPasswordStep)
    case secondFactorRequired(SecondFactorStep)
    case enrolmentRequired(FactorEnrolmentStep)
    case signedIn(AccountSession)
    /// A step without a state in this API.
    case unsupported

    init(_ step: SignInStep) async throws(AuthError) {
        switch step {
        case .codeRequired(let step): self = .codeRequired(step)
        case .passwordRequired(let step): self = .passwordRequired(step)
        case .secondFactorRequired(let step): self = .secondFactorRequired(step)
        case .enrolmentRequired(let step): self = .enrolmentRequired(step)
        case .recoveryCodesIssued: self = .unsupported
        case .signedIn(let session): self = .signedIn(try await AccountSession(session))
        }
    }
}

extension NativeAuthContext {
    /// Notifies a delegate of the outcome of a first factor: a completed sign-in, or a second factor.
    ///
    /// - Parameters:
    ///   - outcome: The outcome.
    ///   - delegate: The delegate.
    ///   - correlationID: The correlation ID of errors.
    ///   - reply: The reply, an error if the delegate lacks the method for the outcome or the outcome is unexpected.
    @MainActor func deliver<Failed: MSALNativeAuthError>(
        _ outcome: SignInOutcome,
        to delegate: any SignInFactorDelegate,
        _ correlationID: UUID,
        reply: DelegateReply<Failed>
    ) {
        switch outcome {
        case .secondFactorRequired(let step):
            let state = AwaitingMFAState(self, step)
            // Tries the method of version 2.5 and later, then that of versions 1.6 to 2.4.
            let isImplemented = OptionalMethod.call("onSignInAwaitingMFA(authMethods:newState:)", of: delegate) {
                delegate.onSignInAwaitingMFA(authMethods: state.authMethods, newState: state)
            }
            guard !isImplemented else { return }
            reply("onSignInAwaitingMFA(newState:)", step.correlationID) {
                delegate.onSignInAwaitingMFA(newState: state)
            }
        case .enrolmentRequired(let step):
            let state = RegisterStrongAuthState(self, step)
            reply("onSignInStrongAuthMethodRegistration(authMethods:newState:)", step.correlationID) {
                delegate.onSignInStrongAuthMethodRegistration(authMethods: state.authMethods, newState: state)
            }
        case .codeRequired, .passwordRequired, .signedIn, .unsupported:
            deliver(last: outcome, to: delegate, correlationID, reply: reply)
        }
    }

    /// Notifies a delegate of the outcome of the last factor, after which the sign-in is complete.
    ///
    /// - Parameters:
    ///   - outcome: The outcome.
    ///   - delegate: The delegate.
    ///   - correlationID: The correlation ID of errors.
    ///   - reply: The reply, an error if the delegate lacks the method or the sign-in is not complete.
    @MainActor func deliver<Failed: MSALNativeAuthError>(
        last outcome: SignInOutcome,
        to delegate: any SignInProgressDelegate,
        _ correlationID: UUID,
        reply: DelegateReply<Failed>
    ) {
        guard case .signedIn(let signedIn) = outcome else {
            return reply.fail(Failed(general: "Unexpected challenge type", correlationID))
        }
        reply("onSignInCompleted(result:)", correlationID) {
            delegate.onSignInCompleted(result: MSALNativeAuthUserAccountResult(self, signedIn))
        }
    }
}
