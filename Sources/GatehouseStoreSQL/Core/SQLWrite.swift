/// A statement that writes, with the rule for a statement that changes nothing.
package struct SQLWrite: Sendable {
    package let text: SQLText
    /// Whether it must change a row, and the commit conflicts otherwise.
    ///
    /// PostgreSQL's text then fails by itself, so that the next statement can be sent without waiting for the result:
    /// it divides by the number of changed rows.
    package let isConditional: Bool

    private init(text: SQLText, isConditional: Bool) {
        self.text = text
        self.isConditional = isConditional
    }

    /// Creates a statement that may change nothing.
    static func unconditional(_ text: SQLText) -> SQLWrite {
        SQLWrite(text: text, isConditional: false)
    }

    /// Creates a statement that must change one row.
    ///
    /// - Parameters:
    ///   - text: The statement, without `RETURNING`.
    ///   - related: The rows that its condition depends on, as named `WITH` queries that lock them.
    /// - Returns: The statement, which fails if it changes no row.
    static func conditional(_ text: SQLText, given related: SQLText = "") -> SQLWrite {
        let with = related.postgres.isEmpty ? "" : "\(related.postgres), "
        let counting = "WITH \(with)changed AS (\(text.postgres) RETURNING 1) SELECT 1 / count(*) FROM changed"
        let sqlite = related.sqlite.isEmpty ? text.sqlite : "WITH \(related.sqlite) \(text.sqlite)"
        return SQLWrite(text: SQLText(sqlite: sqlite, postgres: counting), isConditional: true)
    }

    /// Creates a statement that must find one row, which differs too much for ``conditional(_:given:)``.
    static func requirement(sqlite: String, postgres: String) -> SQLWrite {
        SQLWrite(text: SQLText(sqlite: sqlite, postgres: postgres), isConditional: true)
    }
}
