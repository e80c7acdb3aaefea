/// The statements of the row that health checks and cleanups write.
package enum HealthRecord {
    package static let check: SQLText = """
        WITH free AS (SELECT id FROM health {FOR UPDATE SKIP LOCKED})
        UPDATE health SET checks = checks + 1 WHERE id IN (SELECT id FROM free)
        """
    package static let checks: SQLText = "SELECT checks FROM health"
    package static let recordCleanup: SQLText = "UPDATE health SET cleaned_up_at = $1"
    package static let lastCleanup: SQLText = "SELECT cleaned_up_at FROM health"
    /// The date of the newest audit event, refreshed session or changed account.
    package static let newest: SQLText = """
        SELECT max(at) FROM (
            SELECT max(at) AS at FROM audit_events
            UNION ALL SELECT max(rotated_at) FROM sessions
            UNION ALL SELECT max(updated_at) FROM accounts
        ) AS latest
        """
}
