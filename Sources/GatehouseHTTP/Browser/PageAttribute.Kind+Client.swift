import GatehouseStore
import GatehouseWire

extension PageAttribute.Kind {
    /// The field for what a client asks.
    init(_ attribute: ClientAttribute) {
        self =
            switch attribute.kind {
            case .text: attribute.name == ClaimName.phoneNumber.rawValue ? .telephone : .text
            case .email: .email
            case .number: .number
            case .date: .date
            case .boolean: .boolean
            case .choice: .choice(attribute.options.map { PageAttribute.Choice(value: $0, label: $0) })
            }
    }
}
