/// The database server that a connection has reached.
struct Primary: Sendable, Equatable {
    /// The system identifier, which standbys share; `nil` where the server does not report it.
    let system: String?
    /// The timeline, in hexadecimal digits; `nil` where the server does not report it.
    ///
    /// A promoted standby begins the next timeline.
    let timeline: String?
    /// The count of health checks, which only grows unless the database was set back.
    let checks: Int
}

extension Link {
    /// Reads the identity of the database server.
    ///
    /// Blocks.
    func primary() throws(LinkError) -> Primary {
        // Other databases that speak PostgreSQL's protocol do not have these functions.
        let words = try answer(Self.identity)?.split(separator: " ") ?? []
        return Primary(
            system: words.first.map(String.init),
            timeline: words.last.map(String.init),
            checks: try answer("SELECT max(checks) FROM health").flatMap { Int($0) } ?? 0
        )
    }

    /// Returns the first value of a query; `nil` when the server does not support it.
    private func answer(_ sql: String) throws(LinkError) -> String? {
        do throws(LinkError) { return try execute(sql) } catch .failed { return nil }
    }

    private static let identity = """
        SELECT system_identifier || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) FROM pg_control_system()
        """
}
