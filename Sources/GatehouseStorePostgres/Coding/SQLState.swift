/// Why a statement failed, in five characters (PostgreSQL's appendix "Error Codes"): all that is ever told of it.
///
/// The server's own words can name what a person typed.
struct SQLState: RawRepresentable, Hashable, Sendable {
    let rawValue: String

    /// What a conditional statement fails with when its condition does not hold; see ``Script``.
    static let divisionByZero = SQLState(rawValue: "22012")
    static let foreignKeyViolation = SQLState(rawValue: "23503")
    static let uniqueViolation = SQLState(rawValue: "23505")
    static let readOnlyTransaction = SQLState(rawValue: "25006")
    static let invalidStatementName = SQLState(rawValue: "26000")
    static let serializationFailure = SQLState(rawValue: "40001")
    static let deadlock = SQLState(rawValue: "40P01")
    /// A table that is made twice at once can fail at the row type that comes with it.
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

    /// Whether another transaction was in the way, which may be gone at the next try.
    var isTransient: Bool {
        [Self.serializationFailure, .deadlock, .lockNotAvailable].contains(self)
    }

    /// Whether the connection ends with this: connection exceptions, a server that shuts down, sessions that it ended.
    var endsConnection: Bool {
        rawValue.hasPrefix("08") || rawValue.hasPrefix("57P0") || rawValue == "25P03" || rawValue == "25P04"
    }

    /// Whether what is stored is damaged.
    var isDamage: Bool { rawValue == "XX001" || rawValue == "XX002" }

    /// What an operator can do something about, in words.
    var explanation: String? {
        switch self {
        case .insufficientPrivilege: "the user may not do that; make it the owner of the database"
        default: nil
        }
    }
}
