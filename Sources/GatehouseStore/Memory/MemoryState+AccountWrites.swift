import Foundation

extension MemoryState {
    mutating func apply(_ change: AccountChange) -> Bool {
        switch change {
        case .insert(let account):
            return accounts.insert(account, as: account.id, if: isPossible(account))
        case .update(let account):
            guard isPossible(account) else { return false }
            return accounts.update(account.id, if: { $0.revision == account.revision - 1 }) { $0 = account }
        case .requireRevision(let id, let revision):
            return accounts[id]?.credentialsRevision == revision
        case .rehash(let id, let hash, let revision):
            return accounts.update(id, if: { $0.credentialsRevision == revision }) { $0.rehash(hash) }
        case .recordUse(let use):
            guard accounts[use.accountID] != nil else { return false }
            factorUses[FactorKey(accountID: use.accountID, factor: use.factor)] = use
            return true
        case .recordBrowser(let browser):
            guard accounts[browser.accountID] != nil else { return false }
            let key = BrowserKey(accountID: browser.accountID, hash: browser.hash)
            knownBrowsers[key] = knownBrowsers[key].map { browser.replacing($0) } ?? browser
            return true
        case .distrustBrowsers(let id):
            knownBrowsers.updateAll(where: { $0.accountID == id }) { $0.trustedUntil = nil }
            return true
        case .forgetBrowsers(let id):
            knownBrowsers.removeAll { $0.accountID == id }
            return true
        case .delete(let id):
            flows.removeAll { $0.accountID == id }
            credentials.removeAll { $0.accountID == id }
            factorUses.removeAll { $0.accountID == id }
            knownBrowsers.removeAll { $0.accountID == id }
            events.updateAll(where: { $0.accountID == id }) { $0 = $0.withoutNetwork }
            consents.removeAll { $0.accountID == id }
            customFields.removeAll { $0.accountID == id }
            sessions.removeAll { $0.accountID == id }
            browserSessions.removeAll { $0.accountID == id }
            logoutNotices.mark { $0.accountID == id }
            codes.removeAll { $0.accountID == id }
            devices.removeAll { $0.decision.accountID == id }
            return accounts.remove(id)
        }
    }

    mutating func apply(_ change: CredentialChange) -> Bool {
        switch change {
        case .insert(let credential):
            return credentials.insert(credential, as: credential.id, if: accounts[credential.accountID] != nil)
        case .update(let credential):
            return credentials.update(credential.id, if: { $0.revision == credential.revision - 1 }) {
                $0 = credential
            }
        case .delete(let id):
            return credentials.remove(id)
        case .deleteAll(let account):
            credentials.removeAll { $0.accountID == account }
            return true
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

    /// Returns whether the names are distinct and not used by another account.
    private func areFree(_ identifiers: [AccountIdentifier], for id: Account.ID) -> Bool {
        identifiers.enumerated().allSatisfy { position, name in
            !identifiers[..<position].contains { $0.isSameName(as: name) }
                && !accounts.contains { $0.id != id && $0.identifiers.contains { $0.isSameName(as: name) } }
        }
    }
}

extension KnownBrowser {
    fileprivate func replacing(_ earlier: KnownBrowser) -> KnownBrowser {
        KnownBrowser(
            accountID: accountID,
            hash: hash,
            firstSeenAt: earlier.firstSeenAt,
            lastSeenAt: lastSeenAt,
            expiresAt: expiresAt,
            trustedUntil: trustedUntil ?? earlier.trustedUntil
        )
    }
}

extension AuditEvent {
    /// The event without the network address and the request ID.
    fileprivate var withoutNetwork: AuditEvent {
        AuditEvent(
            id: id,
            at: at,
            kind: kind,
            actor: actor,
            accountID: accountID,
            clientID: clientID,
            sessionID: sessionID,
            detail: detail
        )
    }
}

extension AccountIdentifier {
    /// Returns whether both are the same name, byte for byte, of the same kind.
    func isSameName(as other: AccountIdentifier) -> Bool {
        kind == other.kind && value.utf8.elementsEqual(other.value.utf8)
    }
}

extension MemoryState {
    mutating func apply(_ change: ClientChange) -> Bool {
        switch change {
        case .insert(let client):
            return clients.insert(client, as: client.id)
        case .update(let client, let revision):
            return clients.update(client.id, if: { revision == nil || $0.revision == revision }) { $0 = client }
        case .markDeleted(let id, let date):
            return clients.update(id, if: { $0.deletedAt == nil }) {
                $0.deletedAt = date.flooredToMilliseconds
                $0.revision += 1
            }
        case .delete(let id):
            _ = deleteRecords(of: id)
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
