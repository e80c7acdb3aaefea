import Gatehouse

/// A sign-up that awaits one page of attributes.
public nonisolated final class MSALNativeAuthAttributesRequiredState: MSALNativeAuthState {
    private let step: SignUpAttributesStep
    /// The required attributes of this page.
    public let attributes: [MSALNativeAuthRequiredAttribute]

    init(_ flow: NativeFlow, _ step: SignUpAttributesStep) {
        self.step = step
        attributes = step.attributes.map(MSALNativeAuthRequiredAttribute.init)
        super.init(flow)
    }

    /// Submits the user's input.
    ///
    /// - Parameters:
    ///   - attributes: The values by attribute name: strings, numbers, Booleans and arrays of strings.
    ///   - delegate: The delegate to notify, called once: with a new state of this class if the server requires further
    ///     attributes.
    public func submitAttributes(_ attributes: [String: Any], delegate: any MSALNativeAuthFlowDelegate) {
        let values = AttributeValues.reading(attributes)
        run(for: delegate) { [step] () throws(AuthError) in FlowStep(try await step.submit(try values.get())) }
    }
}
