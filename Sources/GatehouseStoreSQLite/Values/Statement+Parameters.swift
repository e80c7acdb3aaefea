import Foundation
import GRDB
import GRDBSQLite
import GatehouseStoreSQL

extension Statement {
    /// Sets the parameters of a query.
    ///
    /// GRDB's own arguments are copied several times, which takes as long as finding a row by its key.
    ///
    /// - Throws: `DatabaseError` if a value cannot be set, or if the query has another number of parameters: it would
    ///   run with those of its last use.
    func bind(_ parameters: [SQLValue]) throws {
        guard unsafe sqlite3_bind_parameter_count(sqliteStatement) == CInt(parameters.count) else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "wrong number of parameters")
        }
        for (index, value) in parameters.enumerated() {
            let code = unsafe value.bind(to: sqliteStatement, at: CInt(index + 1))
            guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        }
    }
}

extension SQLValue {
    /// Makes SQLite copy a value before the call returns (`SQLITE_TRANSIENT`).
    private static var copied: sqlite3_destructor_type { unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    fileprivate func bind(to statement: OpaquePointer, at index: CInt) -> CInt {
        switch self {
        case .text(let text?): unsafe sqlite3_bind_text(statement, index, text, CInt(text.utf8.count), Self.copied)
        case .int64(let number?): unsafe sqlite3_bind_int64(statement, index, number)
        case .bool(let isTrue): unsafe sqlite3_bind_int64(statement, index, isTrue ? 1 : 0)
        case .data(let data):
            // A pointer of NULL would bind NULL.
            data.isEmpty
                ? unsafe sqlite3_bind_zeroblob(statement, index, 0)
                : unsafe data.withUnsafeBytes { bytes in
                    unsafe sqlite3_bind_blob(statement, index, bytes.baseAddress, CInt(bytes.count), Self.copied)
                }
        case .text(nil), .int64(nil): unsafe sqlite3_bind_null(statement, index)
        }
    }
}
