import GRDB
import GatehouseStore
import Testing

@testable import GatehouseStoreSQLite

@Suite struct StoreErrorTests {
    @Test(arguments: [ResultCode.SQLITE_FULL, .SQLITE_IOERR_SHMSIZE]) func aFullDiskIsCalledOne(code: ResultCode) {
        #expect(
            StoreError(DatabaseError(resultCode: code))
                == .exhausted("The disk of the database is full. Make room there.")
        )
    }

    @Test func damageIsNoPassingMatter() {
        guard case .corrupt = StoreError(DatabaseError(resultCode: .SQLITE_CORRUPT)) else {
            Issue.record("A damaged file is taken for one that may work later.")
            return
        }
    }

    @Test func whatElseFailsIsToldByItsCode() {
        guard case .unavailable(let reason) = StoreError(DatabaseError(resultCode: .SQLITE_READONLY)) else {
            Issue.record("A file that cannot be written is not unavailable.")
            return
        }
        #expect(reason.hasPrefix("SQLite result 8"))
    }
}
