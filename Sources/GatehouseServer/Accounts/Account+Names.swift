import Foundation
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

    /// Whether an address of that kind is proven by a link as well as by a code: whoever opens one has to know the account's password.
    package func provesByLink(_ kind: AccountIdentifier.Kind) -> Bool { kind == .email && passwordHash != nil }

    /// Gives the account a name in the place of the one of its kind; no address of that kind waits any longer.
    mutating func take(_ name: AccountIdentifier) {
        if let index = identifiers.firstIndex(where: { $0.kind == name.kind }) {
            identifiers[index] = name
        } else {
            identifiers.append(name)
        }
        pending.removeAll { $0.kind == name.kind }
    }

    /// Has an address wait for its proof, in the place of any that waited before.
    mutating func claim(_ address: SignInName, at now: Date) {
        pending.removeAll { $0.kind == address.kind }
        pending.append(PendingAddress(kind: address.kind, value: address.value, since: now))
    }

    /// Whether nobody can sign in to it: it is reached by its tokens alone, until it is given a name and a password.
    package var isPseudo: Bool { identifiers.isEmpty && passwordHash == nil }
}
