import Testing

@testable import GatehouseStorePostgres

@Suite struct StatementNameTests {
    @Test func meansTheSameStatementOnEveryConnection() {
        let name = StatementName(of: Query("SELECT \(1)")).text
        #expect(name == StatementName(of: Query("SELECT \(2)")).text)
        #expect(name != StatementName(of: Query("SELECT \("1")")).text)
        #expect(name != StatementName(of: Query("SELECT  \(1)")).text)
        #expect(name.utf8.count < 64, "The server cuts longer names off.")
    }
}
