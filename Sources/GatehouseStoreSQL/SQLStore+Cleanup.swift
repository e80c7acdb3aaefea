package import Foundation
package import GatehouseStore

extension SQLStore {
    package func sweep(_ kind: SweptRecords, before date: Date) async throws(StoreError) -> Int {
        var count = 0
        for deletion in kind.deletions where count < SweptRecords.batchSize {
            count += try await writeInBackground(deletion.text, [deletion.parameter(date)])
        }
        return count
    }

    package func deleteRecords(of client: Client.ID) async throws(StoreError) -> Int {
        for text in Client.deletionsOfRecords {
            let count = try await writeInBackground(text, [.value(client)])
            if count > 0 { return count }
        }
        return 0
    }

    package func deletedClients() async throws(StoreError) -> [Client.ID] {
        try await all(SQLQuery("client", Client.deleted)) { row throws(StoreError) in try row.value("id") }
    }

    package func acquireLease(
        _ name: String,
        holder: String,
        at now: Date,
        until expiry: Date
    ) async throws(StoreError) -> Bool {
        let latest = now.addingTimeInterval(Self.longestLease)
        let values: [SQLValue] = [.text(name), .text(holder), .date(expiry), .date(now), .date(latest)]
        return try await write(Lease.acquisition, values) == 1
    }

    package func recordCleanup(at date: Date) async throws(StoreError) {
        _ = try await write(HealthRecord.recordCleanup, [.date(date)])
    }

    package func lastCleanup() async throws(StoreError) -> Date? {
        let found = try await first(SQLQuery("health", HealthRecord.lastCleanup)) { row throws(StoreError) in
            try row.optionalDate("cleaned_up_at")
        }
        return found ?? nil
    }

    package func forecast(
        before date: Date,
        grace: TimeInterval,
        events: Date?
    ) async throws(StoreError) -> CleanupForecast {
        let end = date.addingTimeInterval(-grace)
        // Stores for several servers drop whole months, so older events of the month before are nothing unusual.
        let events = isShared ? events.map { Month(of: $0).start } : events
        return CleanupForecast(
            sessions: try await share(Session.share, .int64(end.day)),
            browserSessions: try await share(BrowserSession.share, .date(end)),
            events: try await share(AuditEvent.share, .int64(events?.milliseconds ?? Int64.min))
        )
    }

    /// Counts all records only if some have expired, which an index finds.
    private func share(_ share: ExpiredShare, _ end: SQLValue) async throws(StoreError) -> CleanupForecast.Share {
        let expired = try await count(share.expired, [end])
        return .init(expired: expired, total: expired == 0 ? 0 : try await count(share.total, []))
    }

    private func count(_ text: SQLText, _ parameters: [SQLValue]) async throws(StoreError) -> Int {
        try await first(SQLQuery("share", text, parameters, isLong: true)) { row throws(StoreError) in
            try row.integer("count")
        } ?? 0
    }
}

private enum Lease {
    static let acquisition: SQLText = """
        INSERT INTO leases (name, holder, expires_at) VALUES ($1, $2, $3)
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
        WHERE leases.holder = excluded.holder OR leases.expires_at <= $4 OR leases.expires_at > $5
        """
}

/// A statement that deletes a batch of expired rows, except those locked by other commits: they are in use, or another
/// node deletes them.
///
/// Ordered by the column of an index, so that PostgreSQL reads a batch of it instead of all expired entries.
private struct Deletion: Sendable {
    let text: SQLText
    /// Whether the parameter is a day instead of a date.
    private let isDay: Bool

    init(_ table: String, key: String = "id", by column: String, isDay: Bool = false, and condition: String = "true") {
        let order = "\(column) < $1 AND \(condition) ORDER BY \(column)"
        text = batch(of: table, key: key, where: order)
        self.isDay = isDay
    }

    func parameter(_ date: Date) -> SQLValue { isDay ? .int64(date.day) : .date(date) }
}

/// Returns a statement that deletes a batch of rows.
private func batch(of table: String, key: String = "id", where condition: String) -> SQLText {
    """
    WITH batch AS (
        SELECT \(key) FROM \(table) WHERE \(condition) LIMIT \(SweptRecords.batchSize) {FOR UPDATE SKIP LOCKED}
    )
    DELETE FROM \(table) WHERE (\(key)) IN (SELECT \(key) FROM batch)
    """
}

extension SweptRecords {
    /// The statements, one for each index that finds expired rows.
    fileprivate var deletions: [Deletion] { Self.deletions[self] ?? [] }

    private static let deletions: [SweptRecords: [Deletion]] = [
        .flows: [Deletion("flows", by: "expires_at")],
        .counters: [Deletion("counters", key: "key", by: "expires_at")],
        .revokedTokens: [Deletion("revoked_tokens", by: "expires_at")],
        .usedIdentifiers: [Deletion("used_identifiers", by: "expires_at")],
        .pushedRequests: [Deletion("pushed_requests", by: "expires_at")],
        .initialAccessTokens: [Deletion("initial_access_tokens", by: "expires_at")],
        .knownBrowsers: [Deletion("known_browsers", key: "account_id, hash", by: "expires_at")],
        .codes: [Deletion("codes", by: "expires_at")],
        .devices: [Deletion("devices", by: "expires_at")],
        .undecidedDevices: [
            Deletion("devices", by: "expires_at", and: "decision = '\(StoredDecision.pending.rawValue)'")
        ],
        .sessions: [Deletion("sessions", by: "ended_at"), Deletion("sessions", by: "expiry_day", isDay: true)],
        .browserSessions: [
            Deletion("browser_sessions", by: "ended_at"), Deletion("browser_sessions", by: "expires_at"),
        ],
        .logoutNotices: [Deletion("logout_notices", by: "expires_at", and: orphanedNotice)],
        // Whole months are dropped; rows are deleted where there is no month for them.
        .events: [Deletion("audit_events{_default}", by: "at")],
        .unusedClients: [Deletion("clients", by: "created_at", and: unusedClient)],
    ]

    private static let orphanedNotice = """
        NOT is_due AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.id = logout_notices.id)
        AND NOT EXISTS (
            SELECT 1 FROM browser_sessions WHERE browser_sessions.id = logout_notices.browser_session_id
        )
        """

    /// The condition of unused clients that no operator vouches for.
    ///
    /// No text in the JSON can match, because its quotation marks are escaped.
    private static let unusedClient: String = {
        let tables = [
            "consents", "custom_fields", "sessions", "codes", "devices", "pushed_requests", "logout_notices",
        ]
        let unused = tables.map { "NOT EXISTS (SELECT 1 FROM \($0) WHERE \($0).client_id = clients.id)" }
        return """
            origin LIKE '%"isVerified":false%'
            AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.registered_by = clients.id)
            AND \(unused.joined(separator: " AND "))
            """
    }()
}

extension Client {
    /// The statements that delete the records of a client, in batches.
    fileprivate static let deletionsOfRecords: [SQLText] =
        ["sessions", "codes", "devices", "pushed_requests", "logout_notices"].map {
            batch(of: $0, where: "client_id = $1")
        }
        + ["consents", "custom_fields"].map { batch(of: $0, key: "account_id, client_id", where: "client_id = $1") }
        + [
            """
            WITH batch AS (
                SELECT id FROM accounts WHERE registered_by = $1
                LIMIT \(SweptRecords.batchSize) {FOR NO KEY UPDATE SKIP LOCKED}
            )
            UPDATE accounts SET registered_by = NULL WHERE id IN (SELECT id FROM batch)
            """
        ]
}

/// The queries that count the expired records of a kind and all of them.
private struct ExpiredShare {
    let expired: SQLText
    let total: SQLText

    init(of table: String, where isKept: String, _ condition: String) {
        total = "SELECT count(*) AS count FROM \(table) WHERE \(isKept)"
        expired = "SELECT count(*) AS count FROM \(table) WHERE \(condition) AND \(isKept)"
    }
}

extension Session {
    fileprivate static let share = ExpiredShare(
        of: "sessions",
        where: "is_offline AND ended_at IS NULL",
        "expiry_day < $1"
    )
}

extension BrowserSession {
    fileprivate static let share = ExpiredShare(of: "browser_sessions", where: "ended_at IS NULL", "expires_at < $1")
}

extension AuditEvent {
    fileprivate static let share = ExpiredShare(of: "audit_events", where: "true", "at < $1")
}
