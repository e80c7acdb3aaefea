import GatehouseStoreSQL
import Testing

@testable import GatehouseStorePostgres

@Suite struct StatementNameTests {
    @Test func identifiesStatementOnEveryConnection() {
        let name = StatementName(of: Self.query("SELECT $1", .integer(1))).text
        #expect(name == StatementName(of: Self.query("SELECT $1", .integer(2))).text)
        #expect(name != StatementName(of: Self.query("SELECT $1", .text("1"))).text)
        #expect(name != StatementName(of: Self.query("SELECT  $1", .integer(1))).text)
        #expect(name.utf8.count < 64, "The server truncates longer names.")
    }

    private static func query(_ text: String, _ parameter: SQLValue) -> PreparedQuery {
        PreparedQuery(text, StatementParameters([parameter]))
    }
}
