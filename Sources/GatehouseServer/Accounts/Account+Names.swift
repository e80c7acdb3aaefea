package import GatehouseStore

extension Account {
    /// The name of that kind that the account is found by.
    package func identifier(_ kind: AccountIdentifier.Kind) -> AccountIdentifier? {
        identifiers.first { $0.kind == kind }
    }

    /// The address of that kind that is yet to be proven.
    package func pending(_ kind: AccountIdentifier.Kind) -> PendingAddress? {
        pending.first { $0.kind == kind }
    }

    /// Whether this name finds the account.
    package func owns(_ name: SignInName) -> Bool {
        identifiers.contains { $0.kind == name.kind && $0.value == name.value }
    }

    /// Whether nobody can sign in to it: it is reached by its tokens alone, until it is given a name and a password.
    package var isPseudo: Bool { identifiers.isEmpty && pending.isEmpty && passwordHash == nil }
}
