import CLibPQ
import GatehouseWire

extension Link {
    /// Refuses a pooler that shares database sessions between transactions.
    ///
    /// Settings and prepared statements belong to a session. A second connection that gets this connection's session
    /// proves that the pooler shares them. Blocks.
    ///
    /// - Throws: ``LinkError/refused(_:)`` when sessions are shared.
    func refuseSharedSessions(of url: Secret) throws(LinkError) {
        // Without a pooler both are the process that serves this connection; a pooler reports a number of its own.
        let process = unsafe PQbackendPID(connection)
        guard try execute("SELECT pg_backend_pid()") != String(process) else { return }
        guard let other = try? Link(unchecked: url, .probing) else { return }
        let mark = unsafe "\(process).\(UInt(bitPattern: connection))"
        for _ in 1...3 {
            try execute("SELECT set_config('gatehouse.link', '\(mark)', false)")
            guard let found = try? other.markInTransaction(), found != mark, try self.mark() == mark else {
                throw .refused(
                    "A pooler in between shares sessions of the database between transactions. Have it keep one for each connection (PgBouncer: pool_mode = session), or connect to PostgreSQL itself."
                )
            }
            try other.execute("ROLLBACK")
        }
    }

    /// Begins a transaction, which holds a database session, and reads that session's mark.
    private func markInTransaction() throws(LinkError) -> String {
        try execute("BEGIN")
        return try mark()
    }

    private func mark() throws(LinkError) -> String {
        try execute("SELECT coalesce(current_setting('gatehouse.link', true), '')") ?? ""
    }
}
