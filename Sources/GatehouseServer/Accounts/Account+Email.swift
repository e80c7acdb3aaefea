package import GatehouseStore

extension Account {
    /// The address the person signs in with, verified or not.
    package var email: AccountIdentifier? { identifiers.first { $0.kind == .email } }

    /// Whether this normalised address finds the account.
    package func owns(email: String) -> Bool {
        identifiers.contains { $0.kind == .email && $0.value == email }
    }

    package var isDisabled: Bool { disabledAt != nil }
}
