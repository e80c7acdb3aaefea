extension MemoryState {
    mutating func apply(_ change: ClientChange) -> Bool {
        switch change {
        case .insert(let client):
            return clients.insert(client, as: client.id)
        case .update(let client, let revision):
            return clients.update(client.id, if: { revision == nil || $0.revision == revision }) { $0 = client }
        case .delete(let id):
            consents.removeAll { $0.clientID == id }
            customFields.removeAll { $0.clientID == id }
            accounts.updateAll(where: { $0.registeredBy == id }) { $0.registeredBy = nil }
            sessions.removeAll { $0.clientID == id }
            codes.removeAll { $0.clientID == id }
            devices.removeAll { $0.clientID == id }
            return clients.remove(id)
        }
    }

    mutating func apply(_ change: ConsentChange) -> Bool {
        switch change {
        case .put(let consent):
            guard exist(consent.accountID, consent.clientID) else { return false }
            consents[PersonalKey(accountID: consent.accountID, clientID: consent.clientID)] = consent
        case .remove(let accountID, let clientID):
            consents[PersonalKey(accountID: accountID, clientID: clientID)] = nil
        case .withdraw(let accountID, let clientID, let reason, let date):
            codes.removeAll { $0.accountID == accountID && $0.clientID == clientID }
            devices.removeAll { $0.decision.accountID == accountID && $0.clientID == clientID }
            endSessions(of: clientID, for: accountID, reason, at: date)
            return consents.remove(PersonalKey(accountID: accountID, clientID: clientID))
        }
        return true
    }

    func exist(_ accountID: Account.ID, _ clientID: Client.ID) -> Bool {
        accounts[accountID] != nil && clients[clientID] != nil
    }
}
