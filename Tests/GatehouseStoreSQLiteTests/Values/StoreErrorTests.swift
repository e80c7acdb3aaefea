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

    @Test func reportsDamageAsCorrupt() {
        guard case .corrupt = StoreError(DatabaseError(resultCode: .SQLITE_CORRUPT)) else {
            Issue.record("A damaged file was not reported as corrupt.")
            return
        }
    }

    @Test func reportsOtherErrorsByResultCode() {
        guard case .unavailable(let reason) = StoreError(DatabaseError(resultCode: .SQLITE_READONLY)) else {
            Issue.record("A read-only file was not reported as unavailable.")
            return
        }
        #expect(reason.hasPrefix("SQLite result 8"))
    }
}
