/// Hears what came of the attributes: one of its methods is called, once.
public protocol SignUpAttributesRequiredDelegate: SignUpProgressDelegate {
    /// Something other than the attributes is wrong.
    ///
    /// - Parameter error: Why.
    @MainActor func onSignUpAttributesRequiredError(error: AttributesRequiredError)

    /// The server did not accept some of the attributes.
    ///
    /// Optional: without it, the error method of this delegate is called instead.
    ///
    /// - Parameters:
    ///   - attributeNames: Which.
    ///   - newState: What can be done next: send others.
    @MainActor func onSignUpAttributesInvalid(attributeNames: [String], newState: SignUpAttributesRequiredState)
}

extension SignUpAttributesRequiredDelegate {
    /// Takes the place of a method that the delegate does not have.
    ///
    /// - Parameters:
    ///   - attributeNames: Which.
    ///   - newState: What can be done next: send others.
    @MainActor public func onSignUpAttributesInvalid(attributeNames: [String], newState: SignUpAttributesRequiredState)
    {
        OptionalMethod.isMissing(in: self)
    }
}
