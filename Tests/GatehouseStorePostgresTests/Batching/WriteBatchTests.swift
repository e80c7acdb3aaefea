import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import Testing

@testable import GatehouseStorePostgres

@Suite struct WriteBatchTests {
    @Test func sendsCommitInSeparateSection() throws {
        let sections = try group(
            [.message(.remove("mail"))],
            [.code(.redeem("a", session: "b", at: SampleRecords.now))]
        )
        .sections.map { $0.map(\.text) }
        #expect(sections.count == 2)
        #expect(sections[0].count == 3)
        #expect(sections[0][0] == "BEGIN")
        #expect(sections[0][1] == "DELETE FROM messages WHERE id = $1")
        #expect(sections[1] == ["COMMIT"])
    }

    @Test func locksAllCountersFirst() throws {
        let sections = try group(
            [SampleRecords.counter("b"), SampleRecords.counter("a")],
            [.counter(.reset(key: "c"))]
        ).sections
        #expect(
            sections[0][1].text == "SELECT 1 FROM counters WHERE key = ANY($1) ORDER BY key FOR NO KEY UPDATE"
        )
        #expect(sections[0].count == 5)
    }

    @Test func doesNotLockSingleCounter() throws {
        #expect(try group([SampleRecords.counter("a")], [SampleRecords.counter("a")]).sections[0].count == 3)
    }

    @Test func reportsCommitAndPositionOfFailure() throws {
        var group = try group(
            [SampleRecords.counter("a")],
            [
                .message(.remove("mail")),
                .account(.insert(SampleRecords.account("user", names: [SampleRecords.email("person@example.com")]))),
            ]
        )
        // BEGIN, the counter, the message, the account; then its identifier fails.
        for _ in 1...4 { group.take(.done(.none)) }
        group.take(.failed(.divisionByZero))
        let failure = try #require(group.failure)
        #expect(failure.state == .divisionByZero)
        #expect(failure.job?.index == 1)
        #expect(failure.job?.position == 1)
    }

    @Test func treatsRolledBackCommitAsFailed() throws {
        var group = try group([SampleRecords.counter("a")])
        group.take(.done(.none))
        group.take(.done(.none))
        group.takeCommit(.done(.none))
        #expect(!group.isCommitted)
    }

    private func group(_ commits: [Change]...) throws -> WriteBatch {
        WriteBatch(
            try commits.map { changes in
                let batch = try StatementBatch(changes, for: .postgres)
                return PostgresWrite(
                    batch.statements.map(PostgresWrite.Statement.init),
                    altering: batch.counters,
                    decode: { _ in },
                    completion: { _ in }
                )
            }
        )
    }
}
