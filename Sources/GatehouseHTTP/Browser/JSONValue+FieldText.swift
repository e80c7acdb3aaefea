import GatehouseWire

extension JSONValue {
    /// The value as a field of a form holds it; empty for what no field can hold.
    var fieldText: String {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .double(let number): String(number)
        case .bool(let value): String(value)
        case .object, .array, .null: ""
        }
    }
}
