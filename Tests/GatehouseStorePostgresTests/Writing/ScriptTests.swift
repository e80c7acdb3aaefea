import GatehouseStore
import Testing

@testable import GatehouseStorePostgres

@Suite struct ScriptTests {
    @Test func eachStatementKnowsItsChange() throws {
        let account = Records.account("person", email: "person@example.com")
        let script = try Script([.counter(.reset(key: "a")), .account(.insert(account)), Records.counter("b")])
        #expect(script.steps.map(\.position) == [0, 1, 1, 2])
    }

    @Test func noValueIsPartOfAStatement() throws {
        let script = try Script([.account(.insert(Records.account("secret-id", email: "person@example.com")))])
        #expect(script.steps.map(\.query.text).allSatisfy { !$0.contains("secret-id") && !$0.contains("@") })
    }

    @Test func aChangeWithAConditionDividesByTheRowsItChanged() throws {
        let script = try Script([.code(.redeem("code", session: "session", at: Records.now))])
        #expect(
            script.steps.map(\.query.text) == [
                "WITH changed AS (UPDATE codes SET redeemed_at = $1, session_id = $2 WHERE id = $3 AND redeemed_at IS NULL"
                    + " RETURNING 1) SELECT 1 / count(*) FROM changed"
            ]
        )
    }
}
