import GRDB
import GatehouseStore

extension StoreError {
    /// Creates a store error from a database error; its text is SQLite's result code, without the statement or values.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError:
            self = error
        case let error as DatabaseError where error.isAboutTheFile:
            self = .corrupt("database file, SQLite result \(error.extendedResultCode)")
        case let error as DatabaseError where error.isAboutRoom:
            self = .exhausted("The disk of the database is full. Free some space.")
        case let error as DatabaseError:
            self = .unavailable("SQLite result \(error.extendedResultCode).")
        default:
            self = .unavailable("The database failed with \(type(of: error)).")
        }
    }
}

extension DatabaseError {
    /// Whether the disk is full; the shared-memory file reports this with another code.
    fileprivate var isAboutRoom: Bool {
        resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_SHMSIZE
    }

    fileprivate var isAboutTheFile: Bool {
        resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB
    }
}
