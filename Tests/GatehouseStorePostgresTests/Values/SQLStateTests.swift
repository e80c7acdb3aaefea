import GatehouseStore
import Testing

@testable import GatehouseStorePostgres

@Suite struct SQLStateTests {
    @Test(arguments: [
        ("53100", StoreError.exhausted("The disk of the database server is full. Free some space.")),
        ("53300", StoreError.tooManyConnections),
        ("XX001", StoreError.corrupt("database, SQLSTATE XX001")),
        (
            "42501",
            StoreError.unavailable("SQLSTATE 42501: permission denied; make the user the owner of the database.")
        ),
        ("53200", StoreError.unavailable("SQLSTATE 53200.")),
    ])
    func explainsErrorsToOperators(code: String, error: StoreError) {
        #expect(StoreError(SQLState(rawValue: code)) == error)
    }
}
