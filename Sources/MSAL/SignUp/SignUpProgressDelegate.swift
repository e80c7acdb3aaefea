/// What every delegate of a sign-up that has begun can hear; apps name the delegates that inherit from it.
public protocol SignUpProgressDelegate: AnyObject {
    /// The server needs to know more about the person.
    ///
    /// Optional: without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - attributes: What it needs to know, on one page of the app.
    ///   - newState: What can be done next.
    @MainActor func onSignUpAttributesRequired(
        attributes: [MSALNativeAuthRequiredAttribute],
        newState: SignUpAttributesRequiredState
    )

    /// The person has an account now.
    ///
    /// Optional: without it, the error method of this delegate is called instead.
    ///
    /// - Parameter newState: What can be done next: sign the person in.
    @MainActor func onSignUpCompleted(newState: SignInAfterSignUpState)
}

extension SignUpProgressDelegate {
    /// Takes the place of a method that the delegate does not have.
    ///
    /// - Parameters:
    ///   - attributes: What it needs to know, on one page of the app.
    ///   - newState: What can be done next.
    @MainActor public func onSignUpAttributesRequired(
        attributes: [MSALNativeAuthRequiredAttribute],
        newState: SignUpAttributesRequiredState
    ) {
        OptionalMethod.isMissing(in: self)
    }

    /// Takes the place of a method that the delegate does not have.
    ///
    /// - Parameter newState: What can be done next: sign the person in.
    @MainActor public func onSignUpCompleted(newState: SignInAfterSignUpState) {
        OptionalMethod.isMissing(in: self)
    }
}
