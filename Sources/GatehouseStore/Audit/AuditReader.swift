/// Reads the audit log.
package protocol AuditReader: Sendable {
    /// Events, newest first, older than the one named; of one account when one is named.
    func events(of account: Account.ID?, before: AuditEvent.ID?, limit: Int) async throws(StoreError) -> [AuditEvent]
}
