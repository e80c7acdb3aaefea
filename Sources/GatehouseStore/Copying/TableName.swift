package import Foundation

/// The tables that are copied from one backend to another: all that contain records.
///
/// The order satisfies the foreign keys.
package enum TableName: String, CaseIterable, Sendable {
    case clients
    case resources
    case accounts
    case accountIdentifiers = "account_identifiers"
    case credentials
    case customFields = "custom_fields"
    case factorUses = "factor_uses"
    case knownBrowsers = "known_browsers"
    case consents
    case browserSessions = "browser_sessions"
    case sessions
    case logoutNotices = "logout_notices"
    case revokedTokens = "revoked_tokens"
    case usedIdentifiers = "used_identifiers"
    case flows
    case codes
    case devices
    case deviceUserCodes = "device_user_codes"
    case pushedRequests = "pushed_requests"
    case initialAccessTokens = "initial_access_tokens"
    case keys
    case messages
    case counters
    case auditEvents = "audit_events"
    case eventStreams = "event_streams"
    case eventNotices = "event_notices"

    /// The name of the table in every backend.
    package var name: String { rawValue }
}

/// The number of rows of each table, on one side of a copy.
package struct RowCounts: Sendable, Equatable {
    private var rows: [TableName: Int] = [:]

    package init() {}

    package subscript(table: TableName) -> Int {
        get { rows[table] ?? 0 }
        set { rows[table] = newValue }
    }

    /// The number of rows of all tables.
    package var total: Int { rows.values.reduce(0, +) }
}

/// A column value independent of the backend; a Boolean is 0 or 1.
package enum ColumnValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case text(String)
    case bytes(Data)
}
