import GRDB
import GatehouseStore
import Testing

@testable import GatehouseStoreSQLite

@Suite struct StoreErrorTests {
    @Test(arguments: [ResultCode.SQLITE_FULL, .SQLITE_IOERR_SHMSIZE]) func reportsFullDisk(code: ResultCode) {
        #expect(
            StoreError(DatabaseError(resultCode: code))
                == .exhausted("The disk of the database is full. Free some space.")
        )
    }

    @Test(arguments: [
        ResultCode.SQLITE_CORRUPT, .SQLITE_CORRUPT_VTAB, .SQLITE_NOTADB, .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ,
    ])
    func reportsDamageWithRepair(code: ResultCode) {
        guard case .damaged(let reason) = StoreError(DatabaseError(resultCode: code)) else {
            Issue.record("A damaged file was not reported as damaged.")
            return
        }
        #expect(reason.contains("SQLite result \(code.rawValue)"))
        #expect(reason.contains("gatehouse restore"))
    }

    @Test func suggestsRestartBeforeRestoreIfDiskFails() {
        guard case .damaged(let reason) = StoreError(DatabaseError(resultCode: .SQLITE_IOERR_READ)) else {
            Issue.record("A file that cannot be read was not reported as damaged.")
            return
        }
        #expect(!reason.contains("is damaged"))
        #expect(reason.contains("restart the server. Otherwise restore a backup"))
    }

    @Test(arguments: [ResultCode.SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_BUSY, .SQLITE_PERM, .SQLITE_IOERR_FSYNC])
    func explainsOtherErrors(code: ResultCode) {
        guard case .unavailable(let reason) = StoreError(DatabaseError(resultCode: code)) else {
            Issue.record("The error was not reported as unavailable.")
            return
        }
        #expect(reason.hasSuffix(". (SQLite result \(code.rawValue))"))
    }

    @Test func namesCodesWithoutAdvice() {
        let error = StoreError(DatabaseError(resultCode: .SQLITE_MISUSE))
        #expect(error.reason.hasPrefix("SQLite result 21"))
    }
}
