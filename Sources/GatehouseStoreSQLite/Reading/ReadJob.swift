import GRDB
import GatehouseStore

/// One caller's read in the transaction that it shares with others; it is answered exactly once.
struct ReadJob: Sendable {
    /// Reads, and gives the caller its answer.
    let run: @Sendable (Database) -> Void
    /// Answers that nothing could be read.
    let fail: @Sendable (StoreError) -> Void

    init<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value,
        answer: @escaping @Sendable (Result<Value, StoreError>) -> Void
    ) {
        run = { db in answer(Result { try body(db) }.mapError(StoreError.init)) }
        fail = { answer(.failure($0)) }
    }
}
