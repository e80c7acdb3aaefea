#if canImport(ObjectiveC)
import Foundation

/// A Swift delegate that calls a delegate of Objective-C.
///
/// Swift has no optional requirements outside Objective-C. If the object lacks an optional method, the adapter reports
/// the method as missing, as the default bodies of the Swift protocols do. A call of a flow retains the adapter, which
/// retains the object, until the object is notified.
class DelegateAdapter<Target> {
    let target: Target

    init(_ target: Target) {
        self.target = target
    }

    /// The delegate, for methods that several protocols declare alike: the runtime finds them by their selectors.
    var object: AnyObject { target as AnyObject }
}

/// An adapter of a delegate of a started sign-up.
class SignUpProgressAdapter<Target>: DelegateAdapter<Target>, SignUpProgressDelegate {
    func onSignUpAttributesRequired(
        attributes: [MSALNativeAuthRequiredAttribute],
        newState: SignUpAttributesRequiredState
    ) {
        object.onSignUpAttributesRequired?(attributes: attributes, newState: newState)
            ?? OptionalMethod.isMissing(in: self)
    }

    func onSignUpCompleted(newState: SignInAfterSignUpState) {
        object.onSignUpCompleted?(newState: newState) ?? OptionalMethod.isMissing(in: self)
    }
}

/// An adapter of a delegate of a sign-in.
class SignInProgressAdapter<Target>: DelegateAdapter<Target>, SignInProgressDelegate {
    func onSignInCompleted(result: MSALNativeAuthUserAccountResult) {
        object.onSignInCompleted?(result: result) ?? OptionalMethod.isMissing(in: self)
    }
}

/// An adapter of a delegate of a sign-in that may require a second factor.
class SignInFactorAdapter<Target>: SignInProgressAdapter<Target>, SignInFactorDelegate {
    func onSignInAwaitingMFA(authMethods: [MSALAuthMethod], newState: AwaitingMFAState) {
        object.onSignInAwaitingMFA?(authMethods: authMethods, newState: newState) ?? OptionalMethod.isMissing(in: self)
    }

    func onSignInAwaitingMFA(newState: AwaitingMFAState) {
        object.onSignInAwaitingMFA?(newState: newState) ?? OptionalMethod.isMissing(in: self)
    }

    func onSignInStrongAuthMethodRegistration(authMethods: [MSALAuthMethod], newState: RegisterStrongAuthState) {
        object.onSignInStrongAuthMethodRegistration?(authMethods: authMethods, newState: newState)
            ?? OptionalMethod.isMissing(in: self)
    }
}
#endif
