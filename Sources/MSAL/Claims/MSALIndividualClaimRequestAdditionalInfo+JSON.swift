import Foundation
import GatehouseWire

extension MSALIndividualClaimRequestAdditionalInfo {
    private enum Member: String {
        case essential, value, values
    }

    convenience init(members: [String: JSONValue]) {
        self.init(
            essential: members[Member.essential.rawValue]?.bool.map(NSNumber.init(value:)),
            value: members[Member.value.rawValue]?.untyped,
            values: members[Member.values.rawValue]?.array?.map(\.untyped)
        )
    }

    /// What is sent; `null` for nothing in particular.
    var json: JSONValue {
        get throws(WireError) {
            var members: [String: JSONValue] = [:]
            if let essential { members[Member.essential.rawValue] = .bool(essential.boolValue) }
            if let value { members[Member.value.rawValue] = try JSONValue(untyped: value) }
            if let values { members[Member.values.rawValue] = try JSONValue(untyped: values) }
            return members.isEmpty ? .null : .object(members)
        }
    }
}
