package import GatehouseStore
import GatehouseWire

extension Account {
    /// The address the person signs in with, verified or not.
    package var email: AccountIdentifier? { identifiers.first { $0.kind == .email } }

    /// Whether this normalised address finds the account.
    package func owns(email: String) -> Bool {
        identifiers.contains { $0.kind == .email && $0.value == email }
    }

    /// What to call the person, from what they have told of themselves; `nil` when that is nothing.
    package var displayName: String? {
        if let name = attributes[ClaimName.name.rawValue]?.string { return name }
        let parts = [
            attributes[ClaimName.givenName.rawValue]?.string, attributes[ClaimName.familyName.rawValue]?.string,
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    package var isDisabled: Bool { disabledAt != nil }
}
