package import Foundation
package import GatehouseStore

extension SQLStore {
    package func deleteExpired(before date: Date, grace: TimeInterval) async throws(StoreError) -> Int {
        let cutoff = date.addingTimeInterval(-grace)
        let undecided = date.addingTimeInterval(-min(grace, DeviceAuthorization.undecidedGrace))
        let count =
            try await delete(.flows, [.date(date)])
            + delete(.counters, [.date(date)])
            + delete(.revokedTokens, [.date(date)])
            + delete(.usedIdentifiers, [.date(date)])
            + delete(.pushedRequests, [.date(date)])
            + delete(.initialAccessTokens, [.date(date)])
            + delete(.knownBrowsers, [.date(date)])
            + delete(.codes, [.date(cutoff)])
            + delete(.devices, [.date(cutoff)])
            + delete(.undecidedDevices, [.date(undecided)])
            + delete(.sessions, [.date(cutoff), .int64(cutoff.day)])
            + delete(.browserSessions, [.date(cutoff)])
            + delete(.logoutNotices, [.date(date)])
        _ = try await write(HealthRecord.recordCleanup, [.date(date)])
        return count
    }

    package func forecast(
        before date: Date,
        grace: TimeInterval,
        events: Date?
    ) async throws(StoreError) -> CleanupForecast {
        let end = SQLValue.date(date.addingTimeInterval(-grace))
        return CleanupForecast(
            sessions: try await share(Session.expiredShare, end),
            browserSessions: try await share(BrowserSession.expiredShare, end),
            events: try await share(AuditEvent.expiredShare, .int64(events?.milliseconds ?? Int64.min))
        )
    }

    private func share(_ text: SQLText, _ date: SQLValue) async throws(StoreError) -> CleanupForecast.Share {
        let share = try await first(SQLQuery("share", text, [date], isLong: true)) { row throws(StoreError) in
            CleanupForecast.Share(expired: try row.integer("expired"), total: try row.integer("total"))
        }
        return share ?? .init(expired: 0, total: 0)
    }

    package func lastCleanup() async throws(StoreError) -> Date? {
        let found = try await first(SQLQuery("health", HealthRecord.lastCleanup)) { row throws(StoreError) in
            try row.optionalDate("cleaned_up_at")
        }
        return found ?? nil
    }

    package func deleteEvents(before date: Date) async throws(StoreError) -> Int {
        try await delete(.events, [.date(date)])
    }

    package func deleteUnusedClients(registeredBefore date: Date) async throws(StoreError) -> Int {
        try await delete(.unusedClients, [.date(date)])
    }

    private func delete(_ deletion: CleanupStatement, _ parameters: [SQLValue]) async throws(StoreError) -> Int {
        var total = 0
        while true {
            let count = try await write(deletion.text, parameters)
            total += count
            if count < CleanupStatement.batchSize { return total }
        }
    }
}

/// A statement that deletes expired rows, except those locked by other commits: they are in use, or another node
/// deletes them.
private struct CleanupStatement {
    /// The number of rows deleted in one transaction, so that a cleanup does not delay other commits.
    static let batchSize = 1000

    static let flows = CleanupStatement("flows", "expires_at < $1")
    static let counters = CleanupStatement("counters", key: "key", "expires_at < $1")
    static let revokedTokens = CleanupStatement("revoked_tokens", "expires_at < $1")
    static let usedIdentifiers = CleanupStatement("used_identifiers", "expires_at < $1")
    static let pushedRequests = CleanupStatement("pushed_requests", "expires_at < $1")
    static let initialAccessTokens = CleanupStatement("initial_access_tokens", "expires_at < $1")
    static let codes = CleanupStatement("codes", "expires_at < $1")
    static let knownBrowsers = CleanupStatement("known_browsers", key: "account_id, hash", "expires_at < $1")
    static let devices = CleanupStatement("devices", "expires_at < $1")
    static let undecidedDevices = CleanupStatement(
        "devices",
        "expires_at < $1 AND decision = '\(StoredDecision.pending.rawValue)'"
    )
    static let sessions = CleanupStatement("sessions", "ended_at < $1 OR expiry_day <= $2 AND expires_at < $1")
    static let browserSessions = CleanupStatement("browser_sessions", "ended_at < $1 OR expires_at < $1")
    /// Notices whose sessions were deleted without having been ended.
    static let logoutNotices = CleanupStatement(
        "logout_notices",
        """
        expires_at < $1 AND NOT is_due AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.id = logout_notices.id)
        AND NOT EXISTS (
            SELECT 1 FROM browser_sessions WHERE browser_sessions.id = logout_notices.browser_session_id
        )
        """
    )
    /// Unused clients that no operator vouches for.
    ///
    /// No text in the JSON can match, because its quotation marks are escaped.
    static let unusedClients = CleanupStatement(
        "clients",
        """
        created_at < $1 AND origin LIKE '%"isVerified":false%'
        AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.registered_by = clients.id)
        \(unused(in: "consents", "custom_fields", "sessions", "codes", "devices", "pushed_requests", "logout_notices"))
        """
    )
    static let events = CleanupStatement("audit_events", "at < $1")

    let text: SQLText

    private static func unused(in tables: String...) -> String {
        tables.map { "AND NOT EXISTS (SELECT 1 FROM \($0) WHERE \($0).client_id = clients.id)" }
            .joined(separator: "\n")
    }

    private init(_ table: String, key: String = "id", _ condition: String) {
        text = """
            WITH expired AS (
                SELECT \(key) FROM \(table) WHERE \(condition) LIMIT \(Self.batchSize) {FOR UPDATE SKIP LOCKED}
            )
            DELETE FROM \(table) WHERE (\(key)) IN (SELECT \(key) FROM expired)
            """
    }
}

extension Session {
    fileprivate static let expiredShare = share("expires_at < $1", of: "sessions WHERE is_offline AND ended_at IS NULL")
}

extension BrowserSession {
    fileprivate static let expiredShare = share("expires_at < $1", of: "browser_sessions WHERE ended_at IS NULL")
}

extension AuditEvent {
    fileprivate static let expiredShare = share("at < $1", of: "audit_events WHERE true")
}

private func share(_ condition: String, of rows: String) -> SQLText {
    """
    SELECT (SELECT count(*) FROM \(rows) AND \(condition)) AS expired, (SELECT count(*) FROM \(rows)) AS total
    """
}
