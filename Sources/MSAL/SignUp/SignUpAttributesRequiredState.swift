import Foundation
import Gatehouse
import GatehouseWire

/// A sign-up that waits for one page of attributes.
public nonisolated final class SignUpAttributesRequiredState: SignUpBaseState {
    let step: SignUpAttributes

    init(_ app: NativeApp, _ step: SignUpAttributes) {
        self.step = step
        super.init(app, step.correlationID)
    }

    /// What this page has to ask for; an addition to Microsoft's API.
    public var attributes: [MSALNativeAuthRequiredAttribute] {
        step.attributes.map(MSALNativeAuthRequiredAttribute.init)
    }
    /// The state as it can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` goes on with it in another process.
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.signUp(step.saved)) }

    /// Sends what the person filled in.
    ///
    /// - Parameters:
    ///   - attributes: The values by the names of the attributes: texts, numbers, truth values and lists of texts.
    ///   - delegate: Hears what came of it, once.
    public func submitAttributes(attributes: [String: Any], delegate: any SignUpAttributesRequiredDelegate) {
        let values = AttributeValues.reading(attributes)
        app.run("SignUpAttributesRequiredState.submitAttributes", for: delegate) { [step] _ throws(AuthError) in
            try await step.submit(try values.get())
        } then: { [self] result, delegate in
            switch result {
            case .success(let step):
                deliver(step, to: delegate, orElse: delegate.onSignUpAttributesRequiredError(error:))
            case .failure(let error) where error.code == .attributesRefused && !error.attributeNames.isEmpty:
                OptionalMethod.call("onSignUpAttributesInvalid(attributeNames:newState:)", of: delegate, correlationID)
                {
                    delegate.onSignUpAttributesInvalid(attributeNames: error.attributeNames, newState: self)
                } orElse: { (error: AttributesRequiredError) in
                    delegate.onSignUpAttributesRequiredError(error: error)
                }
            case .failure(let error):
                delegate.onSignUpAttributesRequiredError(error: AttributesRequiredError(error, correlationID))
            }
        }
    }
}
