/// The database server that a connection has reached.
struct Primary: Sendable, Equatable {
    /// What tells it from every other, and is the same at its copies; `nil` where the server does not say.
    let system: String?
    /// The number of its history, in hexadecimal digits; `nil` where the server does not say.
    ///
    /// A copy that is promoted begins the next one.
    let timeline: String?
    /// How often servers of Gatehouse's have checked the database: a number that only grows, unless the database was
    /// set back.
    let checks: Int
}

extension Link {
    /// Finds out which server this is.
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

    /// The first value that a statement answers; `nil` when the server does not know what it is about.
    private func answer(_ sql: String) throws(LinkError) -> String? {
        do throws(LinkError) { return try execute(sql) } catch .failed { return nil }
    }

    private static let identity = """
        SELECT system_identifier || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) FROM pg_control_system()
        """
}
