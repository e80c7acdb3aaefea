extension SQLState {
    /// The advice for operators, as sentences; `nil` for codes of the server's own mistakes.
    var advice: String? { Self.connectionAdvice[rawValue] ?? Self.statementAdvice[rawValue] }

    /// The advice about rejected connections.
    private static let connectionAdvice: [String: String] = [
        "08P01": "A connection pooler rejected the connection. Check its users, databases and limits.",
        "28000": "The database server does not admit this user from here. Check user, TLS and pg_hba.conf.",
        "28P01": "The password of the database user is wrong. Check the URL, PGPASSWORD or the password file.",
        "3D000": "The database does not exist. Create it, or correct its name in the URL.",
        "57P01": "The database server is being stopped. It is used again when it has started.",
        "57P02": "The database server has crashed. It is used again when it has recovered.",
        "57P03": "The database server is starting or stopping. It is used again when it is ready.",
    ]

    /// The advice about failed statements.
    private static let statementAdvice: [String: String] = [
        "0A000": outdated, "42601": outdated, "42704": outdated, "42883": outdated,
        "25006":
            "The database server is read-only: a standby, or default_transaction_read_only is on. Use the primary.",
        "26000": sharedSession, "42P05": sharedSession,
        "3F000": "No schema of search_path exists. Create the user's schema, or correct search_path.",
        "42501": "Permission denied. Make the user the owner of the database.",
        "42703": changedSchema, "42P01": changedSchema,
        "53200": "The database server has too little memory. Add memory, or lower its settings.",
        "53400": "A limit of the database server was reached. Its log names the setting.",
        "55P03": "Another session holds a lock for too long, for example a manual transaction. See pg_stat_activity.",
        "57014": "The statement took too long. See pg_stat_activity and the load of the database server.",
        "58030": brokenDisk, "58P01": brokenDisk,
    ]

    private static let outdated = "The database server lacks a feature. Use PostgreSQL 14 or later."
    private static let sharedSession =
        "A connection pooler shares database sessions. Configure one session per connection (PgBouncer: pool_mode ="
        + " session)."
    private static let changedSchema =
        "A table or column is missing: the schema was changed by other means. Restore the database."
    private static let brokenDisk = "The database server can't use its files. Check its disk and its log."
}
