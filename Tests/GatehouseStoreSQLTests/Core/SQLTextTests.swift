import GatehouseStoreSQL
import Testing

@Suite struct SQLTextTests {
    @Test func numbersParametersInBothDialects() {
        let text: SQLText = "SELECT a FROM t WHERE b = $2 AND c = $1"
        #expect(text[.sqlite] == "SELECT a FROM t WHERE b = ?2 AND c = ?1")
        #expect(text[.postgres] == "SELECT a FROM t WHERE b = $2 AND c = $1")
    }

    @Test func locksRowsInPostgresOnly() {
        let text: SQLText = "SELECT a FROM \("t") {FOR SHARE}"
        #expect(text[.sqlite] == "SELECT a FROM t ")
        #expect(text[.postgres] == "SELECT a FROM t FOR SHARE")
    }
}
