import GRDB
import GRDBSQLite

/// The rows that a query finds, one after the other.
///
/// GRDB's own cursors look the names of the columns up anew for each query, which takes longer than to find a row by its key; a statement keeps
/// them. So a statement has to name its columns: what `*` stands for changes under it when another process brings the schema up to date.
struct FoundRows: ~Copyable {
    private let database: Database
    private let statement: Statement
    private let kind: String

    init(_ kind: String, _ sql: String, _ arguments: StatementArguments, in database: Database) throws {
        let statement = try database.cachedStatement(sql: sql)
        try statement.setArguments(arguments)
        self.database = database
        self.statement = statement
        self.kind = kind
    }

    deinit {
        // What it says was said by the last step already.
        unsafe sqlite3_reset(statement.sqliteStatement)
    }

    /// The next row, which can be read until the one after it is asked for.
    func next() throws -> RowReader? {
        let code = unsafe sqlite3_step(statement.sqliteStatement)
        switch code {
        case SQLITE_ROW: return RowReader(statement, of: kind)
        case SQLITE_DONE: return nil
        default: throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
    }
}
