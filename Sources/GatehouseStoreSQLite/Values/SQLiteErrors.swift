import GRDB
import GatehouseStore

extension StoreError {
    /// Creates a store error from a database error; its text names SQLite's result code and what to do, without the
    /// statement or values.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError where error.extendedResultCode == .SQLITE_IOERR_READ:
            self = .unreadableFile(error.name)
        case let error as DatabaseError where error.isDamage: self = .damagedFile(error.name)
        case let error as DatabaseError where error.isAboutRoom:
            self = .exhausted("The disk of the database is full. Free some space.")
        case let error as DatabaseError:
            let code = "SQLite result \(error.extendedResultCode)."
            self = .unavailable(error.advice.map { "\($0) (\(error.name))" } ?? code)
        default:
            self = .unavailable("The database failed with \(type(of: error)).")
        }
    }

    /// Returns the error of a damaged database file, with the way to repair it.
    static func damagedFile(_ finding: String) -> StoreError {
        .damaged(
            "The database file is damaged (\(finding)). Stop the server, keep a copy of the data folder, and restore a"
                + " backup with 'gatehouse restore', or what is still readable with 'gatehouse restore --recover'."
        )
    }
}

extension StoreError {
    /// Returns the error of a file that the disk cannot read, perhaps for a while only.
    ///
    /// It counts as damage until a restart, because another part of the file may be unreadable too.
    fileprivate static func unreadableFile(_ finding: String) -> StoreError {
        .damaged(
            "The disk can't read the database file (\(finding)). See the log of the system. If the disk works again,"
                + " restart the server. Otherwise restore a backup with 'gatehouse restore', or what is still readable"
                + " with 'gatehouse restore --recover'."
        )
    }
}

extension DatabaseError {
    fileprivate var name: String { "SQLite result \(extendedResultCode.rawValue)" }

    /// Whether the disk is full; the shared-memory file reports this with another code.
    fileprivate var isAboutRoom: Bool {
        resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_SHMSIZE
    }

    /// Whether the file is damaged.
    fileprivate var isDamage: Bool {
        switch extendedResultCode {
        case .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_DATA, .SQLITE_IOERR_CORRUPTFS: true
        default: resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB
        }
    }

    /// The advice for operators, as sentences.
    fileprivate var advice: String? {
        switch resultCode {
        case .SQLITE_READONLY: "The database can be read only. Make its file system, folder and files writable."
        case .SQLITE_CANTOPEN: "The database file can't be opened. Check that its folder exists and is writable."
        case .SQLITE_BUSY, .SQLITE_LOCKED: "Another process keeps the database locked. End it, or try again."
        case .SQLITE_PERM, .SQLITE_AUTH: "This user may not use the database file. Check its owner and mode."
        case .SQLITE_IOERR: "The disk of the database reports an error. See the log of the system."
        case .SQLITE_NOMEM: "There is not enough memory. Stop other programs, or add memory."
        default: nil
        }
    }
}
