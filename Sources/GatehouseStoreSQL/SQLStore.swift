package import Foundation
package import GatehouseStore

extension StoreError {
    package static let closed = StoreError.unavailable("The store is closed.")
}

/// A store in an SQL database, which runs the statements that all such stores share.
package protocol SQLStore: Store {
    /// Returns the first row of a query that sees every commit that has returned.
    func first<Record: Sendable>(
        _ query: SQLQuery,
        _ decode: @escaping @Sendable (SQLRow) throws(StoreError) -> Record
    ) async throws(StoreError) -> Record?

    /// Returns all rows of a query that sees every commit that has returned.
    func all<Record: Sendable>(
        _ query: SQLQuery,
        _ decode: @escaping @Sendable (SQLRow) throws(StoreError) -> Record
    ) async throws(StoreError) -> [Record]

    /// Returns the accounts of a query of ``GatehouseStore/Account`` with their identifiers, in order of creation.
    func accounts(_ query: SQLQuery) async throws(StoreError) -> [Account]

    /// Runs one write statement, and returns the number of changed rows once it is durable.
    func write(_ text: SQLText, _ parameters: [SQLValue]) async throws(StoreError) -> Int

    /// Runs one write statement of a cleanup, which other commits do not wait for, and returns the number of changed
    /// rows once it is durable.
    func writeInBackground(_ text: SQLText, _ parameters: [SQLValue]) async throws(StoreError) -> Int

    /// Runs one write statement, and returns the rows that it returns once it is durable.
    func write<Record: Sendable>(
        _ query: SQLQuery,
        _ decode: @escaping @Sendable (SQLRow) throws(StoreError) -> Record
    ) async throws(StoreError) -> [Record]
}

extension SQLStore {
    package func account(_ id: Account.ID) async throws(StoreError) -> Account? {
        try await accounts(SQLQuery("account", Account.byID, [.value(id)])).first
    }

    package func account(
        _ kind: AccountIdentifier.Kind,
        _ value: String
    ) async throws(StoreError) -> Account? {
        try await accounts(SQLQuery("account", Account.byName, [.value(kind), .text(value)])).first
    }

    package func accounts(after id: Account.ID?, limit: Int) async throws(StoreError) -> [Account] {
        let query =
            if let id {
                SQLQuery("account", Account.nextPage, [.value(id), .integer(limit)], isLong: true)
            } else {
                SQLQuery("account", Account.firstPage, [.integer(limit)], isLong: true)
            }
        return try await accounts(query)
    }

    package func credential(_ id: Credential.ID) async throws(StoreError) -> Credential? {
        try await first(SQLQuery("credential", Credential.byID, [.value(id)]), Credential.init(row:))
    }

    package func credentials(of account: Account.ID) async throws(StoreError) -> [Credential] {
        try await all(SQLQuery("credential", Credential.byAccount, [.value(account)]), Credential.init(row:))
    }

    package func customFields(
        of account: Account.ID,
        in client: Client.ID
    ) async throws(StoreError) -> CustomFields? {
        let query = SQLQuery("custom fields", CustomFields.byKey, [.value(account), .value(client)])
        return try await first(query) { row throws(StoreError) in
            CustomFields(accountID: account, clientID: client, values: try row.json("fields"))
        }
    }

    package func customFields(of account: Account.ID) async throws(StoreError) -> [CustomFields] {
        try await all(SQLQuery("custom fields", CustomFields.byAccount, [.value(account)])) { row throws(StoreError) in
            CustomFields(accountID: account, clientID: try row.value("client_id"), values: try row.json("fields"))
        }
    }

    package func factorUses(of account: Account.ID) async throws(StoreError) -> [FactorUse] {
        try await all(SQLQuery("factor use", FactorUse.byAccount, [.value(account)]), FactorUse.init(row:))
    }

    package func knownBrowsers(of account: Account.ID) async throws(StoreError) -> [KnownBrowser] {
        try await all(SQLQuery("known browser", KnownBrowser.byAccount, [.value(account)]), KnownBrowser.init(row:))
    }

    package func accounts(dueForDeletionAt now: Date, limit: Int) async throws(StoreError) -> [Account] {
        try await accounts(
            SQLQuery("account", Account.dueForDeletion, [.date(now), .integer(limit)], isLong: true)
        )
    }

    package func accounts(dueForFactorResetAt now: Date, limit: Int) async throws(StoreError) -> [Account] {
        try await accounts(
            SQLQuery("account", Account.dueForFactorReset, [.date(now), .integer(limit)], isLong: true)
        )
    }

    package func client(_ id: Client.ID) async throws(StoreError) -> Client? {
        try await first(SQLQuery("client", Client.byID, [.value(id)]), Client.init(row:))
    }

    package func clients(after id: Client.ID?, limit: Int) async throws(StoreError) -> [Client] {
        let query =
            if let id {
                SQLQuery("client", Client.nextPage, [.value(id), .integer(limit)], isLong: true)
            } else {
                SQLQuery("client", Client.firstPage, [.integer(limit)], isLong: true)
            }
        return try await all(query, Client.init(row:))
    }

    package func clientsWithMobileApps() async throws(StoreError) -> [Client] {
        try await all(SQLQuery("client", Client.allWithMobileApps, isLong: true), Client.init(row:))
    }

    package func usage(of id: Client.ID, at now: Date) async throws(StoreError) -> ClientUsage {
        let query = SQLQuery("client", ClientUsage.byClient, [.value(id), .date(now)], isLong: true)
        return try await first(query, ClientUsage.init(row:))
            ?? ClientUsage(sessions: 0, consents: 0, customFields: 0, accounts: 0)
    }

    package func consent(
        _ account: Account.ID,
        _ client: Client.ID
    ) async throws(StoreError) -> Consent? {
        try await first(
            SQLQuery("consent", Consent.byKey, [.value(account), .value(client)]),
            Consent.init(row:)
        )
    }

    package func consents(of account: Account.ID) async throws(StoreError) -> [Consent] {
        try await all(SQLQuery("consent", Consent.byAccount, [.value(account)]), Consent.init(row:))
    }

    package func session(_ id: Session.ID) async throws(StoreError) -> Session? {
        try await first(SQLQuery("session", Session.byID, [.value(id)]), Session.init(row:))
    }

    package func sessions(of account: Account.ID) async throws(StoreError) -> [Session] {
        try await all(SQLQuery("session", Session.byAccount, [.value(account)]), Session.init(row:))
    }

    package func isTokenRevoked(id: String) async throws(StoreError) -> Bool {
        let query = SQLQuery("revoked token", Session.revokedToken, [.text(id)])
        return try await first(query) { _ in true } ?? false
    }

    package func browserSession(_ id: BrowserSession.ID) async throws(StoreError) -> BrowserSession? {
        try await first(
            SQLQuery("browser session", BrowserSession.byID, [.value(id)]),
            BrowserSession.init(row:)
        )
    }

    package func browserSessions(of account: Account.ID) async throws(StoreError) -> [BrowserSession] {
        try await all(
            SQLQuery("browser session", BrowserSession.byAccount, [.value(account)]),
            BrowserSession.init(row:)
        )
    }

    package func browserSession(secretHash: String) async throws(StoreError) -> BrowserSession? {
        try await first(
            SQLQuery("browser session", BrowserSession.bySecret, [.text(secretHash)]),
            BrowserSession.init(row:)
        )
    }

    package func dueLogoutNotices(limit: Int) async throws(StoreError) -> [LogoutNotice] {
        try await all(SQLQuery("logout notice", LogoutNotice.due, [.integer(limit)]), LogoutNotice.init(row:))
    }

    package func flow(_ id: FlowRecord.ID) async throws(StoreError) -> FlowRecord? {
        try await first(SQLQuery("flow", FlowRecord.byID, [.value(id)]), FlowRecord.init(row:))
    }

    package func code(_ id: AuthorizationCode.ID) async throws(StoreError) -> AuthorizationCode? {
        try await first(SQLQuery("code", AuthorizationCode.byID, [.value(id)]), AuthorizationCode.init(row:))
    }

    package func device(_ id: DeviceAuthorization.ID) async throws(StoreError) -> DeviceAuthorization? {
        try await first(
            SQLQuery("device", DeviceAuthorization.byID, [.value(id)]),
            DeviceAuthorization.init(row:)
        )
    }

    package func device(userCode: String) async throws(StoreError) -> DeviceAuthorization? {
        try await first(
            SQLQuery("device", DeviceAuthorization.byUserCode, [.text(userCode)]),
            DeviceAuthorization.init(row:)
        )
    }
}

/// Resources, pushed requests and initial access tokens.
extension SQLStore {
    package func resources() async throws(StoreError) -> [Resource] {
        try await all(SQLQuery("resource", Resource.all), Resource.init(row:))
    }

    package func pushedRequest(_ id: PushedRequest.ID) async throws(StoreError) -> PushedRequest? {
        try await first(SQLQuery("pushed request", PushedRequest.byID, [.value(id)]), PushedRequest.init(row:))
    }

    package func initialAccessToken(_ id: InitialAccessToken.ID) async throws(StoreError) -> InitialAccessToken? {
        let query = SQLQuery("initial access token", InitialAccessToken.byID, [.value(id)])
        return try await first(query, InitialAccessToken.init(row:))
    }

    package func initialAccessTokens() async throws(StoreError) -> [InitialAccessToken] {
        try await all(SQLQuery("initial access token", InitialAccessToken.all), InitialAccessToken.init(row:))
    }
}

/// Keys, messages and counters.
extension SQLStore {
    package func keys() async throws(StoreError) -> [StoredKey] {
        try await all(SQLQuery("key", StoredKey.all), StoredKey.init(row:))
    }

    package func leaseDueMessages(
        _ kind: QueuedMessage.Kind,
        at now: Date,
        until: Date,
        limit: Int
    ) async throws(StoreError) -> [QueuedMessage] {
        let parameters: [SQLValue] = [.value(kind), .date(now), .integer(limit), .date(until)]
        let query = SQLQuery("message", QueuedMessage.lease, parameters)
        let leased = try await write(query) { row throws(StoreError) in
            (sequence: try row.integer("sequence"), message: try QueuedMessage(row: row))
        }
        // The order of the rows that RETURNING returns is undefined.
        return leased.sorted { ($0.message.createdAt, $0.sequence) < ($1.message.createdAt, $1.sequence) }
            .map(\.message)
    }

    package func nextMessageDue() async throws(StoreError) -> Date? {
        let next = try await first(SQLQuery("message", QueuedMessage.nextDue)) { row throws(StoreError) in
            try row.optionalDate("next")
        }
        return next ?? nil
    }

    package func counter(_ key: String, at now: Date) async throws(StoreError) -> Counter? {
        try await first(SQLQuery("counter", Counter.openByKey, [.text(key), .date(now)]), Counter.init(row:))
    }

    /// Writes to the database and reads from it.
    ///
    /// - Returns: The number of checks, by all servers.
    package func recordHealthCheck() async throws(StoreError) -> Int {
        // Skips the row while another node writes it, so that nodes do not wait for each other.
        let written = try await write(HealthRecord.check, [])
        let checks = try await first(SQLQuery("health", HealthRecord.checks)) { row throws(StoreError) in
            try row.integer("checks")
        }
        guard written <= 1, let checks else { throw .corrupt("health.checks") }
        return checks
    }
}
