package import Foundation
package import GatehouseStore
import GatehouseWire

extension Account {
    /// Returns the account's identifier of a kind.
    package func identifier(_ kind: AccountIdentifier.Kind) -> AccountIdentifier? {
        identifiers.first { $0.kind == kind }
    }

    /// Returns the account's unverified address of a kind.
    package func pending(_ kind: AccountIdentifier.Kind) -> PendingAddress? {
        pending.first { $0.kind == kind }
    }

    /// Returns whether the account has a login identifier.
    package func hasIdentifier(_ name: LoginIdentifier) -> Bool {
        identifiers.contains { $0.kind == name.kind && $0.value == name.value }
    }

    /// Returns whether an address of this kind can be verified by a link as well as by a code.
    ///
    /// Following the link requires the account's password.
    package func allowsLinkVerification(_ kind: AccountIdentifier.Kind) -> Bool {
        kind == .email && passwordHash != nil
    }

    /// Sets an identifier, replacing the first one of its kind and removing a pending address of that kind.
    mutating func setIdentifier(_ name: AccountIdentifier) {
        if let index = identifiers.firstIndex(where: { $0.kind == name.kind }) {
            identifiers[index] = name
        } else {
            identifiers.append(name)
        }
        pending.removeAll { $0.kind == name.kind }
    }

    /// Sets a pending address, replacing the previous one of its kind.
    mutating func setPending(_ address: LoginIdentifier, isAdditional: Bool = false, at now: Date) {
        pending.removeAll { $0.kind == address.kind }
        pending.append(
            PendingAddress(kind: address.kind, value: address.value, since: now, isAdditional: isAdditional)
        )
    }

    /// Adds a verified address after those of its kind, or verifies it; it is no longer pending.
    ///
    /// An address that is verified already keeps its time: it is as old as before.
    mutating func addIdentifier(_ name: AccountIdentifier) {
        let address = LoginIdentifier(name)
        if let index = identifiers.firstIndex(where: { LoginIdentifier($0) == address }) {
            if identifiers[index].verifiedAt == nil { identifiers[index] = name }
        } else {
            identifiers.append(name)
        }
        pending.removeAll { LoginIdentifier($0) == address }
    }

    /// Moves an address before all others of its kind.
    mutating func makePrimary(_ name: LoginIdentifier) {
        guard let index = identifiers.firstIndex(where: { $0.kind == name.kind && $0.value == name.value }),
            let first = identifiers.firstIndex(where: { $0.kind == name.kind })
        else { return }
        let identifier = identifiers[index]
        var next = identifiers
        next.remove(at: index)
        next.insert(identifier, at: first)
        identifiers = next
    }

    /// Returns whether the user can sign in, with or without the password.
    package func canSignIn(withPassword: Bool) -> Bool {
        if identifiers.contains(where: { $0.kind == .email && $0.verifiedAt != nil }) { return true }
        return withPassword && passwordHash != nil && !identifiers.isEmpty
    }

    /// Whether the user can sign in on the hosted pages, which accept valid email addresses only.
    var canSignInOnPages: Bool {
        identifiers.contains {
            $0.kind == .email && $0.verifiedAt != nil && EmailAddress($0.value)?.normalized == $0.value
        }
    }

    /// Returns the change that ends the trust in browsers if the account loses a verified address: a code sent to it
    /// may have been the second factor that trusted them.
    ///
    /// - Parameter next: The account after the change.
    /// - Returns: The change; empty if all verified addresses remain.
    func changesEndingTrust(becoming next: Account) -> [Change] {
        let isAddressLost = identifiers.contains { address in
            address.kind != .username && address.verifiedAt != nil && !next.hasIdentifier(LoginIdentifier(address))
        }
        return isAddressLost ? [.account(.distrustBrowsers(id))] : []
    }

    /// Whether the account has neither identifiers nor a password: it is reached only with its tokens.
    package var hasNoCredentials: Bool { identifiers.isEmpty && passwordHash == nil }
}

extension Account {
    /// The email address that the user signs in with, verified or not.
    package var email: AccountIdentifier? { identifiers.first { $0.kind == .email } }

    /// Returns whether the account has a normalized email address.
    package func hasIdentifier(email: String) -> Bool {
        identifiers.contains { $0.kind == .email && $0.value == email }
    }

    /// The user's display name from the profile attributes, or `nil`.
    package var displayName: String? {
        if let name = attributes[ClaimName.name.rawValue]?.string { return name }
        let parts = [
            attributes[ClaimName.givenName.rawValue]?.string, attributes[ClaimName.familyName.rawValue]?.string,
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// The language of the user, if the account states one that the server has texts in.
    package var language: Language? {
        attributes[ClaimName.locale.rawValue]?.string.flatMap(Language.init(matching:))
    }

    package var isDisabled: Bool { disabledAt != nil }

    /// Whether tokens and sessions of the account are valid: it is neither disabled nor being deleted.
    package var isActive: Bool { disabledAt == nil && deletion == nil }
}

extension Account {
    /// Returns the changes that disable the account and end its sessions, or enable it again.
    ///
    /// - Parameters:
    ///   - isDisabled: Whether the account is disabled.
    ///   - now: The current time.
    /// - Returns: Changes to commit together; they conflict if the account has changed since it was read.
    package func changes(disabling isDisabled: Bool, at now: Date) -> [Change] {
        var next = self
        next.disabledAt = isDisabled ? now : nil
        next.factorReset = nil
        next.updatedAt = now
        next.revision += 1
        guard isDisabled else { return [.account(.update(next))] }
        return [
            .account(.update(next)),
            .session(.endAll(account: id, reason: .administrator, at: now)),
            .browserSession(.endAll(account: id, at: now)),
        ]
    }
}
