import Foundation
import GatehouseStore
import Testing

@testable import GatehouseStoreSQL

@Suite struct StatementBatchTests {
    private let now = Date(milliseconds: 1_790_000_000_123)

    @Test(arguments: [SQLDialect.sqlite, .postgres]) func assignsStatementsToChanges(dialect: SQLDialect) throws {
        let batch = try StatementBatch(
            [.counter(.reset(key: "a")), .account(.insert(account)), .counter(.decrement(key: "b", at: now))],
            for: dialect
        )
        #expect(batch.statements.map(\.position) == [0, 1, 1, 2])
        #expect(batch.statements.map(\.isConditional) == [false, true, true, false])
    }

    @Test(arguments: [SQLDialect.sqlite, .postgres]) func keepsValuesOutOfStatementText(dialect: SQLDialect) throws {
        let batch = try StatementBatch([.account(.insert(account))], for: dialect)
        #expect(batch.statements.map(\.text).allSatisfy { !$0.contains("secret-id") && !$0.contains("@") })
        #expect(batch.statements.first?.parameters.first == .text("secret-id"))
    }

    @Test func dividesByChangedRowsInConditionalChange() throws {
        let change = Change.code(.redeem("code", session: "session", at: now))
        let update = "UPDATE codes SET redeemed_at = $1, session_id = $2 WHERE id = $3 AND redeemed_at IS NULL"
        #expect(
            try StatementBatch([change], for: .postgres).statements.map(\.text) == [
                "WITH changed AS (\(update) RETURNING 1) SELECT 1 / count(*) FROM changed"
            ]
        )
        #expect(
            try StatementBatch([change], for: .sqlite).statements.map(\.text) == [
                update.replacingOccurrences(of: "$", with: "?")
            ]
        )
    }

    @Test func listsCountersForPostgres() throws {
        let changes: [Change] = [.counter(.reset(key: "a")), .counter(.decrement(key: "b", at: now))]
        #expect(try StatementBatch(changes, for: .postgres).counters == ["a", "b"])
    }

    private var account: Account {
        Account(
            id: "secret-id",
            identifiers: [AccountIdentifier(kind: .email, value: "person@example.com", verifiedAt: now)],
            passwordHash: nil,
            attributes: [:],
            createdAt: now,
            updatedAt: now
        )
    }
}
