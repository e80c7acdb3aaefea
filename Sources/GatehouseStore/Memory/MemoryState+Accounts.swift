extension MemoryState {
    mutating func apply(_ change: AccountChange) -> Bool {
        switch change {
        case .insert(let account):
            return accounts.insert(account, as: account.id, if: isPossible(account))
        case .update(let account):
            guard isPossible(account) else { return false }
            return accounts.update(account.id, if: { $0.revision == account.revision - 1 }) { $0 = account }
        case .unchanged(let id, let revision):
            return accounts[id]?.credentialsRevision == revision
        case .rehash(let id, let hash, let revision):
            return accounts.update(id, if: { $0.credentialsRevision == revision }) { $0.rehash(hash) }
        case .delete(let id):
            consents.removeAll { $0.accountID == id }
            customFields.removeAll { $0.accountID == id }
            sessions.removeAll { $0.accountID == id }
            browserSessions.removeAll { $0.accountID == id }
            codes.removeAll { $0.accountID == id }
            devices.removeAll { $0.decision.accountID == id }
            return accounts.remove(id)
        }
    }

    mutating func apply(_ change: CustomFieldsChange) -> Bool {
        switch change {
        case .put(let fields):
            guard exist(fields.accountID, fields.clientID) else { return false }
            customFields[PersonalKey(accountID: fields.accountID, clientID: fields.clientID)] = fields
        case .remove(let accountID, let clientID):
            customFields[PersonalKey(accountID: accountID, clientID: clientID)] = nil
        }
        return true
    }

    private func isPossible(_ account: Account) -> Bool {
        areFree(account.identifiers, for: account.id) && account.registeredBy.map { clients[$0] != nil } ?? true
    }

    /// Whether each name is there once only, and belongs to no other account.
    private func areFree(_ identifiers: [AccountIdentifier], for id: Account.ID) -> Bool {
        identifiers.enumerated().allSatisfy { position, name in
            !identifiers[..<position].contains { $0.isSameName(as: name) }
                && !accounts.contains { $0.id != id && $0.identifiers.contains { $0.isSameName(as: name) } }
        }
    }
}

extension AccountIdentifier {
    /// Whether it is the same text, byte for byte, of the same kind.
    func isSameName(as other: AccountIdentifier) -> Bool {
        kind == other.kind && value.utf8.elementsEqual(other.value.utf8)
    }
}
