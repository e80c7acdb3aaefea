import GatehouseStore
import Testing

@testable import GatehouseStorePostgres

@Suite struct SQLStateTests {
    @Test(arguments: [
        ("53100", StoreError.exhausted("The disk of the database server is full. Free some space.")),
        ("53300", StoreError.tooManyConnections),
        (
            "42501",
            StoreError.unavailable("Permission denied. Make the user the owner of the database. (SQLSTATE 42501)")
        ),
        (
            "25006",
            StoreError.unavailable(
                "The database server is read-only: a standby, or default_transaction_read_only is on. Use the primary. (SQLSTATE 25006)"
            )
        ),
        ("22012", StoreError.unavailable("SQLSTATE 22012.")),
    ])
    func explainsErrorsToOperators(code: String, error: StoreError) {
        #expect(StoreError(SQLState(rawValue: code)) == error)
    }

    @Test(arguments: ["XX001", "XX002"]) func reportsDamageWithRepair(code: String) {
        guard case .damaged(let reason) = StoreError(SQLState(rawValue: code)) else {
            Issue.record("The damage was reported as another error.")
            return
        }
        #expect(reason.contains(code) && reason.contains("base backup"))
    }
}
