import MSAL

// Verbatim snippets of Microsoft's tutorial (`msal-native-auth-sign-up.txt`), except for `keep(newState)`, which the
// tutorial leaves to the reader. They are a separate screen because `PagesSample` also declares `onSignUpCompleted`.

private typealias ViewController = RequiredAttributesSample

/// The page for one page of required attributes.
final class RequiredAttributesSample: TutorialScreen {
    func submitAttributesPressed() {
        guard let newState = state as? SignUpAttributesRequiredState else { return }
        // swift-format-ignore
        let attributes = [
            "country": "United States",
            "city": "Redmond"
        ]

        newState.submitAttributes(attributes: attributes, delegate: self)
    }

    func submitAttributesPressed(_ attributes: [String: Any]) {
        guard let newState = state as? SignUpAttributesRequiredState else { return }
        newState.submitAttributes(attributes: attributes, delegate: self)
    }
}

// swift-format-ignore
extension ViewController: SignUpAttributesRequiredDelegate {
    func onSignUpAttributesRequiredError(error: AttributesRequiredError) {
        resultTextView.text = "Error submitting attributes: \(error.errorDescription ?? "no description")"
    }

    func onSignUpAttributesRequired(attributes: [MSALNativeAuthRequiredAttribute], newState: SignUpAttributesRequiredState) {
        keep(newState)
        resultTextView.text = "Attributes required"
    }

    func onSignUpAttributesInvalid(attributeNames: [String], newState: SignUpAttributesRequiredState) {
        keep(newState)
        resultTextView.text = "Attributes invalid"
    }

    func onSignUpCompleted(newState: SignInAfterSignUpState) {
        keep(newState)
        resultTextView.text = "Signed up successfully!"
    }
}
