import GatehouseStore

/// The error code of a failed statement (PostgreSQL, Appendix A); no other detail is reported.
///
/// The server's messages may contain user input.
struct SQLState: RawRepresentable, Hashable, Sendable {
    let rawValue: String

    /// A warning that has no code of its own.
    static let warning = SQLState(rawValue: "01000")
    /// The error of a conditional statement whose condition does not hold; see ``StatementBatch``.
    static let divisionByZero = SQLState(rawValue: "22012")
    static let foreignKeyViolation = SQLState(rawValue: "23503")
    static let uniqueViolation = SQLState(rawValue: "23505")
    /// A row for the default partition, for whose month another transaction has just attached a partition; there are no
    /// `CHECK` constraints.
    static let checkViolation = SQLState(rawValue: "23514")
    static let readOnlyTransaction = SQLState(rawValue: "25006")
    static let invalidStatementName = SQLState(rawValue: "26000")
    static let serializationFailure = SQLState(rawValue: "40001")
    static let deadlock = SQLState(rawValue: "40P01")
    /// Creating a table twice at once can fail at its row type.
    static let duplicateObject = SQLState(rawValue: "42710")
    static let insufficientPrivilege = SQLState(rawValue: "42501")
    static let undefinedTable = SQLState(rawValue: "42P01")
    static let duplicateTable = SQLState(rawValue: "42P07")
    static let diskFull = SQLState(rawValue: "53100")
    static let tooManyConnections = SQLState(rawValue: "53300")
    static let lockNotAvailable = SQLState(rawValue: "55P03")

    /// Whether the condition of a change did not hold.
    var isConflict: Bool {
        [Self.divisionByZero, .foreignKeyViolation, .uniqueViolation].contains(self)
    }

    /// Whether the statement conflicted with another transaction and can be retried.
    var isTransient: Bool {
        [Self.checkViolation, .serializationFailure, .deadlock, .lockNotAvailable].contains(self)
    }

    /// Whether the connection is closed with this error.
    var endsConnection: Bool {
        rawValue.hasPrefix("08") || rawValue.hasPrefix("57P0") || rawValue == "25P03" || rawValue == "25P04"
    }

    /// Whether the stored data is damaged.
    var isDamage: Bool { rawValue == "XX001" || rawValue == "XX002" }
}

extension StoreError {
    static let connectionLost = StoreError.unavailable("The connection to the database was lost.")

    static let tooManyConnections = StoreError.exhausted(
        "The database server has no free connections. Raise max_connections or the limit of the user or database, or close other connections:"
            + " a Gatehouse server uses six, a command two."
    )

    /// Creates a store error from a failed statement.
    init(_ state: SQLState) {
        self =
            switch state {
            case .diskFull: .exhausted("The disk of the database server is full. Free some space.")
            case .tooManyConnections: .tooManyConnections
            case _ where state.isDamage:
                .damaged(
                    "The database is damaged (SQLSTATE \(state.rawValue)). Switch to a standby or restore a base backup,"
                        + " and restart this server. The log of the database server names the damaged file."
                )
            default:
                .unavailable(
                    state.advice.map { "\($0) (SQLSTATE \(state.rawValue))" } ?? "SQLSTATE \(state.rawValue)."
                )
            }
    }
}
