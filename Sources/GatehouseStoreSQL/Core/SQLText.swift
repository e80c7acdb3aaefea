/// A dialect of SQL.
package enum SQLDialect: Sendable {
    case sqlite, postgres
}

/// The text of a statement in both dialects, written as a literal.
///
/// Parameters are numbered (`$1`). Text in braces is for PostgreSQL only: row locks, which SQLite does not need because
/// only one transaction writes at a time.
///
///     "SELECT id FROM messages WHERE next_attempt_at <= $1 {FOR UPDATE SKIP LOCKED}"
package struct SQLText: Sendable, ExpressibleByStringInterpolation {
    /// The text for SQLite, which numbers parameters with a question mark.
    package let sqlite: String
    package let postgres: String

    package init(sqlite: String, postgres: String) {
        self.sqlite = sqlite
        self.postgres = postgres
    }

    package init(stringLiteral text: String) {
        self.init(text)
    }

    package init(_ text: String) {
        var isInBraces = false
        var (sqlite, postgres) = ("", "")
        for character in text {
            switch character {
            case "{": isInBraces = true
            case "}": isInBraces = false
            default:
                postgres.append(character)
                if !isInBraces { sqlite.append(character == "$" ? "?" : character) }
            }
        }
        self.init(sqlite: sqlite, postgres: postgres)
    }

    package subscript(dialect: SQLDialect) -> String {
        switch dialect {
        case .sqlite: sqlite
        case .postgres: postgres
        }
    }
}
