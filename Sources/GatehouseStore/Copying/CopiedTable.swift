/// The tables that move from one backend to another: all that hold records.
///
/// Their order is that in which rows find what they refer to.
package enum CopiedTable: String, CaseIterable, Sendable {
    case clients
    case accounts
    case accountIdentifiers = "account_identifiers"
    case customFields = "custom_fields"
    case consents
    case browserSessions = "browser_sessions"
    case sessions
    case revokedTokens = "revoked_tokens"
    case transactions
    case codes
    case devices
    case keys
    case mail
    case counters
    case auditEvents = "audit_events"

    /// What it is called in every backend.
    package var name: String { rawValue }
}
