import GatehouseStore
import Testing

@testable import GatehouseStorePostgres

@Suite struct StatementBatchTests {
    @Test func assignsStatementsToChanges() throws {
        let account = Records.account("user", email: "person@example.com")
        let batch = try StatementBatch([.counter(.reset(key: "a")), .account(.insert(account)), Records.counter("b")])
        #expect(batch.statements.map(\.position) == [0, 1, 1, 2])
    }

    @Test func keepsValuesOutOfStatementText() throws {
        let batch = try StatementBatch([.account(.insert(Records.account("secret-id", email: "person@example.com")))])
        #expect(batch.statements.map(\.query.text).allSatisfy { !$0.contains("secret-id") && !$0.contains("@") })
    }

    @Test func dividesByChangedRowsInConditionalChange() throws {
        let batch = try StatementBatch([.code(.redeem("code", session: "session", at: Records.now))])
        #expect(
            batch.statements.map(\.query.text) == [
                "WITH changed AS (UPDATE codes SET redeemed_at = $1, session_id = $2 WHERE id = $3 AND redeemed_at IS NULL"
                    + " RETURNING 1) SELECT 1 / count(*) FROM changed"
            ]
        )
    }
}
