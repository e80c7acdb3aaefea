import GRDB
import GatehouseStore

extension StoreError {
    /// What an error of the database means to the server; SQLite's own words for its result code, and never the statement or a value.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError:
            self = error
        case let error as DatabaseError where error.isAboutTheFile:
            self = .corrupt("database file, SQLite result \(error.extendedResultCode)")
        case let error as DatabaseError where error.isAboutRoom:
            self = .exhausted("The disk of the database is full. Make room there.")
        case let error as DatabaseError:
            self = .unavailable("SQLite result \(error.extendedResultCode).")
        default:
            self = .unavailable("The database failed with \(type(of: error)).")
        }
    }
}

extension DatabaseError {
    /// Whether the disk is full; the file that processes share memory by says it in another way.
    fileprivate var isAboutRoom: Bool {
        resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_SHMSIZE
    }

    fileprivate var isAboutTheFile: Bool {
        resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB
    }
}
