/// What every delegate of a sign-in can hear; apps name the delegates that inherit from it.
public protocol SignInProgressDelegate: AnyObject {
    /// The person is signed in.
    ///
    /// Optional: without it, the error method of this delegate is called instead.
    ///
    /// - Parameter result: The account and its tokens.
    @MainActor func onSignInCompleted(result: MSALNativeAuthUserAccountResult)
}

extension SignInProgressDelegate {
    /// Takes the place of a method that the delegate does not have.
    ///
    /// - Parameter result: The account and its tokens.
    @MainActor public func onSignInCompleted(result: MSALNativeAuthUserAccountResult) {
        OptionalMethod.isMissing(in: self)
    }
}
