import Gatehouse

extension MSALNativeAuthRequiredAttribute {
    convenience init(_ attribute: RequiredAttribute) {
        self.init(
            name: attribute.name,
            type: attribute.kind.rawValue,
            required: attribute.isRequired,
            regex: attribute.pattern,
            choices: attribute.choices,
            label: attribute.label
        )
    }
}
