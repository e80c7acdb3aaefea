import Testing

@testable import GatehouseStorePostgres

@Suite struct StatementNameTests {
    @Test func identifiesStatementOnEveryConnection() {
        let name = StatementName(of: PreparedQuery("SELECT \(1)")).text
        #expect(name == StatementName(of: PreparedQuery("SELECT \(2)")).text)
        #expect(name != StatementName(of: PreparedQuery("SELECT \("1")")).text)
        #expect(name != StatementName(of: PreparedQuery("SELECT  \(1)")).text)
        #expect(name.utf8.count < 64, "The server truncates longer names.")
    }
}
