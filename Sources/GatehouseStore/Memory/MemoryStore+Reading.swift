package import Foundation

extension MemoryStore {
    package func account(_ id: Account.ID) async throws(StoreError) -> Account? {
        read { $0.accounts[id] }
    }

    package func account(_ kind: AccountIdentifier.Kind, _ value: String) async throws(StoreError) -> Account? {
        let name = AccountIdentifier(kind: kind, value: value, verifiedAt: nil)
        return read { $0.accounts.records.first { $0.identifiers.contains { $0.isSameName(as: name) } } }
    }

    package func customFields(
        of account: Account.ID,
        in client: Client.ID
    ) async throws(StoreError) -> CustomFields? {
        read { $0.customFields[MemoryState.PersonalKey(accountID: account, clientID: client)] }
    }

    package func accounts(after id: Account.ID?, limit: Int) async throws(StoreError) -> [Account] {
        let all = read { $0.accounts.records(by: \.createdAt) }
        return Array(all.following(id, by: \.id).prefix(limit))
    }

    package func client(_ id: Client.ID) async throws(StoreError) -> Client? {
        read { $0.clients[id] }
    }

    package func clients() async throws(StoreError) -> [Client] {
        read { $0.clients.records(by: \.createdAt) }
    }

    package func usage(of id: Client.ID, at now: Date) async throws(StoreError) -> ClientUsage {
        read { state in
            ClientUsage(
                sessions: state.sessions.records.count {
                    $0.clientID == id && $0.endedAt == nil && $0.expiresAt > now.flooredToMilliseconds
                },
                consents: state.consents.records.count { $0.clientID == id },
                customFields: state.customFields.records.count { $0.clientID == id },
                accounts: state.accounts.records.count { $0.registeredBy == id }
            )
        }
    }

    package func consents(of account: Account.ID) async throws(StoreError) -> [Consent] {
        read { $0.consents.records(by: \.grantedAt).reversed().filter { $0.accountID == account } }
    }

    package func consent(_ account: Account.ID, _ client: Client.ID) async throws(StoreError) -> Consent? {
        read { $0.consents[MemoryState.PersonalKey(accountID: account, clientID: client)] }
    }

    package func transaction(_ id: TransactionRecord.ID) async throws(StoreError) -> TransactionRecord? {
        read { $0.transactions[id] }
    }

    package func code(_ id: AuthorizationCode.ID) async throws(StoreError) -> AuthorizationCode? {
        read { $0.codes[id] }
    }

    package func session(_ id: Session.ID) async throws(StoreError) -> Session? {
        read { $0.sessions[id] }
    }

    package func sessions(of account: Account.ID) async throws(StoreError) -> [Session] {
        read { $0.sessions.records(by: \.createdAt).reversed().filter { $0.accountID == account && $0.endedAt == nil } }
    }

    package func browserSession(_ id: BrowserSession.ID) async throws(StoreError) -> BrowserSession? {
        read { $0.browserSessions[id] }
    }

    package func browserSession(secretHash: String) async throws(StoreError) -> BrowserSession? {
        read { $0.browserSessions.records.first { $0.secretHash == secretHash } }
    }

    package func isTokenRevoked(id: String) async throws(StoreError) -> Bool {
        read { $0.revokedTokens[id] != nil }
    }

    package func device(_ id: DeviceAuthorization.ID) async throws(StoreError) -> DeviceAuthorization? {
        read { $0.devices[id] }
    }

    package func device(userCode: String) async throws(StoreError) -> DeviceAuthorization? {
        read { $0.devices.records(by: \.createdAt).last { $0.userCode == userCode } }
    }

    package func keys() async throws(StoreError) -> [StoredKey] {
        read { $0.keys.records(by: \.createdAt) }
    }

    package func nextMailDue() async throws(StoreError) -> Date? {
        read { $0.mail.records.map(\.nextAttemptAt).min() }
    }

    package func events(
        of account: Account.ID?,
        before id: AuditEvent.ID?,
        limit: Int
    ) async throws(StoreError) -> [AuditEvent] {
        let all: [AuditEvent] = read { $0.events.records(by: \.at).reversed() }
        let older = all.following(id, by: \.id)
        return Array(older.lazy.filter { account == nil || $0.accountID == account }.prefix(limit))
    }

    package func counter(_ key: String, at now: Date) async throws(StoreError) -> Counter? {
        read { $0.counters[key] }.flatMap { $0.expiresAt > now.flooredToMilliseconds ? $0 : nil }
    }
}

extension Array {
    /// What comes after the element of that id: everything when there is no id, nothing when there is no such element.
    fileprivate func following<ID: Equatable>(_ id: ID?, by key: (Element) -> ID) -> ArraySlice<Element> {
        guard let id else { return self[...] }
        guard let position = firstIndex(where: { key($0) == id }) else { return [] }
        return self[(position + 1)...]
    }
}
